/** The window's @dnd-kit manager: every drag by pointer or keys, of cards, decks and zones, goes through it. */

import { CollisionType, Droppable } from '@dnd-kit/abstract';
import { AutoScroller, DragDropManager, Draggable, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { Rectangle } from '@dnd-kit/geometry';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import styles from './drag.module.css';
import { cardType, followZones, isOver, type Point } from './drop-targets.ts';

/** Callbacks of a drag. */
export interface DragHandler {
  move(to: Point): void;
  end(isDropped: boolean, at: Point): void;
}

/** Called once the press or key is a drag; null if there is nothing to drag. */
type Begin = (from: Point) => DragHandler | null;

/** px that a mouse or pen moves before a press is a drag: a click stays a click. */
const distancePx = 4;
/** ms that a finger rests, within some px, before a press is a drag: a swipe scrolls. */
const restMs = 220;
const restTolerancePx = 8;

/**
 * Cards are registered when they are pressed, not when they mount. Of @dnd-kit's plugins these stay out, with what they cost
 * on board-lift (p95 40 ms) and board-drag (frames dropped at most 1.2 times those of an empty page):
 * - Feedback (see drag-overlay) adds a style element at each lift, as Cursor and PreventSelection do: lift p95 100 ms, 103
 *   frames dropped beside 32.
 * - Accessibility would leave `role`, `aria-pressed` and `aria-disabled` on each card once pressed: a toggle to a screen reader.
 */
export const dragManager = new DragDropManager({
  sensors: [
    PointerSensor.configure({
      activationConstraints: ({ pointerType }) =>
        pointerType === 'touch'
          ? [new PointerActivationConstraints.Delay({ value: restMs, tolerance: restTolerancePx })]
          : [new PointerActivationConstraints.Distance({ value: distancePx })],
      // `makeDraggable` is called while the press is dispatched, by React or in the document's capture phase.
      activatorElements: () => [document.body],
      preventActivation: ({ pointerType }, { type }) => pointerType === 'touch' && type !== cardType,
    }),
  ],
  plugins: [AutoScroller.configure({ acceleration: 22, threshold: { x: 0.06, y: 0.1 } })],
});

followZones((zone) => {
  const { key: id, level: priority = 0 } = zone;
  const droppable = new Droppable(
    {
      id,
      accept: cardType,
      collisionPriority: priority,
      collisionDetector: ({ dragOperation: { position } }) =>
        isOver(zone, position.current) ? { id, value: 1, type: CollisionType.PointerIntersection, priority } : null,
      register: false,
    },
    dragManager,
  );
  const remove = droppable.register();
  return () => remove?.();
});

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y });

const autoScroller = dragManager.registry.plugins.get(AutoScroller);
let cancelEnable = () => {};
let handler: DragHandler | null = null;
let listeners = new AbortController();

dragManager.monitor.addEventListener('beforedragstart', (event) => {
  const { source, position, activatorEvent } = event.operation;
  // AutoScroller measures the page: after the first frame of a drag, whose lift it would delay. Lift beside plain pointer
  // code (board-ways, limit 1.2), 5,000 cards: 1.05 to 1.45 over five runs; in one of them 1.24 without AutoScroller, 1.32 with.
  autoScroller?.disable();
  // Without a shape nothing collides; @dnd-kit takes it from its Feedback plugin.
  dragManager.dragOperation.shape = new Rectangle(position.initial.x, position.initial.y, 1, 1);
  handler = source ? (source.data.begin as Begin)(position.initial) : null;
  if (!handler) event.preventDefault();
  else if (activatorEvent instanceof PointerEvent) listen();
});
dragManager.monitor.addEventListener('dragstart', ({ nativeEvent }) => {
  if (!(nativeEvent instanceof PointerEvent)) return;
  // The sensor lets the body capture the pointer: its cursor would be inherited by, and restyle, the whole page.
  captor().setPointerCapture(nativeEvent.pointerId);
  handler?.move(pointOf(nativeEvent));
  cancelEnable = afterNextPaint(() => autoScroller?.enable());
});
dragManager.monitor.addEventListener('dragmove', ({ to }) => to && handler?.move(to));
dragManager.monitor.addEventListener('dragend', ({ canceled, nativeEvent, operation }) => {
  listeners.abort();
  cancelEnable();
  // The sensor moves once per frame, so the last position before a quick drop is that of the drop itself.
  handler?.end(!canceled, nativeEvent instanceof PointerEvent ? pointOf(nativeEvent) : operation.position.current);
  handler = null;
});

/** Ends the drag, if there is one, without a drop. */
export function cancelDrag(): void {
  if (handler) dragManager.actions.stop({ canceled: true });
}

/** Keeps Escape and a finger's context menu from everything else during a drag by pointer. */
function listen(): void {
  listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('contextmenu', swallow, options);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      swallow(event);
      dragManager.actions.stop({ event, canceled: true });
    },
    options,
  );
}

let captorElement: HTMLElement | undefined;
/** The element that captures the pointer: it gives the cursor, nothing else is hovered, and the click after a drop hits nothing. */
function captor(): HTMLElement {
  if (!captorElement) {
    captorElement = document.createElement('div');
    captorElement.className = styles.captor ?? '';
    document.body.append(captorElement);
  }
  return captorElement;
}

/** The id of the topmost droppable at a point, or null. */
export function droppableAt(at: Point): string | null {
  const { dragOperation, collisionObserver } = dragManager;
  dragOperation.position.current = at;
  const [first] = collisionObserver.computeCollisions();
  return first ? String(first.id) : null;
}

let removeDraggable: (() => void) | undefined;

/** Removes the draggable of the last press. */
export function forgetDraggable(): void {
  removeDraggable?.();
}

/** Registers an element as draggable, in place of the one before. */
export function makeDraggable(element: Element, id: string, type: string, begin: Begin): Draggable {
  forgetDraggable();
  const draggable = new Draggable({ id, type, element, data: { begin }, register: false }, dragManager);
  removeDraggable = draggable.register() ?? undefined;
  return draggable;
}
