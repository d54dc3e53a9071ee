/** Dragging cards by mouse, pen and touch. Cards register nothing for it: the one that is pressed becomes draggable. */
import { targetCardIds, useSelection } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import { announce } from '../ui/dom/announce.ts';
import { type DragHandler, dragManager, droppableAt, forgetDraggable, makeDraggable } from './drag-manager.ts';
import { beginOverlay, type Overlay } from './drag-overlay.ts';
import { setDropTarget, startDragState, useDrag, validateDrop } from './drag-state.ts';
import { type CardList, cardType, forgetBoxes, listAround, type Point, zoneOf } from './drop-targets.ts';

/** Makes the pressed card draggable. */
export function pressCard({ target, isPrimary }: PointerEvent): void {
  if (!isPrimary) return;
  forgetDraggable();
  if (!(target instanceof Element) || target.closest('a, input, textarea, [data-no-drag]')) return;
  const element = target.closest<HTMLElement>('[data-draggable][data-card-id]');
  const id = element?.dataset.cardId;
  if (element && id) makeDraggable(element, id, cardType, (from) => beginCardDrag(element, id, from));
}

/** Cards to drag along with one: all that are selected with it, in the order shown. */
export function draggedWith(id: string, list: CardList): readonly CardRow[] {
  const chosen = new Set(useSelection.getState().selected.has(id) ? targetCardIds(id) : [id]);
  // A list may show thousands: for one card, `order` is not read.
  const one = chosen.size === 1 ? list.cardOf(id) : undefined;
  if (one) return [one];
  const cards = list
    .order()
    .filter((shown) => chosen.has(shown))
    .flatMap((shown) => list.cardOf(shown) ?? []);
  return [...new Map(cards.map((card) => [card.cardId, card])).values()];
}

function beginCardDrag(element: HTMLElement, id: string, from: Point): DragHandler | null {
  const list = listAround(element);
  const cards = list ? draggedWith(id, list) : [];
  if (cards.length === 0) return null;
  const fromKey = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null;
  return new CardDrag(element, cards, fromKey, from);
}

class CardDrag implements DragHandler {
  readonly #cards: readonly CardRow[];
  readonly #fromKey: string | null;
  readonly #showOverlay: () => Overlay;
  #overlay: Overlay | null = null;
  readonly #endState: () => void;
  readonly #listeners = new AbortController();
  /** The zone of the last announcement; undefined before the first look, which announces nothing. */
  #overKey: string | null | undefined;
  #frame = 0;

  constructor(element: HTMLElement, cards: readonly CardRow[], fromKey: string | null, from: Point) {
    this.#cards = cards;
    this.#fromKey = fromKey;
    const start = element.getBoundingClientRect();
    this.#showOverlay = () => beginOverlay(element, start, cards.length, from);
    this.#endState = startDragState(cards, fromKey);
    document.body.classList.add('dragging-cards');
    announce(cards.length === 1 ? `Lifted ${cards[0]?.title}` : `Lifted ${cards.length} cards`);
    // @dnd-kit looks again when the pointer moves, not when what is below it scrolls.
    document.addEventListener('scroll', this.#scheduleTargetUpdate, { capture: true, signal: this.#listeners.signal });
  }

  move(to: Point): void {
    const reason = this.#updateTarget(to);
    // After all that the first move measures, since it changes the page.
    this.#overlay ??= this.#showOverlay();
    this.#overlay.refuse(reason);
    this.#overlay.fade(zoneOf(this.#overKey ?? null)?.isSmall ?? false);
    this.#overlay.move(to);
  }

  #updateTarget(at: Point): string | null {
    const zone = zoneOf(droppableAt(at));
    const reason = setDropTarget(zone, zone?.indexAt(at.x, at.y) ?? 0);
    if (zone && this.#overKey !== undefined && zone.key !== this.#overKey) {
      const reply = reason ?? validateDrop(zone).caution;
      announce(reply ? `${zone.title}: ${reply}` : `Over ${zone.title}`);
    }
    this.#overKey = zone?.key ?? null;
    return reason;
  }

  readonly #scheduleTargetUpdate = (): void => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      forgetBoxes();
      this.move(dragManager.dragOperation.position.current);
    });
  };

  end(isDropped: boolean, at: Point): void {
    cancelAnimationFrame(this.#frame);
    this.#listeners.abort();
    forgetBoxes();
    if (isDropped) this.#updateTarget(at);
    const { target, refusal } = useDrag.getState();
    const zone = zoneOf(target?.key ?? null);
    const isTaken = isDropped && target && zone && refusal === null;
    // Before anything below changes the page: the overlay measures the card's position.
    if (!isTaken) this.#overlay?.returnHome();
    document.body.classList.remove('dragging-cards');
    this.#endState();
    if (!isTaken) {
      announce(refusal ? `Not moved: ${refusal}` : 'Not moved');
      return;
    }
    zone.drop(this.#cards, target.index, this.#fromKey);
    this.#overlay?.settle(this.#cards[0]?.cardId ?? '', zone.element);
  }
}
