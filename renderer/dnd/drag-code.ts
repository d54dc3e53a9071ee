/** Exports all code for drags, so that `drag.ts` can load it as one file. */
export { makePressedCardDraggable } from './card-drag.ts';
export { cancelDrag, isDragIdle, redispatchPress } from './drag-manager.ts';
export { startKeyboardDrag } from './keyboard-drag.ts';
export { makeDraggableToReorder } from './reorder-drag.ts';
