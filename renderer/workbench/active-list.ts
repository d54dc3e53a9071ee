/** The list of cards that the open view shows; keys, menus and dialogs act on its cards. */
import { create } from 'zustand';
import type { ActionName } from '../../shared/contract/index.ts';
import { openCard, shownCard } from '../data/routes.ts';
import { focusCard, useSelection } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import type { Column } from '../model/column.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';

interface ActiveColumn {
  readonly column: Column;
  readonly ids: readonly string[];
  /** The column is folded: ranges leave its cards out, and keys do not focus them. */
  readonly isFolded?: boolean;
}

/** Ids of the cards of a column that is not folded. */
export const unfoldedIds = ({ ids, isFolded }: ActiveColumn): readonly string[] => (isFolded ? [] : ids);
/** Id of the first card in a column that is not folded, or null. */
export const firstUnfoldedId = (columns: readonly ActiveColumn[]): string | null =>
  columns.map(unfoldedIds).find((ids) => ids.length > 0)?.[0] ?? null;

export interface ActiveList {
  readonly key: string;
  readonly title: string;
  /** Columns. With lanes and groups of a list: row after row, with `across` columns in each. */
  readonly columns: readonly ActiveColumn[];
  readonly across?: number;
  /** Whether cards have a manual order within a column. */
  readonly ordered?: boolean;
  cardOf(id: string): CardRow | undefined;
  /** Id of the user whose Hand the card is in here, or null. Absent if the list shows no Hands. */
  holderOf?(id: string): string | null;
  /** Moves cards into a column, before its card at `index`. Absent if cards cannot be moved here. */
  move?(cards: readonly CardRow[], columnIndex: number, index: number): void;
  /** The action that every move sends, so that a token without its permission is refused with the reason. */
  readonly moveNeeds?: ActionName;
  /** Moves cards one step by keys, in place of a move into the next column: a due date can leave the shown days. */
  moveBy?(cards: readonly CardRow[], direction: Direction): void;
  /** Zones of the shown manual order, and a function that moves cards into one. Absent if there are no zones. */
  readonly zones?: readonly (string | null)[];
  toZone?(cards: readonly CardRow[], zone: string | null): void;
  /** Opens the composer in a column or next to a card; with null, in the first column that accepts new cards. */
  create?(columnKey: string | null, next?: { readonly cardId: string; readonly side: 'above' | 'below' }): void;
  /** Scrolls a card into view. */
  reveal(id: string): void;
  /** Scrolls a position of a column into view, with or without a card there. */
  revealPlace?(columnIndex: number, index: number): void;
}

type CardOf = ActiveList['cardOf'];

/** A list to the left of the active one, such as the backlog of runs: keys reach it as the first column. */
export interface BesideList extends Required<Pick<ActiveList, 'cardOf' | 'reveal'>> {
  readonly column: ActiveColumn;
  /** Scrolls a position into view. */
  revealPlace(index: number): void;
  /** Moves cards into it. */
  move(cards: readonly CardRow[]): void;
}

/** Puts a list before the columns of another one; in front of lanes it is in the first row. */
export function withBeside(list: ActiveList, beside: BesideList): ActiveList {
  const { columns, move } = list;
  const across = Math.max(1, list.across ?? columns.length);
  const empty: ActiveColumn = { ...beside.column, ids: [] };
  const rows = Array.from({ length: Math.max(1, columns.length / across) }, (_, row) => [
    row === 0 ? beside.column : empty,
    ...columns.slice(row * across, (row + 1) * across),
  ]);
  const isBeside = (at: number) => at % (across + 1) === 0;
  const own = (at: number) => at - Math.floor(at / (across + 1)) - 1;
  return {
    ...list,
    columns: rows.flat(),
    ...(list.across === undefined ? {} : { across: across + 1 }),
    cardOf: (id) => list.cardOf(id) ?? beside.cardOf(id),
    ...(move
      ? { move: (cards, at, index) => (isBeside(at) ? beside.move(cards) : move.call(list, cards, own(at), index)) }
      : {}),
    reveal: (id) => (list.cardOf(id) ? list.reveal(id) : beside.reveal(id)),
    revealPlace: (at, index) => (isBeside(at) ? beside.revealPlace(index) : list.revealPlace?.(own(at), index)),
  };
}

interface ListState {
  /** The list that the view shows, with the one beside it. */
  readonly list: ActiveList | null;
  readonly main: ActiveList | null;
  readonly beside: BesideList | null;
  /** Finds cards of a second list below the view: the Hand strip. */
  readonly stripCardOf: CardOf | null;
}

export const useActiveList = create<ListState>(() => ({ list: null, main: null, beside: null, stripCardOf: null }));

const setLists = (change: Partial<Pick<ListState, 'main' | 'beside'>>): void =>
  useActiveList.setState((state) => {
    const { main, beside } = { ...state, ...change };
    return { main, beside, list: main && beside ? withBeside(main, beside) : main };
  });

/** Makes this the active list. Returns the function that ends this. */
export function showList(list: ActiveList): () => void {
  setLists({ main: list });
  return () => {
    if (useActiveList.getState().main?.key === list.key) setLists({ main: null });
  };
}

/** Puts a list beside the active one. Returns the function that ends this. */
export function showBeside(beside: BesideList): () => void {
  setLists({ beside });
  return () => {
    if (useActiveList.getState().beside === beside) setLists({ beside: null });
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

/** The shown card with this id. */
const shownCardOf: CardOf = (id) => activeList()?.cardOf(id) ?? useActiveList.getState().stripCardOf?.(id);

/** Whether the view or the Hand strip shows the card. */
export const isShown = (id: string): boolean => shownCardOf(id) !== undefined;

/** The cards that commands act on: the selection, or the focused card if none is selected. */
export function targetCards(): CardRow[] {
  if (!activeList()) return [];
  const { selected, focused } = useSelection.getState();
  const ids = selected.size > 0 ? [...selected] : focused ? [focused] : [];
  return ids.flatMap((id) => shownCardOf(id) ?? []);
}

/**
 * Called before a key is handled. If the view no longer shows the focused card, the card whose element has the focus of the
 * page becomes the focused one. No event reports this, since the focus of the page does not move.
 */
export function syncFocusedCard(): void {
  const list = activeList();
  const { focused } = useSelection.getState();
  if (!list || (focused !== null && isShown(focused))) return;
  const id = document.activeElement?.closest<HTMLElement>('[data-card-list] [data-card-id]')?.dataset.cardId;
  if (id && list.cardOf(id)) focusCard(id);
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Index of the column next to the one at `at`, or null at the edge. Below a row is the last column of a shorter one. */
export function adjacentColumn(
  { columns, across = columns.length }: ActiveList,
  at: number,
  direction: Direction,
): number | null {
  const row = Math.floor(at / across);
  const last = columns.length - 1;
  const next = at + { left: -1, right: 1, up: -across, down: across }[direction];
  const isAbove = Math.floor(last / across) > Math.floor(at / across);
  const to = direction === 'down' && isAbove ? Math.min(next, last) : next;
  if (at < 0 || to < 0 || to > last) return null;
  return direction === 'up' || direction === 'down' || Math.floor(to / across) === row ? to : null;
}

/** Id of the card next to `from` in a direction, or null. Columns without cards are skipped. */
export function adjacentCard(list: ActiveList, from: string | null, direction: Direction): string | null {
  const { columns } = list;
  const at = columns.findIndex(({ ids }) => from !== null && ids.includes(from));
  if (at < 0 || from === null || columns[at]?.isFolded) return firstUnfoldedId(columns);
  const ids = columns[at]?.ids ?? [];
  const index = ids.indexOf(from);
  const neighbourId = direction === 'up' ? ids[index - 1] : direction === 'down' ? ids[index + 1] : undefined;
  if (neighbourId) return neighbourId;
  const across = list.across ?? columns.length;
  for (let to = adjacentColumn(list, at, direction); to !== null; to = adjacentColumn(list, to, direction)) {
    const next = columns[to];
    const nextIds = next ? unfoldedIds(next) : [];
    if (direction === 'left' || direction === 'right') {
      if (nextIds.length > 0) return nextIds[Math.min(index, nextIds.length - 1)] ?? null;
      continue;
    }
    // In the next lane with cards: the same column, or the nearest one with cards.
    const row = Math.floor(to / across) * across;
    const near = columns
      .slice(row, row + across)
      .map((each, column) => ({ cards: unfoldedIds(each), distance: Math.abs(row + column - (to ?? 0)) }))
      .filter(({ cards }) => cards.length > 0)
      .sort((a, b) => a.distance - b.distance)[0];
    if (near) return (direction === 'up' ? near.cards.at(-1) : near.cards[0]) ?? null;
  }
  return null;
}

/** Moves the focus of the page to the focused card if no element has it, for example after a dialog closed. */
export function returnFocus(): void {
  requestAnimationFrame(() => {
    const { focused } = useSelection.getState();
    if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
    document
      .querySelector<HTMLElement>(`main [data-card-list] [data-card-id="${CSS.escape(focused)}"]`)
      ?.focus({ preventScroll: true });
  });
}

/** Frames within which a board has measured its new width. */
const maxFrames = 10;

/**
 * Scrolls the card back into view after the panel that shows it has made the board narrower. Returns the function that stops
 * this.
 */
export function keepInSight(id: string): () => void {
  let frame = 0;
  let stopWaiting = () => {};
  const isEmpty = () => !activeList()?.columns.some(({ ids }) => ids.length > 0);
  const tryFrames = (framesLeft: number) => {
    const list = activeList();
    // A link may open a board and a card at once; the cards of the board arrive later.
    if (isEmpty()) {
      stopWaiting = useActiveList.subscribe(() => {
        if (isEmpty()) return;
        stopWaiting();
        tryFrames(framesLeft);
      });
      return;
    }
    const shown = document.querySelector(`main [data-card-list] [data-card-id="${CSS.escape(id)}"]`);
    // `nearest` scrolls as little as possible: the person has just clicked the card here.
    if (shown) shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else if (list?.cardOf(id) && framesLeft > 0) {
      // Its column is out of view now; the board can scroll to it when it has measured its width.
      list.reveal(id);
      frame = requestAnimationFrame(() => tryFrames(framesLeft - 1));
    }
  };
  const cancel = afterNextPaint(() => tryFrames(maxFrames));
  return () => {
    cancel();
    stopWaiting();
    cancelAnimationFrame(frame);
  };
}

/** Closes the card in the panel. The element that shows the card in the view gets the focus. */
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
