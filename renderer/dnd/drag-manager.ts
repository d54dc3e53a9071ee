/**
 * The @dnd-kit manager of the window: all drags with the pointer (of cards, decks and zones of a manual order), and the
 * drags of cards with the keyboard.
 */

import { CollisionType, Droppable } from '@dnd-kit/abstract';
import {
  AutoScroller,
  DragDropManager,
  Draggable,
  PointerActivationConstraints,
  PointerSensor,
  Scroller,
} from '@dnd-kit/dom';
import { getScrollableAncestors } from '@dnd-kit/dom/utilities';
import { Rectangle } from '@dnd-kit/geometry';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { createHiddenElement } from '../ui/dom/create-element-mover.ts';
import styles from './drag.module.css';
import {
  cardDragType,
  dropZoneAt,
  isPointInDropZone,
  isPointInElement,
  type Point,
  setDropZoneObserver,
} from './drop-targets.ts';

/** Positions are px in the window. */
export interface DragCallbacks {
  move(to: Point): void;
  end(isDropped: boolean, at: Point): void;
}

/** Called when a drag starts. Returns null if there is nothing to drag. */
type BeginDrag = (from: Point) => DragCallbacks | null;

/** In px, so that a click does not start a drag. */
const mouseDragDistancePx = 4;
/**
 * A finger must rest for this time, in ms. If it moves farther than `touchTolerancePx` meanwhile, the page scrolls
 * instead.
 */
const touchDelayMs = 220;
const touchTolerancePx = 8;

/**
 * A card is registered as draggable when it is pressed, not when it mounts. The manager does not use these plugins of
 * @dnd-kit: Feedback, Cursor and PreventSelection add a style element each time a card is lifted, so the browser
 * recalculates the styles of the whole page. With Feedback, a lift takes 100 ms (p95 of the benchmark board-lift;
 * limit: 40 ms), and a drag drops 103 frames (benchmark board-drag; limit: 1.2 times the frames that the same pointer
 * moves drop on an empty page, which were 32). Accessibility leaves `role`, `aria-pressed` and `aria-disabled` on each
 * card that was pressed, so screen readers announce it as a toggle button.
 */
export const dragManager = new DragDropManager({
  sensors: [
    PointerSensor.configure({
      activationConstraints: ({ pointerType }) =>
        pointerType === 'touch'
          ? [new PointerActivationConstraints.Delay({ value: touchDelayMs, tolerance: touchTolerancePx })]
          : [new PointerActivationConstraints.Distance({ value: mouseDragDistancePx })],
      // The sensor listens on the body, because a card is registered only when it is pressed: `registerDraggable` is
      // called before the press reaches the body.
      activatorElements: () => [document.body],
      preventActivation: ({ pointerType }, { type }) => pointerType === 'touch' && type !== cardDragType,
    }),
  ],
  plugins: [AutoScroller.configure({ acceleration: 22, threshold: { x: 0.06, y: 0.1 } })],
});

setDropZoneObserver((zone) => {
  const { key: id, stackLevel: priority = 0 } = zone;
  const droppable = new Droppable(
    {
      id,
      accept: cardDragType,
      collisionPriority: priority,
      collisionDetector: ({ dragOperation: { position } }) =>
        isPointInDropZone(zone, position.current)
          ? { id, value: 1, type: CollisionType.PointerIntersection, priority }
          : null,
      register: false,
    },
    dragManager,
  );
  const remove = droppable.register();
  return () => remove?.();
});

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y });

/** For each element: the scrolling elements around it, and itself if it scrolls. Cached for one drag. */
const scrollersAround = new Map<HTMLElement, Set<Element>>();
/** Under the pointer, at the last move. */
let lastScrollers: Set<Element> | null = null;
const scroller = dragManager.registry.plugins.get(Scroller);
if (scroller) {
  // At each move, @dnd-kit computes the styles of all ancestors of the element under the pointer. The drop zones of
  // boards know their scrolling element, so they skip this search. That saves 0.8 ms (median) and 1.0 ms (p95; limit: 8
  // ms) of the page's work per frame in the benchmark run-board, as means of three pairs of runs.
  const findUnderPointer = scroller.getScrollableElements;
  // Does not call `droppableIdAt`, which would compute all collisions of @dnd-kit a second time for each move.
  const scrollersAt = (at: Point): Set<Element> | null => {
    const { element, listScroller } = dropZoneAt(at) ?? {};
    if (!element || listScroller === undefined) return findUnderPointer();
    const innermost = listScroller && isPointInElement(listScroller, at) ? listScroller : element;
    const known = scrollersAround.get(innermost) ?? getScrollableAncestors(innermost, { excludeElement: false });
    scrollersAround.set(innermost, known);
    return known;
  };
  scroller.getScrollableElements = () => {
    const { x, y } = dragManager.dragOperation.position.current;
    const isOutside = x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight;
    const found = isOutside ? null : scrollersAt({ x, y });
    // As in @dnd-kit, a list that scrolls keeps scrolling when the pointer leaves the list or the window.
    const isLeaving = isOutside || (scroller.autoScrolling && (found?.size ?? 0) < (lastScrollers?.size ?? 0));
    if (!isLeaving) lastScrollers = found;
    return lastScrollers;
  };
}

const autoScroller = dragManager.registry.plugins.get(AutoScroller);
let cancelEnable = () => {};
let runningDrag: DragCallbacks | null = null;
let listeners = new AbortController();

dragManager.monitor.addEventListener('beforedragstart', (event) => {
  const { source, position, activatorEvent } = event.operation;
  // AutoScroller is enabled only after the first frame of a drag, because it measures the page and would delay that
  // frame. What it still costs: lifting one of 5,000 cards takes 1.32 times as long as with plain pointer events, and
  // without AutoScroller 1.24 times (one run of `board-ways` in test/bench/competitors; limit: 1.2).
  autoScroller?.disable();
  scrollersAround.clear();
  lastScrollers = null;
  // @dnd-kit detects collisions only if the drag operation has a shape. Its Feedback plugin, not used here, would set
  // it.
  dragManager.dragOperation.shape = new Rectangle(position.initial.x, position.initial.y, 1, 1);
  runningDrag = source ? (source.data.begin as BeginDrag)(position.initial) : null;
  if (!runningDrag) event.preventDefault();
  else if (activatorEvent instanceof PointerEvent) blockOtherInput();
});
dragManager.monitor.addEventListener('dragstart', ({ nativeEvent }) => {
  if (!(nativeEvent instanceof PointerEvent)) return;
  // The sensor makes the body capture the pointer, and the capturing element determines the cursor. All elements
  // inherit the body's cursor, so the browser would recalculate the styles of the whole page. Therefore a small element
  // captures the pointer.
  getPointerCaptor().setPointerCapture(nativeEvent.pointerId);
  runningDrag?.move(pointOf(nativeEvent));
  cancelEnable = afterNextPaint(() => autoScroller?.enable());
});
dragManager.monitor.addEventListener('dragmove', ({ to }) => to && runningDrag?.move(to));
dragManager.monitor.addEventListener('dragend', ({ canceled, nativeEvent, operation }) => {
  listeners.abort();
  cancelEnable();
  // The sensor reports moves once per frame, so it can miss the last move before a quick drop.
  runningDrag?.end(!canceled, nativeEvent instanceof PointerEvent ? pointOf(nativeEvent) : operation.position.current);
  runningDrag = null;
});

export const isDragIdle = (): boolean => dragManager.dragOperation.status.idle;

/** Ends the running drag, if any, without a drop. */
export function cancelDrag(): void {
  if (runningDrag) dragManager.actions.stop({ canceled: true });
}

/**
 * Lets Escape cancel a pointer drag; no other code gets this key press. Blocks `contextmenu` events, which Chromium
 * also sends for a long touch; a timer of Base UI opens the menu of a card.
 */
function blockOtherInput(): void {
  listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  const stopEvent = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('contextmenu', stopEvent, options);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      stopEvent(event);
      dragManager.actions.stop({ event, canceled: true });
    },
    options,
  );
}

let captorElement: HTMLElement | undefined;
/**
 * Captures the pointer during a drag. Sets the cursor, prevents hover styles elsewhere, and receives the click after a
 * drop.
 */
function getPointerCaptor(): HTMLElement {
  if (!captorElement) {
    captorElement = createHiddenElement(styles.captor);
    document.body.append(captorElement);
  }
  return captorElement;
}

/**
 * Returns the topmost droppable, or null. Also sets the position of the drag to this point, because @dnd-kit computes
 * collisions at that position.
 */
export function droppableIdAt(at: Point): string | null {
  const { dragOperation, collisionObserver } = dragManager;
  dragOperation.position.current = at;
  const [first] = collisionObserver.computeCollisions();
  return first ? String(first.id) : null;
}

let removeDraggable: (() => void) | undefined;

export function unregisterDraggable(): void {
  removeDraggable?.();
}

/** Replaces the draggable that was registered before. */
export function registerDraggable(element: Element, id: string, type: string, begin: BeginDrag): Draggable {
  unregisterDraggable();
  const draggable = new Draggable({ id, type, element, data: { begin }, register: false }, dragManager);
  removeDraggable = draggable.register() ?? undefined;
  return draggable;
}

/**
 * Dispatches copies of a press, and of the last pointer move after it, to the sensor of @dnd-kit. Both events happened
 * before this code was loaded, so the sensor missed them. The pressed element must be registered as draggable already.
 */
export function redispatchPress(press: PointerEvent, lastMove: PointerEvent | undefined): void {
  for (const event of lastMove ? [press, lastMove] : [press]) {
    const { type, pointerId, pointerType, isPrimary, button, buttons, clientX, clientY } = event;
    const init = { pointerId, pointerType, isPrimary, button, buttons, clientX, clientY };
    // Only the move bubbles, because the sensor listens to presses on the body and to moves on the document.
    document.body.dispatchEvent(new PointerEvent(type, { ...init, bubbles: event === lastMove, cancelable: true }));
  }
}
