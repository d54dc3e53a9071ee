/** The list of cards the window is showing: what keys, menus and dialogs act on. */
import { create } from 'zustand';
import { openCard, shownCard } from '../data/routes.ts';
import { focusCard, useSelection } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import type { Column } from '../model/column.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';

export interface ActiveColumn {
  readonly column: Column;
  readonly ids: readonly string[];
  /** Its cards are out of sight: they take part in no range, and no key goes to them. */
  readonly isFolded?: boolean;
}

/** The cards of a column that are in sight, or come there by scrolling. */
export const seenIn = ({ ids, isFolded }: ActiveColumn): readonly string[] => (isFolded ? [] : ids);
export const firstSeen = (columns: readonly ActiveColumn[]): string | null =>
  columns.map(seenIn).find((ids) => ids.length > 0)?.[0] ?? null;

export interface ActiveList {
  readonly key: string;
  readonly title: string;
  /** Columns; row after row where `across` says how many stand beside each other (lanes, groups of a list). */
  readonly columns: readonly ActiveColumn[];
  readonly across?: number;
  /** Whether cards have a place of their own within a column. */
  readonly ordered?: boolean;
  /** Cards that are finished leave its first column: the Hand. */
  readonly leaves?: true;
  cardOf(id: string): CardRow | undefined;
  /** Puts cards into a column before the card at `index` of what it shows; undefined where lists cannot be moved in. */
  move?(cards: readonly CardRow[], columnIndex: number, index: number): void;
  /** Zones of the manual order that is shown, and putting cards into one of them; absent where there are none. */
  readonly zones?: readonly (string | null)[];
  toZone?(cards: readonly CardRow[], zone: string | null): void;
  /** Opens the composer in a column, or next to a card; in the first column that takes new cards when none is named. */
  create?(columnKey: string | null, next?: { readonly cardId: string; readonly side: 'above' | 'below' }): void;
  /** Brings a card into view. */
  reveal(id: string): void;
  /** Brings a place of a column into view, whether a card stands there or not. */
  revealPlace?(columnIndex: number, index: number): void;
}

type CardOf = ActiveList['cardOf'];

export const useActiveList = create<{
  readonly list: ActiveList | null;
  /** Finds cards of a second list below the view: the Hand strip. */
  readonly stripCardOf: CardOf | null;
}>(() => ({ list: null, stripCardOf: null }));

export function showList(list: ActiveList): () => void {
  useActiveList.setState({ list });
  return () => {
    if (useActiveList.getState().list?.key === list.key) useActiveList.setState({ list: null });
  };
}

export const activeList = (): ActiveList | null => useActiveList.getState().list;

/** Lets commands act on the cards of the Hand strip, too. Returns the function that ends this. */
export function showStripCards(stripCardOf: CardOf): () => void {
  useActiveList.setState({ stripCardOf });
  return () => {
    if (useActiveList.getState().stripCardOf === stripCardOf) useActiveList.setState({ stripCardOf: null });
  };
}

const shownAs: CardOf = (id) => activeList()?.cardOf(id) ?? useActiveList.getState().stripCardOf?.(id);

/** Whether a card is one that the view shows: views without cards keep none from the view before. */
export const isShown = (id: string): boolean => shownAs(id) !== undefined;

/** The cards a command is about: the selection, else the card with the focus. */
export function actedCards(): CardRow[] {
  if (!activeList()) return [];
  const { selected, focused } = useSelection.getState();
  const ids = selected.size > 0 ? [...selected] : focused ? [focused] : [];
  return ids.flatMap((id) => shownAs(id) ?? []);
}

/**
 * Before a key: where the card that had the keyboard is no longer shown (undone before it was ever drawn, moved out of
 * sight), the card that has the page's focus has it. The page's focus does not move by itself, so nothing else would say so.
 */
export function settleFocus(): void {
  const list = activeList();
  const { focused } = useSelection.getState();
  if (!list || (focused !== null && isShown(focused))) return;
  const id = document.activeElement?.closest<HTMLElement>('[data-card-list] [data-card-id]')?.dataset.cardId;
  if (id && list.cardOf(id)) focusCard(id);
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The column beside one; null at the edge. */
export function beside(
  { columns, across = columns.length }: ActiveList,
  at: number,
  direction: Direction,
): number | null {
  const row = Math.floor(at / across);
  const to = at + { left: -1, right: 1, up: -across, down: across }[direction];
  if (at < 0 || to < 0 || to >= columns.length) return null;
  return direction === 'up' || direction === 'down' || Math.floor(to / across) === row ? to : null;
}

/** The card next to one in a direction; past columns without cards to the nearest one that has some. */
export function neighbour(list: ActiveList, from: string | null, direction: Direction): string | null {
  const { columns } = list;
  const at = columns.findIndex(({ ids }) => from !== null && ids.includes(from));
  if (at < 0 || from === null || columns[at]?.isFolded) return firstSeen(columns);
  const ids = columns[at]?.ids ?? [];
  const index = ids.indexOf(from);
  const within = direction === 'up' ? ids[index - 1] : direction === 'down' ? ids[index + 1] : undefined;
  if (within) return within;
  const across = list.across ?? columns.length;
  for (let to = beside(list, at, direction); to !== null; to = beside(list, to, direction)) {
    const next = columns[to];
    const there = next ? seenIn(next) : [];
    if (direction === 'left' || direction === 'right') {
      if (there.length > 0) return there[Math.min(index, there.length - 1)] ?? null;
      continue;
    }
    // The next lane that has cards at all: in the same column, else in the nearest one.
    const row = Math.floor(to / across) * across;
    const near = columns
      .slice(row, row + across)
      .map((each, column) => ({ cards: seenIn(each), far: Math.abs(row + column - (to ?? 0)) }))
      .filter(({ cards }) => cards.length > 0)
      .sort((a, b) => a.far - b.far)[0];
    if (near) return (direction === 'up' ? near.cards.at(-1) : near.cards[0]) ?? null;
  }
  return null;
}

/** Gives the page's focus back to the card with the keyboard, where closing something left it nowhere. */
export function returnFocus(): void {
  requestAnimationFrame(() => {
    const { focused } = useSelection.getState();
    if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
    document
      .querySelector<HTMLElement>(`main [data-card-list] [data-card-id="${CSS.escape(focused)}"]`)
      ?.focus({ preventScroll: true });
  });
}

/** Frames in which a board has heard how much room it has left. */
const framesToKnow = 10;

/** A card that opens takes room from its board: once the board knows, the card is brought back into sight. Answers how to stop. */
export function keepInSight(id: string): () => void {
  let frame = 0;
  let stopWaiting = () => {};
  const isEmpty = () => !activeList()?.columns.some(({ ids }) => ids.length > 0);
  const look = (left: number) => {
    const list = activeList();
    // A link may open a board and a card at once: the board's cards come later.
    if (isEmpty()) {
      stopWaiting = useActiveList.subscribe(() => {
        if (isEmpty()) return;
        stopWaiting();
        look(left);
      });
      return;
    }
    const shown = document.querySelector(`main [data-card-list] [data-card-id="${CSS.escape(id)}"]`);
    // No further than it takes: the card was pressed where it is.
    if (shown) shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else if (list?.cardOf(id) && left > 0) {
      // Its column went with the room; the board scrolls to it once it knows how much that is.
      list.reveal(id);
      frame = requestAnimationFrame(() => look(left - 1));
    }
  };
  const forget = afterNextPaint(() => look(framesToKnow));
  return () => {
    forget();
    stopWaiting();
    cancelAnimationFrame(frame);
  };
}

/** Closes the card in the panel; the keyboard goes back to where the view shows it. */
export function closeCard(): void {
  const id = shownCard();
  const { activeElement } = document;
  const isFree = activeElement === null || activeElement === document.body || activeElement.closest('aside') !== null;
  if (id && isFree) {
    if (activeList()?.cardOf(id)) focusCard(id);
    const shown = `main :is([data-card-list] [data-card-id="${CSS.escape(id)}"], [data-opens-card="${CSS.escape(id)}"])`;
    document.querySelector<HTMLElement>(shown)?.focus({ preventScroll: true });
  }
  openCard(null);
}
