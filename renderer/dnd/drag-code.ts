/** Exports the code of drags, so that `drag.ts` can load all of it as one file. */
export { makePressedCardDraggable as pressCard } from './card-drag.ts';
export { cancelDrag } from './drag-manager.ts';
export { canDragByKeys as canLift, startKeyboardDrag as liftByKeys } from './keyboard-drag.ts';
export { dragByPointer } from './pointer-drag.ts';
