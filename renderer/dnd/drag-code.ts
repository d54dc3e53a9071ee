/** The code of drags, which `drag.ts` loads as one file. */
export { pressCard } from './card-drag.ts';
export { cancelDrag } from './drag-manager.ts';
export { canLift, liftByKeys } from './keyboard-drag.ts';
export { dragByPointer } from './pointer-drag.ts';
