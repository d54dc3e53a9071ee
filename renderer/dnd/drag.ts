/**
 * The entry to drag and drop for the rest of the app. The code of drags, which includes @dnd-kit, loads after the first
 * view is shown. Until then a press starts no drag.
 */
import { lazyModule } from '../ui/popups/lazy-component.ts';
import type { PointerDragOptions } from './pointer-drag.ts';

export { type DragState, useDragState } from './drag-state.ts';
export { type DraggableList as CardList, type DropZone, registerDropZone, registerList } from './drop-targets.ts';
export type { PointerDragTarget } from './pointer-drag.ts';

const dragCode = lazyModule(() => import('./drag-code.ts'));

/** Loads the code of drags now. */
export const loadDragCode = dragCode.load;

/** Makes cards draggable in the whole window. Returns the function that removes the listeners. */
export function installDrag(): () => void {
  const press = (event: PointerEvent) => dragCode.current()?.makePressedCardDraggable(event);
  document.addEventListener('pointerdown', press, true);
  // The sensor adds a touch listener to the body at each drag. Chromium paints the whole page again when the first such
  // listener is added, so a touch listener is added here in advance. Together with the cached boxes in drop-targets.ts,
  // the listener brought the benchmark board-lift from p95 52.8 ms to 19.5 ms.
  const ignore = () => undefined;
  document.body.addEventListener('touchmove', ignore, { passive: false });
  return () => {
    document.removeEventListener('pointerdown', press, true);
    document.body.removeEventListener('touchmove', ignore);
  };
}

/** Makes a press of the main button drag an element. Must be called while the pointer-down event is dispatched. */
export function dragByPointer<T>(options: PointerDragOptions<T>): void {
  dragCode.current()?.dragByPointer(options);
}

/** Ends the running drag, if any, without a drop. */
export function cancelDrag(): void {
  dragCode.current()?.cancelDrag();
}

/** Whether a card of the active list can be dragged by keys. */
export const canDragByKeys = (id: string | null): boolean => dragCode.current()?.canDragByKeys(id) ?? false;

/** Starts a drag by keys of a card and of the cards that are selected with it. */
export function startKeyboardDrag(id: string): void {
  dragCode.current()?.startKeyboardDrag(id);
}
