/** Drags by mouse, pen and touch. A card becomes draggable only when it is pressed. */
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

/** Called for each press of the pointer. */
export function makePressedCardDraggable({ target, isPrimary }: PointerEvent): void {
  if (!isPrimary) return;
  unregisterDraggable();
  if (!(target instanceof Element) || target.closest('a, input, textarea, [data-no-drag]')) return;
  const element = target.closest<HTMLElement>('[data-draggable][data-card-id]');
  const id = element?.dataset.cardId;
  if (element && id) registerDraggable(element, id, cardDragType, (from) => beginCardDrag(element, id, from));
}

/** If the card is selected, all selected cards in the visible order; otherwise only this card. */
export function cardsToDrag(id: string, list: DraggableCardList): readonly CardRow[] {
  const chosen = new Set(useSelection.getState().selected.has(id) ? actionTargetCardIds(id) : [id]);
  // Reading the order is slow, because the list can show thousands of cards.
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
   * Null if no zone is under the pointer. Undefined before the first move, so that screen readers do not announce the
   * drop zone in which the drag starts.
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
    // @dnd-kit computes no target when the content below the pointer scrolls.
    document.addEventListener('scroll', this.#scheduleTargetUpdate, { capture: true, signal: this.#listeners.signal });
  }

  move(to: Point): void {
    const reason = this.#updateTarget(to);
    // After all measurements of this move: the overlay changes the page, and a measurement after a change forces a
    // layout.
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
    // First, because `animateBack` measures, and a measurement after the changes below would force a layout.
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
