/**
 * Dragging cards by mouse, pen and touch: one press of one card is followed at a time, wherever it is in the window, and
 * where it is over a place to drop is our own geometry. Cards register nothing for it.
 */
import { actedOn, useSelection } from '../data/selection.ts';
import { announce } from '../ui/announce.ts';
import { type Drag, followPress, holdScrolling } from '../ui/press.ts';
import type { CardRow } from './cards.ts';
import { beginOverlay } from './drag-overlay.ts';
import { Session, useDrag } from './drag-session.ts';
import { type CardList, lists, zones } from './drag-zones.ts';

export { edgePull, useDrag } from './drag-session.ts';
export { type CardList, type DropZone, registerList, registerScroller, registerZone } from './drag-zones.ts';

/** px that a mouse or pen moves, and ms that a finger rests, before a press is a drag. */
const threshold = 4;
const rest = 220;

/** Installs dragging for the whole window; returns what takes it away again. */
export function installDrag(): () => void {
  let letGo: () => void = () => undefined;
  const pressed = (event: PointerEvent) => {
    const { target } = event;
    if (!event.isPrimary || !(target instanceof Element) || target.closest('a, input, textarea, [data-no-drag]'))
      return;
    const element = target.closest<HTMLElement>('[data-draggable][data-card-id]');
    if (!element) return;
    letGo();
    letGo = followPress(event, { threshold, rest, begin: (x, y) => begin(element, event, x, y) });
  };
  holdScrolling();
  document.addEventListener('pointerdown', pressed);
  return () => {
    document.removeEventListener('pointerdown', pressed);
    letGo();
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

function begin(element: HTMLElement, press: PointerEvent, x: number, y: number): Drag | null {
  const list = lists.get(element.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');
  const cards = list ? liftedWith(element.dataset.cardId as string, list) : [];
  if (cards.length === 0) return null;
  const fromKey = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null;
  const wheel = (event: WheelEvent) => session.wheel(event.deltaX, event.deltaY);
  const start = element.getBoundingClientRect();
  const show = () => beginOverlay(element, start, cards.length, press.clientX, press.clientY, wheel);
  const session: Session = new Session(cards, fromKey, x, y, show);
  document.body.classList.add('dragging-cards');
  announce(cards.length === 1 ? `Lifted ${cards[0]?.title}` : `Lifted ${cards.length} cards`);
  return { move: (toX, toY) => session.move(toX, toY), end: (isDropped) => finish(session, isDropped) };
}

function finish(session: Session, isDropped: boolean): void {
  session.look();
  const { target, refusal } = useDrag.getState();
  document.body.classList.remove('dragging-cards');
  session.end();
  const zone = target && zones.get(target.key);
  if (!isDropped || !zone || refusal) {
    session.overlay.returnHome();
    announce(refusal ? `Not moved: ${refusal}` : 'Not moved');
    return;
  }
  zone.drop(session.cards, target.index, session.fromKey);
  session.overlay.settle(session.cards[0]?.cardId ?? '', zone.element);
}
