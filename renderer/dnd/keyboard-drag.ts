/**
 * Space lifts the cards; arrows, Home and End move them by card, column and lane; Space or Enter drops them; Escape,
 * Tab or a press of the pointer cancels.
 */
import { type Draggable, KeyboardSensor } from '@dnd-kit/dom';
import { carryCard, putCursorOn } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import { cardTitleOrCountText } from '../model/drop-action.ts';
import { announceToScreenReaders } from '../ui/dom/announce-to-screen-readers.ts';
import {
  type ActiveList,
  type ArrowDirection,
  adjacentColumnIndex,
  currentActiveList,
} from '../workbench/active-list.ts';
import { cardInMainSelector } from '../workbench/reveal-card.ts';
import { cardsToDrag } from './card-drag.ts';
import { type DragCallbacks, dragManager, registerDraggable } from './drag-manager.ts';
import { coverWindowDuringDrag, type DragOverlay, showDragOverlay } from './drag-overlay.ts';
import { refusalAndCautionOfZone, setDropTarget, startDragState, useDragState } from './drag-state.ts';
import {
  cardDragType,
  type DropZone,
  draggableListOfCard,
  dropZoneByKey,
  onDropZoneRegistered,
  type Point,
} from './drop-targets.ts';

/** `index` counts only the cards of the column that are not lifted. */
interface DropPosition {
  readonly column: number;
  readonly index: number;
}

/** Also drags the cards that are selected with it. */
export function startKeyboardDrag(id: string): void {
  const list = currentActiveList();
  const element = document.querySelector<HTMLElement>(cardInMainSelector(id));
  const source = element ? draggableListOfCard(element) : undefined;
  const cards = source ? cardsToDrag(id, source) : [];
  if (!list?.move || !element || cards.length === 0) return;
  sensor.startDrag(
    registerDraggable(element, id, cardDragType, (from) =>
      sensor.setDrag(new KeyboardDrag(id, cards, list, element, from)),
    ),
  );
}

const directionByKey: Readonly<Record<string, ArrowDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Moves from one drop position to the next; the keyboard sensor of @dnd-kit moves by px. */
class CardKeyboardSensor extends KeyboardSensor {
  #drag: KeyboardDrag | null = null;

  startDrag(source: Draggable): void {
    this.handleStart(new KeyboardEvent('keydown'), source, undefined);
  }

  setDrag(drag: KeyboardDrag): KeyboardDrag {
    this.#drag = drag;
    return drag;
  }

  protected override handleKeyDown(event: KeyboardEvent): void {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    // A key must not also have another effect, such as running a command.
    event.preventDefault();
    event.stopPropagation();
    const list = currentActiveList();
    if (!list?.move || event.key === 'Escape' || event.key === 'Tab') this.cancel(event);
    else if (event.key !== 'Enter' && event.key !== ' ') this.#drag?.moveBy(list, event.key);
    else if (this.#drag?.canDrop(list)) this.handleEnd(event, false);
  }

  cancel(event: Event): void {
    this.handleEnd(event, true);
  }
}

const sensor = new CardKeyboardSensor(dragManager);

class KeyboardDrag implements DragCallbacks {
  readonly #id: string;
  readonly #cards: readonly CardRow[];
  readonly #ids: ReadonlySet<string>;
  readonly #overlay: DragOverlay;
  readonly #stops: readonly (() => void)[];
  /** In px, from the card's top left corner to where @dnd-kit starts the drag. */
  readonly #offset: Point;
  #position: DropPosition;
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
    this.#position = {
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
      // The drop zone of the target column can mount during the drag.
      onDropZoneRegistered(() => this.#scheduleTargetUpdate()),
      coverWindowDuringDrag(),
      () => listeners.abort(),
    ];
    window.addEventListener('pointerdown', (event) => sensor.cancel(event), { capture: true, signal });
    document.addEventListener('scroll', () => this.#scheduleTargetUpdate(), { capture: true, signal });
    this.#overlay = showDragOverlay(element, start, cards.length, from);
    this.#updateTarget();
    announceToScreenReaders(
      `Lifted ${cardTitleOrCountText(cards)}, ${this.#positionText(list)}. Arrows carry, Space drops, Escape puts back.`,
    );
  }

  #others(list: ActiveList, column = this.#position.column): readonly string[] {
    return (list.columns[column]?.ids ?? []).filter((id) => !this.#ids.has(id));
  }

  /** Counts all visible cards of the column, lifted cards included. */
  #index(list: ActiveList): number {
    const next = this.#others(list)[this.#position.index];
    const shown = list.columns[this.#position.column]?.ids ?? [];
    return next === undefined ? shown.length : shown.indexOf(next);
  }

  #zone(list: ActiveList): DropZone | null {
    return dropZoneByKey(list.columns[this.#position.column]?.column.key ?? null);
  }

  #positionText(list: ActiveList): string {
    const { title } = list.columns[this.#position.column]?.column ?? { title: '' };
    if (list.hasManualOrder === false) return `over ${title}`;
    return `over ${title}, position ${this.#position.index + 1} of ${this.#others(list).length + 1}`;
  }

  moveBy(list: ActiveList, key: string): void {
    const direction = directionByKey[key];
    const { column } = this.#position;
    const to =
      direction !== undefined
        ? this.#step(list, direction)
        : key === 'Home'
          ? { column, index: 0 }
          : key === 'End'
            ? { column, index: this.#others(list).length }
            : null;
    if (!to) return;
    this.#position = to;
    this.#isAnnounced = false;
    list.revealPosition?.(to.column, this.#index(list));
    this.#updateTarget();
    this.#scheduleTargetUpdate();
  }

  #step(list: ActiveList, direction: ArrowDirection): DropPosition | null {
    const { column, index } = this.#position;
    const isVertical = direction === 'up' || direction === 'down';
    const next = direction === 'up' ? index - 1 : index + 1;
    if (isVertical && list.hasManualOrder !== false && next >= 0 && next <= this.#others(list).length)
      return { column, index: next };
    const to = list.columnsPerRow === undefined && isVertical ? null : adjacentColumnIndex(list, column, direction);
    if (to === null) {
      announceToScreenReaders(
        isVertical && list.hasManualOrder === false
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
    const list = currentActiveList();
    const zone = list && this.#zone(list);
    // A column that is not mounted yet has no drop zone; `onDropZoneRegistered` starts the next update.
    if (!zone) return;
    const index = this.#index(list);
    const box = zone.element.getBoundingClientRect();
    const line = zone.lineAt?.(index);
    const reason = setDropTarget(zone, index);
    this.#overlay.showRefusal(reason);
    this.move({
      x: (line?.left ?? box.left + 8) + 12 + this.#offset.x,
      y: (line?.top ?? box.top + 40) + 6 + this.#offset.y,
    });
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const reply = reason ?? refusalAndCautionOfZone(zone).caution;
    announceToScreenReaders(reply ? `${this.#positionText(list)}: ${reply}` : this.#positionText(list));
  }

  move(to: Point): void {
    this.#overlay.move(to);
  }

  /** True also while the target zone is not mounted. Announces a refusal to screen readers. */
  canDrop(list: ActiveList): boolean {
    this.#updateTarget();
    const { target, refusal } = useDragState.getState();
    if (refusal === null || target?.key !== this.#zone(list)?.key) return true;
    announceToScreenReaders(`Cannot be put here: ${refusal}`);
    return false;
  }

  end(isDropped: boolean): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
    const list = currentActiveList();
    if (!isDropped || !list) {
      this.#overlay.animateBack();
      announceToScreenReaders('Put back');
      list?.reveal(this.#id);
      putCursorOn(this.#id);
      return;
    }
    const zone = this.#zone(list);
    const index = this.#index(list);
    carryCard(this.#id);
    list.move?.(this.#cards, this.#position.column, index);
    if (zone) this.#overlay.animateToCard(this.#id, zone.element);
    else this.#overlay.animateBack();
  }
}
