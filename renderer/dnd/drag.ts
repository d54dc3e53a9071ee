/**
 * The rest of the app starts drags here. The code for drags, which includes @dnd-kit, loads after the first view is
 * shown. A press or key that starts a drag earlier takes effect once the code is loaded.
 */
import { prefetchedModule } from '../ui/lazy-component.ts';
import { currentActiveList } from '../workbench/active-list.ts';
import { bufferAllKeys } from '../workbench/key-buffer.ts';
import type { ReorderDragOptions } from './reorder-drag.ts';

export { type DragState, useDragState } from './drag-state.ts';
export {
  type DraggableCardList,
  type DropZone,
  dropIndexInList,
  registerDraggableList,
  registerDropZone,
  useDropZone,
} from './drop-targets.ts';
export type { ReorderDragTarget } from './reorder-drag.ts';

const dragCode = prefetchedModule(() => import('./drag-code.ts'));

/** Does not wait for the first view. */
export const loadDragCode = dragCode.load;

interface EarlyPress {
  readonly press: PointerEvent;
  lastMove?: PointerEvent;
  /** Absent if neither a deck nor a zone of a manual order is pressed. */
  makeDraggable?: () => void;
}
/** Null if no press came before the code for drags was loaded. */
let earlyPress: EarlyPress | null = null;

/** Does not repeat the press if the pointer was released meanwhile. */
function repeatWhenLoaded(press: PointerEvent): void {
  if (!press.isPrimary) return;
  const early: EarlyPress = { press };
  earlyPress = early;
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  const forget = () => {
    listeners.abort();
    earlyPress = null;
  };
  const rememberMove = (event: PointerEvent) => {
    early.lastMove = event;
  };
  document.addEventListener('pointermove', rememberMove, options);
  document.addEventListener('pointerup', forget, options);
  document.addEventListener('pointercancel', forget, options);
  void dragCode.load().then(() => {
    if (earlyPress !== early) return;
    forget();
    const code = dragCode.current();
    code?.makePressedCardDraggable(press);
    early.makeDraggable?.();
    code?.redispatchPress(press, early.lastMove);
  });
}

/** In the whole window. Returns the function that removes the listeners. */
export function installCardDrag(): () => void {
  const press = (event: PointerEvent) => {
    const code = dragCode.current();
    if (!code) repeatWhenLoaded(event);
    // The event comes from `redispatchPress`: the pressed element is already draggable.
    else if (event.isTrusted) code.makePressedCardDraggable(event);
  };
  document.addEventListener('pointerdown', press, true);
  // At each drag, @dnd-kit adds a touch listener to the body. At the first such listener, Chromium paints the whole
  // page again, so one is added in advance. This and the cached boxes in drop-targets.ts together reduced p95 of the
  // benchmark board-lift from 52.8 to 19.5 ms.
  const ignore = () => undefined;
  document.body.addEventListener('touchmove', ignore, { passive: false });
  return () => {
    document.removeEventListener('pointerdown', press, true);
    document.body.removeEventListener('touchmove', ignore);
  };
}

/** Works with a pen or the main button of a mouse, not by touch. Must be called while `pointerdown` is dispatched. */
export function makeDraggableToReorder<T>(options: ReorderDragOptions<T>): void {
  const code = dragCode.current();
  if (code) code.makeDraggableToReorder(options);
  else if (earlyPress) earlyPress.makeDraggable = () => dragCode.current()?.makeDraggableToReorder(options);
}

/** Without a drop. */
export function cancelDrag(): void {
  dragCode.current()?.cancelDrag();
}

/** True if no drag is running, and the list of cards in the open view supports moves. */
export const canDragByKeyboard = (id: string | null): boolean =>
  id !== null && currentActiveList()?.move !== undefined && (dragCode.current()?.isDragIdle() ?? true);

/**
 * Also drags the cards that are selected with it. If the code for drags is not loaded yet, the drag starts once it is.
 * It then gets the keys that the person pressed meanwhile. Escape cancels.
 */
export function startKeyboardDrag(id: string): void {
  const loaded = dragCode.current();
  if (loaded) {
    loaded.startKeyboardDrag(id);
    return;
  }
  let isCancelled = false;
  const keys = bufferAllKeys(() => {
    isCancelled = true;
  });
  void dragCode.load().then(() => {
    if (isCancelled) return;
    const code = dragCode.current();
    code?.startKeyboardDrag(id);
    if (code) keys.replayNow();
    else keys.stop();
  });
}
