/**
 * Carrying cards by keys: a key lifts them, arrows carry them from place to place, which is shown and said, and the same
 * key drops them where they are. The pointer's drag without a pointer: same marks, same refusals, same picture.
 */
import { moveFocus } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import { cardsInWords } from '../model/drop-action.ts';
import { announce } from '../ui/dom/announce.ts';
import { type ActiveList, activeList, adjacentColumn, type Direction } from '../workbench/active-list.ts';
import { liftedWith } from './drag.ts';
import { beginOverlay, coverWindow, type Overlay } from './drag-overlay.ts';
import { cautionOf, liftInto, setDropTarget, useDrag } from './drag-session.ts';
import { type DropZone, lists, onZone, zones } from './drop-targets.ts';

/** A place among the cards of a column that are not carried. */
interface Place {
  readonly column: number;
  readonly index: number;
}

let carrying: Carry | null = null;

/** Whether a card can be carried in what is shown now. */
export const canCarry = (id: string | null): boolean => id !== null && carrying === null && !!activeList()?.move;

export function carry(id: string): void {
  const list = activeList();
  const element = document.querySelector<HTMLElement>(`main [data-card-list] [data-card-id="${CSS.escape(id)}"]`);
  const source = lists.get(element?.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');
  const cards = source ? liftedWith(id, source) : [];
  if (!list?.move || !element || cards.length === 0) return;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  carrying = new Carry(id, cards, list, element);
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

class Carry {
  readonly #id: string;
  readonly #cards: readonly CardRow[];
  readonly #ids: ReadonlySet<string>;
  readonly #overlay: Overlay;
  readonly #land: () => void;
  readonly #stop: () => void;
  #place: Place;
  /** The place was said, with what its zone thinks of it. */
  #isSaid = true;
  #frame = 0;

  constructor(id: string, cards: readonly CardRow[], list: ActiveList, element: HTMLElement) {
    this.#id = id;
    this.#cards = cards;
    this.#ids = new Set(cards.map((card) => card.cardId));
    const column = Math.max(
      0,
      list.columns.findIndex(({ ids }) => ids.includes(id)),
    );
    const before = list.columns[column]?.ids ?? [];
    this.#place = {
      column,
      index: before.slice(0, before.indexOf(id)).filter((other) => !this.#ids.has(other)).length,
    };
    const start = element.getBoundingClientRect();
    const home = { x: start.left, y: start.top };
    this.#land = liftInto(cards, element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null);
    const aim = this.#aimed();
    // All that is to be measured has been: what follows changes the page.
    const reason = setDropTarget(aim?.zone ?? null, aim?.index ?? 0);
    this.#overlay = beginOverlay(element, start, cards.length, home, aim?.at ?? home);
    this.#overlay.refuse(reason);
    const stops = [
      on(window, 'keydown', this.#pressed, true),
      on(window, 'pointerdown', () => this.#cancel(), true),
      // A place that scrolls, or comes on screen, is aimed at where it is then.
      on(document, 'scroll', () => this.#aimSoon(), true),
      onZone(() => this.#aimSoon()),
      coverWindow(),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
    announce(`Lifted ${cardsInWords(cards)}, ${this.#words(list)}. Arrows carry, Space drops, Escape puts back.`);
  }

  #others(list: ActiveList, column = this.#place.column): readonly string[] {
    return (list.columns[column]?.ids ?? []).filter((id) => !this.#ids.has(id));
  }

  /** The index among all that the column shows. */
  #index(list: ActiveList): number {
    const others = this.#others(list);
    const next = others[this.#place.index];
    const shown = list.columns[this.#place.column]?.ids ?? [];
    return next === undefined ? shown.length : shown.indexOf(next);
  }

  #words(list: ActiveList): string {
    const { title } = list.columns[this.#place.column]?.column ?? { title: '' };
    if (list.ordered === false) return `over ${title}`;
    return `over ${title}, position ${this.#place.index + 1} of ${this.#others(list).length + 1}`;
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    // Whatever else a key means waits until the cards have landed.
    event.preventDefault();
    event.stopPropagation();
    const list = activeList();
    if (!list?.move || event.key === 'Escape' || event.key === 'Tab') this.#cancel();
    else if (event.key === 'Enter' || event.key === ' ') this.#drop(list);
    else this.#carryBy(list, event.key);
  };

  #carryBy(list: ActiveList, key: string): void {
    const direction = arrows[key];
    const to =
      direction !== undefined
        ? this.#step(list, direction)
        : key === 'Home'
          ? { ...this.#place, index: 0 }
          : key === 'End'
            ? { ...this.#place, index: this.#others(list).length }
            : null;
    if (to) this.#go(list, to);
  }

  #step(list: ActiveList, direction: Direction): Place | null {
    const { column, index } = this.#place;
    const isAlong = direction === 'up' || direction === 'down';
    const next = direction === 'up' ? index - 1 : index + 1;
    if (isAlong && list.ordered !== false && next >= 0 && next <= this.#others(list).length)
      return { column, index: next };
    const to = list.across === undefined && isAlong ? null : adjacentColumn(list, column, direction);
    if (to === null) {
      announce(
        isAlong && list.ordered === false ? 'Cards are sorted here: only the column can be chosen' : 'No place there',
      );
      return null;
    }
    const { length } = this.#others(list, to);
    return { column: to, index: isAlong ? (direction === 'up' ? length : 0) : Math.min(index, length) };
  }

  #go(list: ActiveList, to: Place): void {
    this.#place = to;
    this.#isSaid = false;
    list.revealPlace?.(to.column, this.#index(list));
    this.#aim();
    this.#aimSoon();
  }

  #aimSoon(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#aim();
    });
  }

  /** What the cards are over, and where the picture of them goes; null while their column is not on screen. */
  #aimed(): { readonly zone: DropZone; readonly index: number; readonly at: { x: number; y: number } } | null {
    const list = activeList();
    const zone = zones.get(list?.columns[this.#place.column]?.column.key ?? '');
    if (!list || !zone) return null;
    const index = this.#index(list);
    const box = zone.element.getBoundingClientRect();
    const line = zone.lineAt?.(index);
    return { zone, index, at: { x: (line?.left ?? box.left + 8) + 12, y: (line?.top ?? box.top + 40) + 6 } };
  }

  #aim(): void {
    const list = activeList();
    const aim = this.#aimed();
    // A column that is not on screen yet tells when it is.
    if (!list || !aim) return;
    const { zone, at } = aim;
    const reason = setDropTarget(zone, aim.index);
    this.#overlay.refuse(reason);
    this.#overlay.move(at.x, at.y);
    if (this.#isSaid) return;
    this.#isSaid = true;
    const said = reason ?? cautionOf(zone);
    announce(said ? `${this.#words(list)}: ${said}` : this.#words(list));
  }

  #drop(list: ActiveList): void {
    this.#aim();
    const { column } = this.#place;
    const { target, refusal } = useDrag.getState();
    const zone = zones.get(list.columns[column]?.column.key ?? '');
    if (refusal !== null && target?.key === zone?.key) {
      announce(`Cannot be put here: ${refusal}`);
      return;
    }
    const index = this.#index(list);
    this.#end();
    // By keys: the page's focus goes with the card, wherever it is drawn then.
    moveFocus(this.#id);
    list.move?.(this.#cards, column, index);
    if (zone) this.#overlay.settle(this.#id, zone.element);
    else this.#overlay.returnHome();
  }

  #cancel(): void {
    this.#end();
    this.#overlay.returnHome();
    announce('Put back');
    activeList()?.reveal(this.#id);
    moveFocus(this.#id);
  }

  #end(): void {
    carrying = null;
    cancelAnimationFrame(this.#frame);
    this.#stop();
    this.#land();
  }
}

function on<K extends keyof WindowEventMap>(
  target: Window | Document,
  type: K,
  listener: (event: WindowEventMap[K]) => void,
  capture: boolean,
): () => void {
  const heard = listener as (event: Event) => void;
  target.addEventListener(type, heard, capture);
  return () => target.removeEventListener(type, heard, capture);
}
