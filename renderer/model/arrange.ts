/**
 * Arranges cards into columns and lanes. A list whose cards did not change stays the same object, so that React does
 * not render it again.
 */
import type { BoardSettings } from './board-settings.ts';
import { cardFields } from './card-fields/index.ts';
import type { CardRow, LoadedCards } from './card-row.ts';
import type { Column, GroupingContext, GroupingName } from './column.ts';
import { columnKeyOf, columnOf } from './column.ts';
import { type SortOrderName, sortCards } from './ordering.ts';

export interface ArrangedColumn {
  readonly column: Column;
  readonly ids: readonly string[];
  /**
   * Set if this list is a cell. `column.key` is then the key of the cell (`laneCellKey`), not the key of the column.
   */
  readonly lane?: Column;
}

export interface ArrangedLane {
  readonly lane: Column;
  /** One cell per column of the board, in the order of the columns. */
  readonly cells: readonly ArrangedColumn[];
  /** A card in several columns counts once. */
  readonly count: number;
}

export interface CardArrangement {
  readonly sort: SortOrderName;
  /** On a board with lanes, each column has the cards of all lanes. */
  readonly columns: readonly ArrangedColumn[];
  readonly lanes?: readonly ArrangedLane[];
  /** `shownCount` counts the cards that pass the filter. */
  readonly shownCount: number;
  readonly totalCount: number;
}

/** The board shows the dropped cards there until the card rows contain the change. */
export interface DropPlacement {
  readonly ids: readonly string[];
  readonly columnKey: string;
  /** Absent on boards without lanes. */
  readonly laneKey?: string;
  /** Null for the end of the column. Used only in manual order. */
  readonly beforeCardId: string | null;
}

export interface CardArrangementInput {
  readonly loaded: LoadedCards;
  readonly by: GroupingName;
  readonly lanesBy?: GroupingName | undefined;
  readonly sort: SortOrderName;
  readonly thenSort?: SortOrderName | undefined;
  readonly grouping: GroupingContext;
  readonly test: ((card: CardRow) => boolean) | undefined;
  readonly placement: DropPlacement | null;
}

export const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);
const sameColumn = (a: Column, b: Column) =>
  a.key === b.key && a.title === b.title && a.color === b.color && a.value === b.value && a.detail === b.detail;

const areSameLanes = (a: Column | undefined, b: Column | undefined) => (a && b ? sameColumn(a, b) : a === b);

/**
 * The keys of lanes and columns never contain a line feed, because the names of tags and zones, which can be part of
 * them, contain none.
 */
export const laneCellKey = (laneKey: string, columnKey: string): string => `${laneKey}\n${columnKey}`;

/** The returned column has its own key, without the key of the lane. */
export function columnAndLaneOf({ column, lane }: ArrangedColumn): { column: Column; lane: Column | null } {
  return lane ? { column: { ...column, key: column.key.slice(lane.key.length + 1) }, lane } : { column, lane: null };
}

/** A board with more lanes hides its empty lanes, for example those of owners without cards. */
const maxLanesWithEmpty = 8;

export function arrangeCards(input: CardArrangementInput, previous?: CardArrangement): CardArrangement {
  const { loaded, by, lanesBy, sort, thenSort, grouping, test, placement } = input;
  const placedIds = placement ? new Set(placement.ids) : null;
  const cardsByColumn = new Map<string, CardRow[]>();
  const cardsByCell = new Map<string, CardRow[]>();
  const cardCountByLane = new Map<string, number>();
  const usedColumnKeys = new Set<string>();
  const usedLaneKeys = new Set<string>();
  let shown = 0;
  let total = 0;
  for (const id of previous ? idsInPreviousOrder(previous, loaded) : loaded.ids) {
    const card = loaded.rows[id];
    if (!card) continue;
    total++;
    const placementOfCard = placedIds?.has(id) ? placement : null;
    const keys = placementOfCard ? [placementOfCard.columnKey] : columnKeysOfCard(by, card, loaded, grouping.zones);
    for (const key of keys) usedColumnKeys.add(key);
    const laneKeys = !lanesBy
      ? []
      : placementOfCard?.laneKey
        ? [placementOfCard.laneKey]
        : columnKeysOfCard(lanesBy, card, loaded, grouping.zones);
    for (const key of laneKeys) usedLaneKeys.add(key);
    if (test && !test(card)) continue;
    shown++;
    for (const key of keys) appendTo(cardsByColumn, key, card);
    for (const lane of laneKeys) {
      cardCountByLane.set(lane, (cardCountByLane.get(lane) ?? 0) + 1);
      for (const key of keys) appendTo(cardsByCell, laneCellKey(lane, key), card);
    }
  }
  const columnsOf = (name: GroupingName, used: ReadonlySet<string>) =>
    withoutFilteredStatuses(
      withUnknownValueColumns(columnsOfGrouping(name, loaded, used, grouping), name, used),
      grouping,
    );
  const allColumns = columnsOf(by, usedColumnKeys);
  const arrangeList = (column: Column, cards: CardRow[] = [], old?: ArrangedColumn, lane?: Column) => {
    let ids: readonly string[] = sortCards(cards, sort, loaded, grouping.zones, thenSort).map((card) => card.cardId);
    const here = placement && (lane ? laneCellKey(placement.laneKey ?? '', placement.columnKey) : placement.columnKey);
    if (placement && here === column.key && sort === 'manual' && (lane || !lanesBy))
      ids = withPlacement(ids, placement);
    const keptIds = old && isSameList(old.ids, ids) ? old.ids : ids;
    const reusedColumn = old && sameColumn(old.column, column) ? old.column : column;
    if (old && keptIds === old.ids && reusedColumn === old.column && areSameLanes(old.lane, lane)) return old;
    return { column: reusedColumn, ids: keptIds, ...(lane ? { lane } : {}) };
  };
  const before = new Map(previous?.columns.map((old) => [old.column.key, old]));
  const columns = allColumns.map((column) =>
    arrangeList(column, cardsByColumn.get(column.key), before.get(column.key)),
  );
  if (!lanesBy) return { sort, columns, shownCount: shown, totalCount: total };

  const cellsBefore = new Map(previous?.lanes?.flatMap(({ cells }) => cells).map((old) => [old.column.key, old]));
  const allLanes = columnsOf(lanesBy, usedLaneKeys);
  const lanes = allLanes
    .filter((lane) => allLanes.length <= maxLanesWithEmpty || cardCountByLane.has(lane.key))
    .map((lane): ArrangedLane => {
      const cells = allColumns.map((column) => {
        const key = laneCellKey(lane.key, column.key);
        return arrangeList({ ...column, key }, cardsByCell.get(key), cellsBefore.get(key), lane);
      });
      const count = cardCountByLane.get(lane.key) ?? 0;
      const old = previous?.lanes?.find((other) => other.lane.key === lane.key);
      const same = old && old.count === count && sameColumn(old.lane, lane) && isSameList(old.cells, cells);
      return same ? old : { lane, cells, count };
    });
  return { sort, columns, lanes, shownCount: shown, totalCount: total };
}

function appendTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** New cards come last. This makes the next sort faster, because most cards are already in order. */
function idsInPreviousOrder(previous: CardArrangement, loaded: LoadedCards): Iterable<string> {
  const all = new Set(loaded.ids);
  const ids = new Set<string>();
  for (const { ids: shown } of previous.columns) for (const id of shown) if (all.has(id)) ids.add(id);
  for (const id of loaded.ids) ids.add(id);
  return ids;
}

/** Keeps cards visible whose key has no column, such as a milestone that is deleted or that the token cannot read. */
function withUnknownValueColumns(known: Column[], by: GroupingName, used: ReadonlySet<string>): Column[] {
  const keys = new Set(known.map((column) => column.key));
  for (const key of used)
    if (!keys.has(key)) known.push({ key, title: 'Out of sight', by, value: key.slice(by.length + 1) || null });
  return known;
}

const withoutFilteredStatuses = (columns: Column[], { statuses }: GroupingContext): Column[] =>
  statuses?.length ? columns.filter(({ statusGroup }) => !statusGroup || statuses.includes(statusGroup)) : columns;

/** Lane by lane on a board with lanes. */
export const cardListsOf = ({ columns, lanes }: CardArrangement): readonly ArrangedColumn[] =>
  lanes ? lanes.flatMap(({ cells }) => cells) : columns;

/** On a board with lanes, the person folds lanes and not columns. */
export const isListFolded = (
  { folded }: { readonly folded: readonly string[] },
  { column, lane }: ArrangedColumn,
): boolean => folded.includes((lane ?? column).key);

const noKeys: readonly string[] = [];

/** The way of every card stays in sight, so that cards can be dropped along it. */
const unfoldedGroups: readonly unknown[] = ['assigned', 'started', 'done'];

/**
 * The lists that the person folded, and empty columns where the board folds these. Without any card, a board keeps the
 * columns that no status names.
 */
export function foldedKeysOf(
  { folded = noKeys, unfolded = noKeys }: Pick<BoardSettings, 'folded' | 'unfolded'>,
  foldsEmpty: boolean,
  { columns, shownCount }: Pick<CardArrangement, 'columns' | 'shownCount'>,
): readonly string[] {
  if (!foldsEmpty) return folded;
  const empty = columns.flatMap(({ column: { key, statusGroup }, ids }) =>
    ids.length > 0 ||
    unfoldedGroups.includes(statusGroup) ||
    (shownCount === 0 && !statusGroup) ||
    unfolded.includes(key) ||
    folded.includes(key)
      ? []
      : key,
  );
  return empty.length === 0 ? folded : [...folded, ...empty];
}

function withPlacement(ids: readonly string[], { ids: moved, beforeCardId }: DropPlacement): string[] {
  const present = moved.filter((id) => ids.includes(id));
  const rest = ids.filter((id) => !present.includes(id));
  const at = beforeCardId === null ? -1 : rest.indexOf(beforeCardId);
  return rest.toSpliced(at < 0 ? rest.length : at, 0, ...present);
}

/** Checked before `isDropPlacementObsolete`, which is slower because it needs a new arrangement. */
export function isDropPlacementApplied(
  { ids, columnKey, laneKey }: DropPlacement,
  { loaded, by, lanesBy, grouping }: CardArrangementInput,
): boolean {
  return ids.every((id) => {
    const card = loaded.rows[id];
    if (!card || !columnKeysOfCard(by, card, loaded, grouping.zones).includes(columnKey)) return false;
    return (
      !lanesBy || laneKey === undefined || columnKeysOfCard(lanesBy, card, loaded, grouping.zones).includes(laneKey)
    );
  });
}

/** `natural` is the arrangement without the placement. */
export function isDropPlacementObsolete(placement: DropPlacement, natural: CardArrangement): boolean {
  const key =
    placement.laneKey === undefined ? placement.columnKey : laneCellKey(placement.laneKey, placement.columnKey);
  const target = cardListsOf(natural).find(({ column }) => column.key === key);
  if (!target) return false;
  if (!placement.ids.every((id) => target.ids.includes(id))) return false;
  return natural.sort !== 'manual' || isSameList(target.ids, withPlacement(target.ids, placement));
}

/** Index of the list in `cardListsOf`, and of the card in that list; undefined if the board does not show the card. */
export function cardPositionOf(
  arrangement: CardArrangement,
  cardId: string,
): { column: number; index: number } | undefined {
  for (const [column, { ids }] of cardListsOf(arrangement).entries()) {
    const index = ids.indexOf(cardId);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

/** List by list. Range selection uses this order. */
export const shownCardIds = (arrangement: CardArrangement): string[] =>
  cardListsOf(arrangement).flatMap(({ ids }) => ids);

/** Several only if cards are grouped by tag. */
export function columnKeysOfCard(
  by: GroupingName,
  card: CardRow,
  loaded: LoadedCards,
  zones: readonly (string | null)[],
): string[] {
  if (by === 'none') return [columnKeyOf(by, null)];
  return cardFields[by].values(card, { loaded, zones }).map((value) => columnKeyOf(by, value));
}

/** In order. `used`: the keys of the columns that contain cards. */
export function columnsOfGrouping(
  by: GroupingName,
  loaded: LoadedCards,
  used: ReadonlySet<string>,
  grouping: GroupingContext,
): Column[] {
  if (by === 'none') return [columnOf(by, null, 'Cards')];
  return cardFields[by].columns?.(used, loaded, grouping) ?? [];
}
