/**
 * Dragging cards by keys: Space lifts, arrows, Home and End move by card, column and lane, Space or Enter drops, Escape
 * cancels. Indicator, refusals and overlay are those of the drag by pointer.
 */
import { type Draggable, KeyboardSensor } from '@dnd-kit/dom';
import { focusCardByKey } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import { cardsText } from '../model/drop-action.ts';
import { announce } from '../ui/dom/announce.ts';
import { type ActiveList, activeList, adjacentColumn, type Direction } from '../workbench/active-list.ts';
import { draggedWith } from './card-drag.ts';
import { type DragHandler, dragManager, makeDraggable } from './drag-manager.ts';
import { beginOverlay, coverWindow, type Overlay } from './drag-overlay.ts';
import { setDropTarget, startDragState, useDrag, validateDrop } from './drag-state.ts';
import { cardType, type DropZone, listAround, onZone, type Point, zoneOf } from './drop-targets.ts';

/** A position among the cards of a column that are not lifted. */
interface Slot {
  readonly column: number;
  readonly index: number;
}

/** Whether a card can be dragged by keys in the list that the window shows. */
export const canLift = (id: string | null): boolean =>
  id !== null && dragManager.dragOperation.status.idle && !!activeList()?.move;

/** Lifts a card, and those that are selected with it. */
export function liftByKeys(id: string): void {
  const list = activeList();
  const element = document.querySelector<HTMLElement>(`main [data-card-list] [data-card-id="${CSS.escape(id)}"]`);
  const source = element ? listAround(element) : undefined;
  const cards = source ? draggedWith(id, source) : [];
  if (!list?.move || !element || cards.length === 0) return;
  sensor.lift(
    makeDraggable(element, id, cardType, (from) => sensor.begin(new KeyboardDrag(id, cards, list, element, from))),
  );
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** @dnd-kit's sensor moves by px; this one moves from one position of a card to the next. */
class CardKeyboardSensor extends KeyboardSensor {
  #drag: KeyboardDrag | null = null;

  lift(source: Draggable): void {
    this.handleStart(new KeyboardEvent('keydown'), source, undefined);
  }

  begin(drag: KeyboardDrag): KeyboardDrag {
    this.#drag = drag;
    return drag;
  }

  protected override handleKeyDown(event: KeyboardEvent): void {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    // Keys mean nothing else until the cards are dropped.
    event.preventDefault();
    event.stopPropagation();
    const list = activeList();
    if (!list?.move || event.key === 'Escape' || event.key === 'Tab') this.cancel(event);
    else if (event.key !== 'Enter' && event.key !== ' ') this.#drag?.moveBy(list, event.key);
    else if (this.#drag?.canDrop(list)) this.handleEnd(event, false);
  }

  cancel(event: Event): void {
    this.handleEnd(event, true);
  }
}

const sensor = new CardKeyboardSensor(dragManager);

class KeyboardDrag implements DragHandler {
  readonly #id: string;
  readonly #cards: readonly CardRow[];
  readonly #ids: ReadonlySet<string>;
  readonly #overlay: Overlay;
  readonly #stops: readonly (() => void)[];
  /** From the overlay's top left corner to the drag's coordinates, px. */
  readonly #offset: Point;
  #slot: Slot;
  #isAnnounced = true;
  #frame = 0;

  constructor(id: string, cards: readonly CardRow[], list: ActiveList, element: HTMLElement, from: Point) {
    this.#id = id;
    this.#cards = cards;
    this.#ids = new Set(cards.map((card) => card.cardId));
    const column = Math.max(
      0,
      list.columns.findIndex(({ ids }) => ids.includes(id)),
    );
    const before = list.columns[column]?.ids ?? [];
    this.#slot = {
      column,
      index: before.slice(0, before.indexOf(id)).filter((other) => !this.#ids.has(other)).length,
    };
    const start = element.getBoundingClientRect();
    this.#offset = { x: from.x - start.left, y: from.y - start.top };
    const fromKey = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null;
    const listeners = new AbortController();
    const { signal } = listeners;
    this.#stops = [
      startDragState(cards, fromKey),
      // A zone that scrolls or mounts is measured again.
      onZone(() => this.#scheduleTargetUpdate()),
      coverWindow(),
      () => listeners.abort(),
    ];
    window.addEventListener('pointerdown', (event) => sensor.cancel(event), { capture: true, signal });
    document.addEventListener('scroll', () => this.#scheduleTargetUpdate(), { capture: true, signal });
    this.#overlay = beginOverlay(element, start, cards.length, from);
    this.#updateTarget();
    announce(`Lifted ${cardsText(cards)}, ${this.#words(list)}. Arrows carry, Space drops, Escape puts back.`);
  }

  #others(list: ActiveList, column = this.#slot.column): readonly string[] {
    return (list.columns[column]?.ids ?? []).filter((id) => !this.#ids.has(id));
  }

  /** The index among all cards that the column shows. */
  #index(list: ActiveList): number {
    const next = this.#others(list)[this.#slot.index];
    const shown = list.columns[this.#slot.column]?.ids ?? [];
    return next === undefined ? shown.length : shown.indexOf(next);
  }

  #zone(list: ActiveList): DropZone | null {
    return zoneOf(list.columns[this.#slot.column]?.column.key ?? null);
  }

  #words(list: ActiveList): string {
    const { title } = list.columns[this.#slot.column]?.column ?? { title: '' };
    if (list.ordered === false) return `over ${title}`;
    return `over ${title}, position ${this.#slot.index + 1} of ${this.#others(list).length + 1}`;
  }

  moveBy(list: ActiveList, key: string): void {
    const direction = arrows[key];
    const { column } = this.#slot;
    const to =
      direction !== undefined
        ? this.#step(list, direction)
        : key === 'Home'
          ? { column, index: 0 }
          : key === 'End'
            ? { column, index: this.#others(list).length }
            : null;
    if (!to) return;
    this.#slot = to;
    this.#isAnnounced = false;
    list.revealPlace?.(to.column, this.#index(list));
    this.#updateTarget();
    this.#scheduleTargetUpdate();
  }

  #step(list: ActiveList, direction: Direction): Slot | null {
    const { column, index } = this.#slot;
    const isVertical = direction === 'up' || direction === 'down';
    const next = direction === 'up' ? index - 1 : index + 1;
    if (isVertical && list.ordered !== false && next >= 0 && next <= this.#others(list).length)
      return { column, index: next };
    const to = list.across === undefined && isVertical ? null : adjacentColumn(list, column, direction);
    if (to === null) {
      announce(
        isVertical && list.ordered === false
          ? 'Cards are sorted here: only the column can be chosen'
          : 'No place there',
      );
      return null;
    }
    const { length } = this.#others(list, to);
    return { column: to, index: isVertical ? (direction === 'up' ? length : 0) : Math.min(index, length) };
  }

  #scheduleTargetUpdate(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#updateTarget();
    });
  }

  #updateTarget(): void {
    const list = activeList();
    const zone = list && this.#zone(list);
    // `onZone` calls back once the column is on screen.
    if (!zone) return;
    const index = this.#index(list);
    const box = zone.element.getBoundingClientRect();
    const line = zone.lineAt?.(index);
    const reason = setDropTarget(zone, index);
    this.#overlay.refuse(reason);
    this.move({
      x: (line?.left ?? box.left + 8) + 12 + this.#offset.x,
      y: (line?.top ?? box.top + 40) + 6 + this.#offset.y,
    });
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const reply = reason ?? validateDrop(zone).caution;
    announce(reply ? `${this.#words(list)}: ${reply}` : this.#words(list));
  }

  move(to: Point): void {
    this.#overlay.move(to);
  }

  /** Whether the zone accepts the cards; announces why not. */
  canDrop(list: ActiveList): boolean {
    this.#updateTarget();
    const { target, refusal } = useDrag.getState();
    if (refusal === null || target?.key !== this.#zone(list)?.key) return true;
    announce(`Cannot be put here: ${refusal}`);
    return false;
  }

  end(isDropped: boolean): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
    const list = activeList();
    if (!isDropped || !list) {
      this.#overlay.returnHome();
      announce('Put back');
      list?.reveal(this.#id);
      focusCardByKey(this.#id);
      return;
    }
    const zone = this.#zone(list);
    const index = this.#index(list);
    focusCardByKey(this.#id);
    list.move?.(this.#cards, this.#slot.column, index);
    if (zone) this.#overlay.settle(this.#id, zone.element);
    else this.#overlay.returnHome();
  }
}
