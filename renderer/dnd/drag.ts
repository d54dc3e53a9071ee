/**
 * The rest of the app starts drags through this file. The code for drags, which includes @dnd-kit, loads after the
 * first view is shown. Until then, pressing a card starts no drag.
 */
import { lazyModule } from '../ui/popups/lazy-component.ts';
import type { PointerDragOptions } from './pointer-drag.ts';

export { type DragState, useDragState } from './drag-state.ts';
export { type DraggableList as CardList, type DropZone, registerDropZone, registerList } from './drop-targets.ts';
export type { PointerDragTarget } from './pointer-drag.ts';

const dragCode = lazyModule(() => import('./drag-code.ts'));

/** Loads the code for drags now. */
export const loadDragCode = dragCode.load;

/** Makes cards draggable in the whole window. Returns the function that removes the listeners. */
export function installDrag(): () => void {
  const press = (event: PointerEvent) => dragCode.current()?.makePressedCardDraggable(event);
  document.addEventListener('pointerdown', press, true);
  // The sensor adds a touch listener to the body at each drag. When the first such listener is added, Chromium paints
  // the whole page again. So a touch listener is added here in advance, before any drag. Together with the cached boxes
  // in drop-targets.ts, the listener brought the benchmark board-lift from p95 52.8 ms to 19.5 ms.
  const ignore = () => undefined;
  document.body.addEventListener('touchmove', ignore, { passive: false });
  return () => {
    document.removeEventListener('pointerdown', press, true);
    document.body.removeEventListener('touchmove', ignore);
  };
}

/**
 * Makes the pressed element draggable with the main button. Must be called while the `pointerdown` event is dispatched.
 */
export function makeDraggableByPointer<T>(options: PointerDragOptions<T>): void {
  dragCode.current()?.makeDraggableByPointer(options);
}

/** Ends the running drag, if any, without a drop. */
export function cancelDrag(): void {
  dragCode.current()?.cancelDrag();
}

/** Returns true if the keyboard can drag a card: no drag is running, and the active list supports moves. */
export const canDragByKeys = (id: string | null): boolean => dragCode.current()?.canDragByKeys(id) ?? false;

/** Starts a keyboard drag of a card and of the cards that are selected with it. */
export function startKeyboardDrag(id: string): void {
  dragCode.current()?.startKeyboardDrag(id);
}
