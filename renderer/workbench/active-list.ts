/** The list of cards that the open view shows; keys, menus and dialogs act on its cards. */
import { create } from 'zustand';
import type { ActionName } from '../../shared/contract/index.ts';
import { remappedRowId, stableRowKey } from '../data/id-remap.ts';
import { idOfOpenCard, openCard } from '../data/routes.ts';
import { focusCard, putCursorOn, useSelection } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import type { Column } from '../model/column.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { isFocusOnNoControl, popupSelector } from '../ui/dom/keep-focus-in-view.ts';
import { cardInMainSelector, cardSelector, revealCard } from './reveal-card.ts';

interface ActiveColumn {
  readonly column: Column;
  readonly ids: readonly string[];
  /** Commands, range selection and arrow keys skip its cards. */
  readonly isFolded?: boolean;
}

/** Unlike a column of a board, a column of a list belongs to no grouping. */
export const listColumnOf = (key: string, title: string, cards: readonly CardRow[]): ActiveColumn => ({
  column: { key, title, by: 'none', value: null },
  ids: cards.map(({ cardId }) => cardId),
});

export type ColumnCardIds = Pick<ActiveColumn, 'ids' | 'isFolded'>;

export const cardIdsUnlessFolded = ({ ids, isFolded }: ColumnCardIds): readonly string[] => (isFolded ? [] : ids);
export const firstCardIdInUnfoldedColumns = (columns: readonly ColumnCardIds[]): string | null =>
  columns.map(cardIdsUnlessFolded).find((ids) => ids.length > 0)?.[0] ?? null;

export interface ActiveList {
  readonly key: string;
  readonly title: string;
  /** From left to right; with lanes, lane after lane. In the list layout, each group is one column. */
  readonly columns: readonly ActiveColumn[];
  /** 1 in the list layout, 7 in the calendar. Absent if all columns are side by side. */
  readonly columnsPerRow?: number;
  readonly hasManualOrder?: boolean;
  cardOf(id: string): CardRow | undefined;
  /** The id of the user in whose Hand this list shows the card, or null. Absent if the list shows no Hands. */
  holderOf?(id: string): string | null;
  /** Inserts before the column's card at `index`. Absent if the list does not allow moves. */
  move?(cards: readonly CardRow[], columnIndex: number, index: number): void;
  /** Every move sends it. If the token does not permit it, commands that move cards are refused. */
  readonly moveAction?: ActionName;
  /**
   * Moves cards one step by key; without it, keys call `move`. A key may move a card to a day that the calendar does
   * not show.
   */
  moveBy?(cards: readonly CardRow[], direction: ArrowDirection): void;
  /** Zones of the manual order. This and `moveToZone` are absent if the list shows no zones. */
  readonly zones?: readonly (string | null)[];
  moveToZone?(cards: readonly CardRow[], zone: string | null): void;
  /** If `columnKey` is null, opens in the first column that accepts new cards. */
  openComposer?(columnKey: string | null, next?: { readonly cardId: string; readonly side: 'above' | 'below' }): void;
  reveal(id: string): void;
  /** Works even if no card is at `index`. */
  revealPosition?(columnIndex: number, index: number): void;
}

type CardOf = ActiveList['cardOf'];

/**
 * A list to the left of the active list, such as the backlog of runs. Arrow keys treat this list as the first column.
 */
export interface SideList extends Required<Pick<ActiveList, 'cardOf' | 'reveal'>> {
  readonly column: ActiveColumn;
  revealPosition(index: number): void;
  move(cards: readonly CardRow[]): void;
}

/** With lanes, only the first lane shows the cards of `beside`; the other lanes get an empty column. */
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
  /** The Hand strip is a second list of cards below the view. */
  readonly stripCardOf: CardOf | null;
  readonly panelCard: CardRow | null;
}

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
 * Returns the card that gets the focus after `id` has left its column: the nearest card below that is still in `now`,
 * otherwise the nearest above. `before` and `now` are the columns before and after that change. Returns null if no card
 * remains.
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

/** Returns a function that removes the list again. */
export function setActiveList(list: ActiveList): () => void {
  setLists({ main: list });
  return () => {
    if (useActiveList.getState().main?.key === list.key) setLists({ main: null });
  };
}

/** The arrow keys treat the side list as the first column. Returns a function that removes it. */
export function addSideList(beside: SideList): () => void {
  setLists({ beside });
  return () => {
    if (useActiveList.getState().beside === beside) setLists({ beside: null });
  };
}

export const currentActiveList = (): ActiveList | null => useActiveList.getState().list;

/** Lets commands also act on the cards of the Hand strip. Returns a function that removes them again. */
export function registerHandStripCardLookup(stripCardOf: CardOf): () => void {
  useActiveList.setState({ stripCardOf });
  return () => {
    if (useActiveList.getState().stripCardOf === stripCardOf) useActiveList.setState({ stripCardOf: null });
  };
}

export const isInUnfoldedColumn = (columns: readonly ColumnCardIds[], id: string): boolean =>
  columns.some((column) => cardIdsUnlessFolded(column).includes(id));

/** Lets commands also act on this card. Returns a function that removes it again. */
export function registerPanelCard(panelCard: CardRow): () => void {
  useActiveList.setState({ panelCard });
  return () => {
    if (useActiveList.getState().panelCard === panelCard) useActiveList.setState({ panelCard: null });
  };
}

function isFolded(columns: readonly ColumnCardIds[], id: string): boolean {
  const own = columns.filter(({ ids }) => ids.includes(id));
  return own.length > 0 && own.every((column) => column.isFolded);
}

/** The selection gets the id that the service assigns to a new card before the list gets it. */
const idInList = ({ cardOf }: ActiveList, id: string): string =>
  cardOf(id) === undefined && cardOf(stableRowKey(id)) ? stableRowKey(id) : id;

const shownCardOf: CardOf = (id) => {
  const { list, stripCardOf, panelCard } = useActiveList.getState();
  // Checks the panel first. For a sub card that the view does not show, `cardOf` may return a row without all fields.
  if (panelCard?.cardId === id) return panelCard;
  const listed = list && idInList(list, id);
  const card = list && listed && !isFolded(list.columns, listed) ? list.cardOf(listed) : undefined;
  return card ?? stripCardOf?.(id);
};

/** The positions of cards in the visible order, by card id. */
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
 * The cards of the view come first, in the visible order. Commands do not act on selected cards that are hidden, for
 * example by a filter or in a folded column.
 */
export function visibleSelectedCardIds(): string[] {
  const { selected } = useSelection.getState();
  if (selected.size === 0) return [];
  const { list, stripCardOf } = useActiveList.getState();
  const positions = list ? positionsIn(list) : new Map<string, number>();
  const positionOf = (id: string) => positions.get(id) ?? positions.size;
  return [...selected]
    .map((id) => (list ? idInList(list, id) : id))
    .filter((id) => positions.has(id) || stripCardOf?.(id) !== undefined)
    .sort((a, b) => positionOf(a) - positionOf(b));
}

export const isCardShown = (id: string): boolean => shownCardOf(id) !== undefined;

const listedCards = '[data-card-list] [data-card-id]';

const idOfPanelWithDomFocus = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-panel-of]')?.dataset.panelOf ?? null;

function cardIdWithDomFocus(): string | null {
  const id = idOfPanelWithDomFocus() ?? document.activeElement?.closest<HTMLElement>(listedCards)?.dataset.cardId;
  // The element has an earlier id until the card renders again. Under that id, the selection would lose the card then.
  return id === undefined ? null : remappedRowId(id);
}

/**
 * Returns the card on which keys act: the card with the DOM focus, or, while a popup has it, the card that had it
 * before. A card that fills the window always has the cursor. Null if the focus is elsewhere.
 */
export function cursorCardId(): string | null {
  if (document.activeElement?.closest(popupSelector)) return useSelection.getState().cursor;
  const page = document.querySelector<HTMLElement>('[data-card-panel][data-mode="full"]');
  return page?.dataset.cardPanel ?? cardIdWithDomFocus();
}

/**
 * Called on each change of the focus and before each key, for popups and for cards that move. The focus on no control
 * changes nothing, because the card may just have left its column.
 */
export function updateCursorFromDom(): void {
  if (isFocusOnNoControl() || document.activeElement?.closest(popupSelector)) return;
  const { cursor, focused } = useSelection.getState();
  const id = cardIdWithDomFocus();
  const list = currentActiveList();
  if (id !== cursor) useSelection.setState({ cursor: id });
  if (id !== null && id !== focused && list && isInUnfoldedColumn(list.columns, id))
    useSelection.setState({ focused: id });
}

/** Drops the cursor when a person presses the pointer on what is neither a card nor a popup. */
export function dropCursorOnPress({ target, defaultPrevented }: Event): void {
  if (
    !defaultPrevented &&
    target instanceof Element &&
    !target.closest(`${popupSelector}, ${listedCards}, [data-panel-of]`)
  )
    useSelection.setState({ cursor: null });
}

/** True if at least half of the element is inside the window and all boxes that clip it. */
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

export function isCursorInView(): boolean {
  const id = cursorCardId();
  const card = document.activeElement?.closest(listedCards);
  return card ? isInView(card) : id !== null;
}

/** For a popup whose commands act on the card with the DOM focus. */
export const scrollCursorIntoView = (): void =>
  document.activeElement?.closest(listedCards)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * Returns the cursor to the focused card if the view shows it, else to the first card. False if the view has no cards.
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

/** In the list, or in the panel if the list does not show it. */
export function showCard(id: string): void {
  if (isCardShown(id)) {
    putCursorOn(id);
    showCursor();
  } else openCard(id);
}

/** `part` is the selector of the sidebar, the view or the panel of a card. */
export function focusPart(part: string): void {
  if (part === 'main' && showCursor()) return;
  const inPart = part === 'main' ? [part] : [`${part} :is([aria-current], [data-card-panel])`, `${part} a`];
  inPart.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? [])[0]?.focus();
}

const noColumns: readonly ColumnCardIds[] = [];

/**
 * The panel's card if the DOM focus is in the card panel, otherwise the selected cards, otherwise the card with the
 * cursor. May be empty.
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

/** Returns -1 if no column shows the card. A card can be in several columns if the board groups by tag. */
export const columnIndexOfCard = ({ columns }: ActiveList, id: string): number =>
  columns.findIndex((column) => cardIdsUnlessFolded(column).includes(id));

export type ArrowDirection = 'up' | 'down' | 'left' | 'right';

/** Returns null at the edge. Moving down into a shorter lane can end at the last column of that lane. */
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
 * Returns null if there is none. Skips columns without cards. If `from` is null or no unfolded column shows it, returns
 * the first card that is not in a folded column.
 */
export function adjacentCardId(list: ActiveList, from: string | null, direction: ArrowDirection): string | null {
  const { columns } = list;
  const id = from === null ? null : idInList(list, from);
  const at = id === null ? -1 : columnIndexOfCard(list, id);
  if (at < 0 || id === null) return firstCardIdInUnfoldedColumns(columns);
  const ids = columns[at]?.ids ?? [];
  const index = ids.indexOf(id);
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
    // In another lane, picks the same column, or the nearest column with cards.
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

/** Gives DOM focus to the focused card if no control has DOM focus, for example after a dialog closed. */
export function restoreCardDomFocus(): void {
  requestAnimationFrame(() => {
    const { focused } = useSelection.getState();
    if (!focused || !isFocusOnNoControl()) return;
    document.querySelector<HTMLElement>(cardInMainSelector(focused))?.focus({ preventScroll: true });
  });
}

/** In animation frames. A board needs fewer frames to measure its new width. */
const maxFrames = 10;

/** The card panel opened and made the board narrower. Returns a function that cancels the scrolling. */
export function scrollCardBackIntoView(id: string): () => void {
  // The rows of views such as the inbox are in no list of cards.
  document.querySelector('main :focus')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  let frame = 0;
  let stopWaiting = () => {};
  const isEmpty = () => !currentActiveList()?.columns.some(({ ids }) => ids.length > 0);
  const tryFrames = (framesLeft: number) => {
    const list = currentActiveList();
    // A link can open a board and a card at the same time: then the board has no cards yet.
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
      // The card's column is not rendered. `reveal` works only after the board has measured its new width.
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

/** If the DOM focus is in the panel or on no control, the element that shows the card in the view gets the focus. */
export function closeCardPanel(): void {
  const id = idOfOpenCard();
  if (id && (isFocusOnNoControl() || document.activeElement?.closest('aside'))) {
    const list = currentActiveList();
    if (list && isInUnfoldedColumn(list.columns, id)) focusCard(id);
    const shown = `${cardInMainSelector(id)}, main [data-opens-card="${CSS.escape(id)}"]`;
    document.querySelector<HTMLElement>(shown)?.focus({ preventScroll: true });
  }
  openCard(null);
}
