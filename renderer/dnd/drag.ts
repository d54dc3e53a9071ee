/**
 * Dragging cards, decks and zones, as other code uses it. The code of a drag, with @dnd-kit, loads once the first view is shown:
 * until then a press drags nothing.
 */
import { lazyModule } from '../ui/popups/lazy-component.ts';
import type { PointerDragOptions } from './pointer-drag.ts';

export { type DragState, useDrag } from './drag-state.ts';
export { type CardList, type DropZone, registerList, registerZone } from './drop-targets.ts';
export type { Target } from './pointer-drag.ts';

const code = lazyModule(() => import('./drag-code.ts'));

/** Loads the code of drags at once. */
export const loadDrag = code.load;

/** Installs dragging of cards for the whole window; returns the function that removes it. */
export function installDrag(): () => void {
  const press = (event: PointerEvent) => code.current()?.pressCard(event);
  document.addEventListener('pointerdown', press, true);
  // The sensor listens to the body's touches during each drag: the first such listener has Chromium paint the whole page
  // again, so there is one already. Together with the cached boxes in drop-targets: board-lift p95 52.8 ms to 19.5.
  const ignore = () => undefined;
  document.body.addEventListener('touchmove', ignore, { passive: false });
  return () => {
    document.removeEventListener('pointerdown', press, true);
    document.body.removeEventListener('touchmove', ignore);
  };
}

/** Lets a press of the main button drag `source` once the pointer has moved. Call while the press is dispatched. */
export function dragByPointer<T>(options: PointerDragOptions<T>): void {
  code.current()?.dragByPointer(options);
}

/** Ends a drag by pointer, if there is one, without a drop. */
export function cancelDrag(): void {
  code.current()?.cancelDrag();
}

/** Whether a card can be dragged by keys in the list that the window shows. */
export const canLift = (id: string | null): boolean => code.current()?.canLift(id) ?? false;

/** Lifts a card, and those that are selected with it, to be carried by keys. */
export function liftByKeys(id: string): void {
  code.current()?.liftByKeys(id);
}
