/** The list of cards that the open view shows; keys, menus and dialogs act on its cards. */
import { create } from 'zustand';
import type { ActionName } from '../../shared/contract/index.ts';
import { idOfOpenCard, openCard } from '../data/routes.ts';
import { focusCard, putCursorOn, useSelection } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import type { Column } from '../model/column.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { cardInMainSelector, cardSelector, revealCard } from './reveal-card.ts';

interface ActiveColumn {
  readonly column: Column;
  readonly ids: readonly string[];
  /** Commands, range selection and arrow keys skip the cards of a folded column. */
  readonly isFolded?: boolean;
}

/** Returns a column of a list that is not a board. Unlike a column of a board, it belongs to no grouping. */
export const listColumnOf = (key: string, title: string, cards: readonly CardRow[]): ActiveColumn => ({
  column: { key, title, by: 'none', value: null },
  ids: cards.map(({ cardId }) => cardId),
});

/** The card ids of a column, and whether the column is folded. */
export type ColumnCardIds = Pick<ActiveColumn, 'ids' | 'isFolded'>;

/** Returns the card ids of a column; none if the column is folded. */
export const cardIdsUnlessFolded = ({ ids, isFolded }: ColumnCardIds): readonly string[] => (isFolded ? [] : ids);
/** Returns the id of the first card that is not in a folded column, or null. */
export const firstCardIdInUnfoldedColumns = (columns: readonly ColumnCardIds[]): string | null =>
  columns.map(cardIdsUnlessFolded).find((ids) => ids.length > 0)?.[0] ?? null;

/** A list of cards, as columns of card ids. Commands use its functions to find, move and show the cards. */
export interface ActiveList {
  readonly key: string;
  readonly title: string;
  /**
   * Columns from left to right. With lanes, the columns of the first lane come first, then the columns of the second
   * lane, and so on. In the list layout, each group is one column.
   */
  readonly columns: readonly ActiveColumn[];
  /**
   * Number of columns side by side: the columns of one lane, 1 in the list layout, 7 in the calendar. Absent if all
   * columns are side by side.
   */
  readonly columnsPerRow?: number;
  /** Whether cards have a manual order within a column. */
  readonly hasManualOrder?: boolean;
  cardOf(id: string): CardRow | undefined;
  /** Returns the id of the user in whose Hand this list shows the card, or null. Absent if the list shows no Hands. */
  holderOf?(id: string): string | null;
  /** Moves cards into a column, before its card at `index`. Absent if the list does not allow moves. */
  move?(cards: readonly CardRow[], columnIndex: number, index: number): void;
  /**
   * The action that every move sends. If the token does not permit this action, commands that move cards are refused.
   */
  readonly moveAction?: ActionName;
  /**
   * Moves cards one step when the person presses a key. Without this function, keys call `move`. The calendar has this
   * function, because a key may move a card to a day that the calendar does not show.
   */
  moveBy?(cards: readonly CardRow[], direction: ArrowDirection): void;
  /**
   * The zones of the manual order that the list shows, and a function that moves cards into a zone. Both are absent if
   * the list shows no zones.
   */
  readonly zones?: readonly (string | null)[];
  moveToZone?(cards: readonly CardRow[], zone: string | null): void;
  /**
   * Opens the composer in a column or next to a card. If `columnKey` is null, opens it in the first column that accepts
   * new cards.
   */
  openComposer?(columnKey: string | null, next?: { readonly cardId: string; readonly side: 'above' | 'below' }): void;
  /** Scrolls a card into view. */
  reveal(id: string): void;
  /** Scrolls position `index` of a column into view, even if no card is there. */
  revealPosition?(columnIndex: number, index: number): void;
}

type CardOf = ActiveList['cardOf'];

/**
 * A list to the left of the active list, such as the backlog of runs. Arrow keys treat this list as the first column.
 */
export interface SideList extends Required<Pick<ActiveList, 'cardOf' | 'reveal'>> {
  readonly column: ActiveColumn;
  /** Scrolls the card at position `index` of this list into view. */
  revealPosition(index: number): void;
  /** Moves cards into this list. */
  move(cards: readonly CardRow[]): void;
}

/**
 * Returns `list` with the column of `beside` as its first column. With lanes, only the first lane shows the cards of
 * `beside`; the other lanes get an empty column.
 */
export function activeListWithSideList(list: ActiveList, beside: SideList): ActiveList {
  const { columns, move } = list;
  const columnsPerRow = Math.max(1, list.columnsPerRow ?? columns.length);
  const empty: ActiveColumn = { ...beside.column, ids: [] };
  const rows = Array.from({ length: Math.max(1, columns.length / columnsPerRow) }, (_, row) => [
    row === 0 ? beside.column : empty,
    ...columns.slice(row * columnsPerRow, (row + 1) * columnsPerRow),
  ]);
  const isBeside = (at: number) => at % (columnsPerRow + 1) === 0;
  const ownIndex = (at: number) => at - Math.floor(at / (columnsPerRow + 1)) - 1;
  return {
    ...list,
    columns: rows.flat(),
    ...(list.columnsPerRow === undefined ? {} : { columnsPerRow: columnsPerRow + 1 }),
    cardOf: (id) => list.cardOf(id) ?? beside.cardOf(id),
    ...(move
      ? {
          move: (cards, at, index) => (isBeside(at) ? beside.move(cards) : move.call(list, cards, ownIndex(at), index)),
        }
      : {}),
    reveal: (id) => (list.cardOf(id) ? list.reveal(id) : beside.reveal(id)),
    revealPosition: (at, index) =>
      isBeside(at) ? beside.revealPosition(index) : list.revealPosition?.(ownIndex(at), index),
  };
}

interface ListState {
  /** `main` with `beside` as its first column, or `main` alone if there is no `beside`. */
  readonly list: ActiveList | null;
  readonly main: ActiveList | null;
  readonly beside: SideList | null;
  /** Finds a card in the Hand strip. The Hand strip is a second list of cards below the view. */
  readonly stripCardOf: CardOf | null;
  /** The card in a card panel beside the view. */
  readonly panelCard: CardRow | null;
}

/** Store of the active list, its parts, the cards of the Hand strip, and the card in the card panel. */
export const useActiveList = create<ListState>(() => ({
  list: null,
  main: null,
  beside: null,
  stripCardOf: null,
  panelCard: null,
}));

const setLists = (change: Partial<Pick<ListState, 'main' | 'beside'>>): void =>
  useActiveList.setState((state) => {
    const { main, beside } = { ...state, ...change };
    return { main, beside, list: main && beside ? activeListWithSideList(main, beside) : main };
  });

/**
 * Returns the id of the card that gets the focus after the card `id` has left its column. `before` and `now` are the
 * columns before and after that change. Chooses the nearest card below that is still in `now`, otherwise the nearest
 * card above. Returns null if no card remains.
 */
export function nearestRemainingCardId(
  id: string,
  before: readonly ColumnCardIds[],
  now: readonly ColumnCardIds[],
): string | null {
  const ids = before.find((column) => column.ids.includes(id))?.ids ?? [];
  const index = ids.indexOf(id);
  const remaining = new Set(now.flatMap(cardIdsUnlessFolded));
  const isRemaining = (other: string) => remaining.has(other);
  return ids.slice(index + 1).find(isRemaining) ?? ids.slice(0, index).findLast(isRemaining) ?? null;
}

/** Makes `list` the active list. Returns a function that removes it again. */
export function setActiveList(list: ActiveList): () => void {
  setLists({ main: list });
  return () => {
    if (useActiveList.getState().main?.key === list.key) setLists({ main: null });
  };
}

/**
 * Adds a side list to the active list: the arrow keys treat it as the first column. Returns a function that removes the
 * side list.
 */
export function addSideList(beside: SideList): () => void {
  setLists({ beside });
  return () => {
    if (useActiveList.getState().beside === beside) setLists({ beside: null });
  };
}

/** Returns the active list, or null if the open view has no list of cards. */
export const currentActiveList = (): ActiveList | null => useActiveList.getState().list;

/** Lets commands also act on the cards of the Hand strip. Returns a function that removes the strip's cards again. */
export function registerHandStripCardLookup(stripCardOf: CardOf): () => void {
  useActiveList.setState({ stripCardOf });
  return () => {
    if (useActiveList.getState().stripCardOf === stripCardOf) useActiveList.setState({ stripCardOf: null });
  };
}

/** Returns true if the card is in a column that is not folded. */
export const isInUnfoldedColumn = (columns: readonly ColumnCardIds[], id: string): boolean =>
  columns.some((column) => cardIdsUnlessFolded(column).includes(id));

/** Lets commands also act on the card in the card panel. Returns a function that removes this card again. */
export function registerPanelCard(panelCard: CardRow): () => void {
  useActiveList.setState({ panelCard });
  return () => {
    if (useActiveList.getState().panelCard === panelCard) useActiveList.setState({ panelCard: null });
  };
}

/** Returns true if the card is in folded columns only. */
function isFolded(columns: readonly ColumnCardIds[], id: string): boolean {
  const own = columns.filter(({ ids }) => ids.includes(id));
  return own.length > 0 && own.every((column) => column.isFolded);
}

/** Returns the card with this id if the view, the Hand strip or the card panel shows it. */
const shownCardOf: CardOf = (id) => {
  const { list, stripCardOf, panelCard } = useActiveList.getState();
  // Checks the panel first. For a sub card that the view does not show, `cardOf` may return a row without all fields.
  if (panelCard?.cardId === id) return panelCard;
  const card = list && !isFolded(list.columns, id) ? list.cardOf(id) : undefined;
  return card ?? stripCardOf?.(id);
};

/** For each list, the positions of its cards in the visible order, by card id. */
const positionsByList = new WeakMap<ActiveList, ReadonlyMap<string, number>>();

function positionsIn(list: ActiveList): ReadonlyMap<string, number> {
  const known = positionsByList.get(list);
  if (known) return known;
  const ids = new Set(list.columns.flatMap(cardIdsUnlessFolded));
  const positions = new Map([...ids].map((id, at) => [id, at]));
  positionsByList.set(list, positions);
  return positions;
}

/**
 * Returns the ids of the selected cards that the view or the Hand strip shows: the cards of the view first, in the
 * visible order. Commands do not act on selected cards that are hidden, for example by a filter or in a folded column.
 */
export function visibleSelectedCardIds(): string[] {
  const { selected } = useSelection.getState();
  if (selected.size === 0) return [];
  const { list, stripCardOf } = useActiveList.getState();
  const positions = list ? positionsIn(list) : new Map<string, number>();
  const positionOf = (id: string) => positions.get(id) ?? positions.size;
  return [...selected]
    .filter((id) => positions.has(id) || stripCardOf?.(id) !== undefined)
    .sort((a, b) => positionOf(a) - positionOf(b));
}

/** Returns true if the view, the Hand strip or the card panel shows the card. */
export const isCardShown = (id: string): boolean => shownCardOf(id) !== undefined;

const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const listedCards = '[data-card-list] [data-card-id]';

/** Returns the id of the card in the card panel if the DOM focus is in the panel, else null. */
const idOfPanelWithDomFocus = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-panel-of]')?.dataset.panelOf ?? null;

/** Returns the id of the card whose panel or list item has the DOM focus, else null. */
const cardIdWithDomFocus = (): string | null =>
  idOfPanelWithDomFocus() ?? document.activeElement?.closest<HTMLElement>(listedCards)?.dataset.cardId ?? null;

/**
 * Returns the id of the card on which keys act: the card with the DOM focus, or, while a popup has it, the card that
 * had it before. A card that fills the window always has the cursor. Returns null if the focus is elsewhere.
 */
export function cursorCardId(): string | null {
  if (document.activeElement?.closest(popups)) return useSelection.getState().cursor;
  const page = document.querySelector<HTMLElement>('[data-card-panel][data-mode="full"]');
  return page?.dataset.cardPanel ?? cardIdWithDomFocus();
}

/**
 * Stores which card has the DOM focus, for popups and for cards that move. Called on each change of the focus and
 * before each key. The focus on no element changes nothing, because the card may just have left its column.
 */
export function updateCursorFromDom(): void {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement.closest(popups)) return;
  const { cursor, focused } = useSelection.getState();
  const id = cardIdWithDomFocus();
  const list = currentActiveList();
  if (id !== cursor) useSelection.setState({ cursor: id });
  if (id !== null && id !== focused && list && isInUnfoldedColumn(list.columns, id))
    useSelection.setState({ focused: id });
}

/** Drops the cursor when a person presses the pointer on what is neither a card nor a popup. */
export function dropCursorOnPress({ target, defaultPrevented }: Event): void {
  if (!defaultPrevented && target instanceof Element && !target.closest(`${popups}, ${listedCards}, [data-panel-of]`))
    useSelection.setState({ cursor: null });
}

/** Returns true if at least half of an element is inside the window and all boxes that clip it. */
function isInView(element: Element): boolean {
  const box = element.getBoundingClientRect();
  let { top, bottom, left, right } = box;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === 'visible') continue;
    const clip = parent.getBoundingClientRect();
    [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
  }
  return bottom - top >= box.height / 2 && right - left >= box.width / 2;
}

/** Returns true if the person sees the focus of the card on which keys act. */
export function isCursorInView(): boolean {
  const id = cursorCardId();
  const card = document.activeElement?.closest(listedCards);
  return card ? isInView(card) : id !== null;
}

/** Scrolls the card with the DOM focus into view, for a popup whose commands act on it. */
export const scrollCursorIntoView = (): void =>
  document.activeElement?.closest(listedCards)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * Shows the card to which the cursor returns, and puts the DOM focus on it: the focused card if the view shows it, else
 * the first card. Returns false if the view has no cards.
 */
export function showCursor(): boolean {
  const list = currentActiveList();
  const { focused } = useSelection.getState();
  const id =
    focused !== null && isCardShown(focused) ? focused : firstCardIdInUnfoldedColumns(list?.columns ?? noColumns);
  if (!list || id === null) return false;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && !activeElement.closest(listedCards)) activeElement.blur();
  putCursorOn(id);
  const shown = document.querySelector<HTMLElement>(`[data-card-list] ${cardSelector(id)}`);
  shown?.focus({ preventScroll: true });
  list.reveal(id);
  revealCard('[data-card-list]', id);
  return true;
}

const noColumns: readonly ColumnCardIds[] = [];

/**
 * Returns the shown cards on which commands act: the panel's card if the DOM focus is in the card panel, otherwise the
 * selected cards. If no card is selected, returns the card with the cursor. May be empty.
 */
export function commandTargetCards(): CardRow[] {
  const list = currentActiveList();
  const panelId = idOfPanelWithDomFocus();
  if (panelId !== null) {
    const { panelCard } = useActiveList.getState();
    const isInList = list?.columns.some(({ ids }) => ids.includes(panelId)) === true;
    const card = panelCard?.cardId === panelId ? panelCard : isInList ? list?.cardOf(panelId) : undefined;
    return card ? [card] : [];
  }
  if (!list) return [];
  const selected = visibleSelectedCardIds();
  const cursor = cursorCardId();
  const ids = selected.length > 0 ? selected : cursor ? [cursor] : [];
  return ids.flatMap((id) => shownCardOf(id) ?? []);
}

/**
 * Returns the index of the first column that shows the card, or -1. A card can be in several columns if the board
 * groups by tag.
 */
export const columnIndexOfCard = ({ columns }: ActiveList, id: string): number =>
  columns.findIndex((column) => cardIdsUnlessFolded(column).includes(id));

/** The direction in which an arrow key moves the focus or a card. */
export type ArrowDirection = 'up' | 'down' | 'left' | 'right';

/**
 * Returns the index of the column next to column `at`, or null at the edge. Moving down into a shorter lane can end at
 * the last column of that lane.
 */
export function adjacentColumnIndex(
  { columns, columnsPerRow = columns.length }: ActiveList,
  at: number,
  direction: ArrowDirection,
): number | null {
  const row = Math.floor(at / columnsPerRow);
  const last = columns.length - 1;
  const next = at + { left: -1, right: 1, up: -columnsPerRow, down: columnsPerRow }[direction];
  const isAbove = Math.floor(last / columnsPerRow) > row;
  const to = direction === 'down' && isAbove ? Math.min(next, last) : next;
  if (at < 0 || to < 0 || to > last) return null;
  return direction === 'up' || direction === 'down' || Math.floor(to / columnsPerRow) === row ? to : null;
}

/**
 * Returns the id of the card next to `from` in a direction, or null. Skips columns without cards. If `from` is null or
 * no unfolded column shows it, returns the first card that is not in a folded column.
 */
export function adjacentCardId(list: ActiveList, from: string | null, direction: ArrowDirection): string | null {
  const { columns } = list;
  const at = from === null ? -1 : columnIndexOfCard(list, from);
  if (at < 0 || from === null) return firstCardIdInUnfoldedColumns(columns);
  const ids = columns[at]?.ids ?? [];
  const index = ids.indexOf(from);
  const neighbourId = direction === 'up' ? ids[index - 1] : direction === 'down' ? ids[index + 1] : undefined;
  if (neighbourId) return neighbourId;
  const columnsPerRow = list.columnsPerRow ?? columns.length;
  for (let to = adjacentColumnIndex(list, at, direction); to !== null; to = adjacentColumnIndex(list, to, direction)) {
    const next = columns[to];
    const nextIds = next ? cardIdsUnlessFolded(next) : [];
    if (direction === 'left' || direction === 'right') {
      if (nextIds.length > 0) return nextIds[Math.min(index, nextIds.length - 1)] ?? null;
      continue;
    }
    // The focus moves up or down into another lane: picks the same column of that lane, or the nearest column with
    // cards.
    const row = Math.floor(to / columnsPerRow) * columnsPerRow;
    const nearest = columns
      .slice(row, row + columnsPerRow)
      .map((each, column) => ({ cards: cardIdsUnlessFolded(each), distance: Math.abs(row + column - (to ?? 0)) }))
      .filter(({ cards }) => cards.length > 0)
      .sort((a, b) => a.distance - b.distance)[0];
    if (nearest) return (direction === 'up' ? nearest.cards.at(-1) : nearest.cards[0]) ?? null;
  }
  return null;
}

/** Gives DOM focus to the focused card if no element has DOM focus, for example after a dialog closed. */
export function restoreCardDomFocus(): void {
  requestAnimationFrame(() => {
    const { focused } = useSelection.getState();
    if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
    document.querySelector<HTMLElement>(cardInMainSelector(focused))?.focus({ preventScroll: true });
  });
}

/**
 * Number of animation frames after which `scrollCardBackIntoView` gives up. A board needs fewer frames to measure its
 * new width.
 */
const maxFrames = 10;

/**
 * Scrolls the card back into view after the card panel opened and made the board narrower. Returns a function that
 * cancels the scrolling.
 */
export function scrollCardBackIntoView(id: string): () => void {
  let frame = 0;
  let stopWaiting = () => {};
  const isEmpty = () => !currentActiveList()?.columns.some(({ ids }) => ids.length > 0);
  const tryFrames = (framesLeft: number) => {
    const list = currentActiveList();
    // A link can open a board and a card at the same time. Then the board has no cards yet, so the function waits for
    // them.
    if (isEmpty()) {
      stopWaiting = useActiveList.subscribe(() => {
        if (isEmpty()) return;
        stopWaiting();
        tryFrames(framesLeft);
      });
      return;
    }
    const shown = document.querySelector(cardInMainSelector(id));
    // `nearest` scrolls as little as possible, because the pointer is still where the person clicked the card.
    if (shown) shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else if (list?.cardOf(id) && framesLeft > 0) {
      // The card's column is out of view and not rendered. `reveal` works only after the board has measured its new
      // width.
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

/**
 * Closes the card panel. If the DOM focus is in the panel or on no element, the element that shows the card in the view
 * gets the focus.
 */
export function closeCardPanel(): void {
  const id = idOfOpenCard();
  const { activeElement } = document;
  const isFocusInPanelOrNowhere =
    activeElement === null || activeElement === document.body || activeElement.closest('aside') !== null;
  if (id && isFocusInPanelOrNowhere) {
    const list = currentActiveList();
    if (list && isInUnfoldedColumn(list.columns, id)) focusCard(id);
    const shown = `${cardInMainSelector(id)}, main [data-opens-card="${CSS.escape(id)}"]`;
    document.querySelector<HTMLElement>(shown)?.focus({ preventScroll: true });
  }
  openCard(null);
}
