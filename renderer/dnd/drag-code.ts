/** Exports all code for drags, so that `drag.ts` can load it as one file. */
export { makePressedCardDraggable } from './card-drag.ts';
export { cancelDrag, redispatchPress } from './drag-manager.ts';
export { canDragByKeyboard, startKeyboardDrag } from './keyboard-drag.ts';
export { makeDraggableByPointer } from './pointer-drag.ts';
