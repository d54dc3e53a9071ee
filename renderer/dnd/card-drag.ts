/** Drags cards by mouse, pen and touch. A card becomes draggable only when it is pressed. */
import { actionTargetCardIds, useSelection } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import { announceToScreenReaders } from '../ui/dom/announce-to-screen-readers.ts';
import {
  type DragCallbacks,
  dragManager,
  droppableIdAt,
  registerDraggable,
  unregisterDraggable,
} from './drag-manager.ts';
import { type DragOverlay, showDragOverlay } from './drag-overlay.ts';
import { refusalAndCautionOfZone, setDropTarget, startDragState, useDragState } from './drag-state.ts';
import {
  cardDragType,
  clearDropTargetBoxCache,
  type DraggableCardList,
  draggableListOfCard,
  dropZoneByKey,
  type Point,
} from './drop-targets.ts';

/** Called for each press of the pointer. If the press is on a card that can be dragged, makes this card draggable. */
export function makePressedCardDraggable({ target, isPrimary }: PointerEvent): void {
  if (!isPrimary) return;
  unregisterDraggable();
  if (!(target instanceof Element) || target.closest('a, input, textarea, [data-no-drag]')) return;
  const element = target.closest<HTMLElement>('[data-draggable][data-card-id]');
  const id = element?.dataset.cardId;
  if (element && id) registerDraggable(element, id, cardDragType, (from) => beginCardDrag(element, id, from));
}

/**
 * Returns the cards to drag when the person drags the card `id`. If this card is selected, returns all selected cards
 * in the visible order; otherwise only this card.
 */
export function cardsToDrag(id: string, list: DraggableCardList): readonly CardRow[] {
  const chosen = new Set(useSelection.getState().selected.has(id) ? actionTargetCardIds(id) : [id]);
  // A single card needs no order. Reading the order is slow, because the list can show thousands of cards.
  const one = chosen.size === 1 ? list.cardOf(id) : undefined;
  if (one) return [one];
  const cards = list
    .order()
    .filter((shown) => chosen.has(shown))
    .flatMap((shown) => list.cardOf(shown) ?? []);
  return [...new Map(cards.map((card) => [card.cardId, card])).values()];
}

function beginCardDrag(element: HTMLElement, id: string, from: Point): DragCallbacks | null {
  const list = draggableListOfCard(element);
  const cards = list ? cardsToDrag(id, list) : [];
  if (cards.length === 0) return null;
  const fromKey = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null;
  return new CardDrag(element, cards, fromKey, from);
}

class CardDrag implements DragCallbacks {
  readonly #cards: readonly CardRow[];
  readonly #fromKey: string | null;
  readonly #showOverlay: () => DragOverlay;
  #overlay: DragOverlay | null = null;
  readonly #endState: () => void;
  readonly #listeners = new AbortController();
  /**
   * Key of the drop zone under the pointer; null if there is none. It is undefined before the first move, so that
   * screen readers do not announce the drop zone in which the drag starts.
   */
  #overKey: string | null | undefined;
  #frame = 0;

  constructor(element: HTMLElement, cards: readonly CardRow[], fromKey: string | null, from: Point) {
    this.#cards = cards;
    this.#fromKey = fromKey;
    const start = element.getBoundingClientRect();
    this.#showOverlay = () => showDragOverlay(element, start, cards.length, from);
    this.#endState = startDragState(cards, fromKey);
    document.body.classList.add('dragging-cards');
    announceToScreenReaders(cards.length === 1 ? `Lifted ${cards[0]?.title}` : `Lifted ${cards.length} cards`);
    // @dnd-kit computes the target when the pointer moves, but not when the content below the pointer scrolls. So this
    // listener computes the target after a scroll.
    document.addEventListener('scroll', this.#scheduleTargetUpdate, { capture: true, signal: this.#listeners.signal });
  }

  move(to: Point): void {
    const reason = this.#updateTarget(to);
    // The overlay changes the page, and a measurement after a change forces a layout. So the overlay is created only
    // after all measurements of this move.
    this.#overlay ??= this.#showOverlay();
    this.#overlay.showRefusal(reason);
    this.#overlay.setTransparent(dropZoneByKey(this.#overKey ?? null)?.isSmall ?? false);
    this.#overlay.move(to);
  }

  #updateTarget(at: Point): string | null {
    const zone = dropZoneByKey(droppableIdAt(at));
    const reason = setDropTarget(zone, zone?.indexAt(at.x, at.y) ?? 0);
    if (zone && this.#overKey !== undefined && zone.key !== this.#overKey) {
      const reply = reason ?? refusalAndCautionOfZone(zone).caution;
      announceToScreenReaders(reply ? `${zone.title}: ${reply}` : `Over ${zone.title}`);
    }
    this.#overKey = zone?.key ?? null;
    return reason;
  }

  readonly #scheduleTargetUpdate = (): void => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      clearDropTargetBoxCache();
      this.move(dragManager.dragOperation.position.current);
    });
  };

  end(isDropped: boolean, at: Point): void {
    cancelAnimationFrame(this.#frame);
    this.#listeners.abort();
    clearDropTargetBoxCache();
    if (isDropped) this.#updateTarget(at);
    const { target, refusal } = useDragState.getState();
    const zone = dropZoneByKey(target?.key ?? null);
    const isTaken = isDropped && target && zone && refusal === null;
    // Starts the animation of the overlay first, because `animateBack` measures the card's position. The statements
    // below change the page, and a measurement after them would force a layout.
    if (!isTaken) this.#overlay?.animateBack();
    document.body.classList.remove('dragging-cards');
    this.#endState();
    if (!isTaken) {
      announceToScreenReaders(refusal ? `Not moved: ${refusal}` : 'Not moved');
      return;
    }
    zone.drop(this.#cards, target.index, this.#fromKey);
    this.#overlay?.animateToCard(this.#cards[0]?.cardId ?? '', zone.element);
  }
}
