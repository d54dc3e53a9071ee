/**
 * Dragging cards. @dnd-kit/dom's manager and pointer sensor decide when a drag begins, moves and ends (mouse, pen, touch,
 * Escape); where the pointer is over a place to drop is our own geometry. One Draggable exists at a time, for the card that
 * was pressed: registering every visible card cost a board of many cards twice the time to lift (speed.md).
 */
import { DragDropManager, Draggable, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { actedOn, useSelection } from '../data/selection.ts';
import { announce } from '../ui/announce.ts';
import type { CardRow } from './cards.ts';
import { beginOverlay } from './drag-overlay.ts';
import { Session, useDrag } from './drag-session.ts';
import { type CardList, lists, zones } from './drag-zones.ts';

export { edgePull, useDrag } from './drag-session.ts';
export { type CardList, type DropZone, registerList, registerScroller, registerZone } from './drag-zones.ts';

let session: Session | null = null;
let draggable: Draggable | null = null;
let clickToIgnore = false;

/** True right after a drag: the click that ends it opens nothing. */
export const endedDrag = (): boolean => clickToIgnore;

const cardElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-draggable][data-card-id]') : null;

/** Installs dragging for the whole window; returns what takes it away again. */
export function installDrag(): () => void {
  const manager = new DragDropManager({
    plugins: [],
    sensors: [
      PointerSensor.configure({
        activationConstraints: (event) =>
          event.pointerType === 'touch'
            ? [new PointerActivationConstraints.Delay({ value: 220, tolerance: 8 })]
            : [new PointerActivationConstraints.Distance({ value: 4 })],
        preventActivation: (event) =>
          event.target instanceof Element && event.target.closest('a, input, textarea, [data-no-drag]') !== null,
      }),
    ],
  });

  // On the way down, before the press arrives at the card: the sensor listens there by then.
  const pressed = (event: PointerEvent) => {
    if (session) return;
    const element = cardElement(event.target);
    if (!element || element === draggable?.element) return;
    draggable?.destroy();
    draggable = new Draggable({ id: element.dataset.cardId as string, element }, manager);
  };
  document.addEventListener('pointerdown', pressed, true);

  const stops = [
    manager.monitor.addEventListener('dragstart', (event) => {
      const element = event.operation.source?.element as HTMLElement | undefined;
      if (element) begin(element, event.operation.position.current);
    }),
    manager.monitor.addEventListener('dragend', (event) => finish(event.canceled)),
  ];
  // Positions come from the events themselves: the manager tells them a frame late, too late for a quick drop.
  const moved = (event: PointerEvent) => session?.move(event.clientX, event.clientY);
  window.addEventListener('pointermove', moved, true);
  window.addEventListener('pointerup', moved, true);
  return () => {
    document.removeEventListener('pointerdown', pressed, true);
    window.removeEventListener('pointermove', moved, true);
    window.removeEventListener('pointerup', moved, true);
    for (const stop of stops) stop();
    manager.destroy();
  };
}

/** The cards that a lift of one takes along: all that are selected with it, in the order shown. */
export function liftedWith(id: string, list: CardList): readonly CardRow[] {
  const chosen = new Set(useSelection.getState().selected.has(id) ? actedOn(id) : [id]);
  const cards = list
    .order()
    .filter((shown) => chosen.has(shown))
    .flatMap((shown) => list.cardOf(shown) ?? []);
  return [...new Map(cards.map((card) => [card.cardId, card])).values()];
}

function begin(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  const list = lists.get(element.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');
  const cards = list ? liftedWith(element.dataset.cardId as string, list) : [];
  if (cards.length === 0) return;
  const fromKey = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null;
  const wheel = (event: WheelEvent) => session?.wheel(event.deltaX, event.deltaY);
  session = new Session(cards, fromKey, beginOverlay(element, cards.length, x, y, wheel), x, y);
  document.body.classList.add('dragging-cards');
  announce(cards.length === 1 ? `Lifted ${cards[0]?.title}` : `Lifted ${cards.length} cards`);
}

function finish(canceled: boolean): void {
  const ended = session;
  if (!ended) return;
  ended.look();
  const { target, refusal } = useDrag.getState();
  session = null;
  clickToIgnore = true;
  setTimeout(() => {
    clickToIgnore = false;
  }, 0);
  document.body.classList.remove('dragging-cards');
  ended.end();
  const zone = target && zones.get(target.key);
  if (canceled || !zone || refusal) {
    ended.overlay.returnHome();
    announce(refusal ? `Not moved: ${refusal}` : 'Not moved');
    return;
  }
  zone.drop(ended.cards, target.index, ended.fromKey);
  ended.overlay.settle(ended.cards[0]?.cardId ?? '', zone.element);
}
