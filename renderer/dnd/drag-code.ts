/** Exports the code of drags, so that `drag.ts` can load all of it as one file. */
export { makePressedCardDraggable } from './card-drag.ts';
export { cancelDrag } from './drag-manager.ts';
export { canDragByKeys, startKeyboardDrag } from './keyboard-drag.ts';
export { dragByPointer } from './pointer-drag.ts';
