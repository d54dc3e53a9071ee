/**
 * Arranges the cards of a board into columns of card ids, and into lanes if there is a second grouping. Lists whose cards
 * did not change keep their identity, so that React does not render them again.
 */
import type { CardRow, CardSet } from './card-row.ts';
import type { Column, GroupingContext, GroupingName } from './column.ts';
import { columnKeysOf, columnsOf } from './grouping.ts';
import { inOrder, type SortName } from './ordering.ts';

export interface ArrangedColumn {
  readonly column: Column;
  readonly ids: readonly string[];
  /** The lane that this cell is in; `column.key` then combines the keys of lane and column. */
  readonly lane?: Column;
}

export interface ArrangedLane {
  readonly lane: Column;
  /** One per column of the board, in the same order. */
  readonly cells: readonly ArrangedColumn[];
  /** Number of cards in the lane; a card in several columns counts once. */
  readonly count: number;
}

export interface Arrangement {
  readonly by: GroupingName;
  readonly sort: SortName;
  /** The columns over all lanes. */
  readonly columns: readonly ArrangedColumn[];
  readonly laneBy?: GroupingName;
  readonly lanes?: readonly ArrangedLane[];
  /** Number of cards that pass the filter (`shown`), and of all cards (`total`). */
  readonly shown: number;
  readonly total: number;
}

/** The target of a drop, shown until the card rows contain the change. */
export interface Placement {
  readonly ids: readonly string[];
  readonly columnKey: string;
  /** The lane's key; absent on boards without lanes. */
  readonly laneKey?: string;
  /** Id of the card after the dropped ones; null for the end of the column. Used only in manual order. */
  readonly before: string | null;
}

export interface ArrangeInput {
  readonly set: CardSet;
  readonly by: GroupingName;
  readonly lanesBy?: GroupingName | undefined;
  readonly sort: SortName;
  readonly grouping: GroupingContext;
  readonly test: ((card: CardRow) => boolean) | undefined;
  readonly placement: Placement | null;
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index]);
const sameColumn = (a: Column, b: Column) =>
  a.key === b.key && a.title === b.title && a.color === b.color && a.value === b.value && a.detail === b.detail;

const isSameLane = (a: Column | undefined, b: Column | undefined) => (a && b ? sameColumn(a, b) : a === b);

/** Returns the key of a cell. A line feed separates lane and column, since tags and zones are single lines. */
export const cellKey = (laneKey: string, columnKey: string): string => `${laneKey}\n${columnKey}`;

/** Returns the column and lane of a list, each with its own key. */
export function axesOf({ column, lane }: ArrangedColumn): { column: Column; lane: Column | null } {
  return lane ? { column: { ...column, key: column.key.slice(lane.key.length + 1) }, lane } : { column, lane: null };
}

/** Boards with more lanes than this hide empty lanes, for example those of owners without cards. */
const maxLanesWithEmpty = 8;

export function arrange(input: ArrangeInput, previous?: Arrangement): Arrangement {
  const { set, by, lanesBy, sort, grouping, test, placement } = input;
  const moved = placement ? new Set(placement.ids) : null;
  const byKey = new Map<string, CardRow[]>();
  const byCell = new Map<string, CardRow[]>();
  const inLane = new Map<string, number>();
  const used = new Set<string>();
  const usedLanes = new Set<string>();
  let shown = 0;
  let total = 0;
  for (const id of previous ? inOrderOf(previous, set) : set.ids) {
    const card = set.rows[id];
    if (!card) continue;
    total++;
    const placementOfCard = moved?.has(id) ? placement : null;
    const keys = placementOfCard ? [placementOfCard.columnKey] : columnKeysOf(by, card, set, grouping.zones);
    for (const key of keys) used.add(key);
    const laneKeys = !lanesBy
      ? []
      : placementOfCard?.laneKey
        ? [placementOfCard.laneKey]
        : columnKeysOf(lanesBy, card, set, grouping.zones);
    for (const key of laneKeys) usedLanes.add(key);
    if (test && !test(card)) continue;
    shown++;
    for (const key of keys) append(byKey, key, card);
    for (const lane of laneKeys) {
      inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
      for (const key of keys) append(byCell, cellKey(lane, key), card);
    }
  }
  const known = withoutExcluded(withStrays(columnsOf(by, set, used, grouping), by, used), grouping);
  const list = (column: Column, cards: CardRow[] | undefined, old: ArrangedColumn | undefined, lane?: Column) => {
    let ids: readonly string[] = inOrder(cards ?? [], sort, set, grouping.zones).map((card) => card.cardId);
    const here = placement && (lane ? cellKey(placement.laneKey ?? '', placement.columnKey) : placement.columnKey);
    if (placement && here === column.key && sort === 'manual' && (lane || !lanesBy)) ids = placed(ids, placement);
    const keptIds = old && sameList(old.ids, ids) ? old.ids : ids;
    const reusedColumn = old && sameColumn(old.column, column) ? old.column : column;
    if (old && keptIds === old.ids && reusedColumn === old.column && isSameLane(old.lane, lane)) return old;
    return { column: reusedColumn, ids: keptIds, ...(lane ? { lane } : {}) };
  };
  const before = new Map(previous?.columns.map((old) => [old.column.key, old]));
  const columns = known.map((column) => list(column, byKey.get(column.key), before.get(column.key)));
  if (!lanesBy) return { by, sort, columns, shown, total };

  const cellsBefore = new Map(previous?.lanes?.flatMap(({ cells }) => cells).map((old) => [old.column.key, old]));
  const all = withoutExcluded(withStrays(columnsOf(lanesBy, set, usedLanes, grouping), lanesBy, usedLanes), grouping);
  const lanes = all
    .filter((lane) => all.length <= maxLanesWithEmpty || inLane.has(lane.key))
    .map((lane): ArrangedLane => {
      const cells = known.map((column) => {
        const key = cellKey(lane.key, column.key);
        return list({ ...column, key }, byCell.get(key), cellsBefore.get(key), lane);
      });
      const count = inLane.get(lane.key) ?? 0;
      const old = previous?.lanes?.find((other) => other.lane.key === lane.key);
      const same = old && old.count === count && sameColumn(old.lane, lane) && sameCells(old.cells, cells);
      return same ? old : { lane, cells, count };
    });
  return { by, sort, columns, laneBy: lanesBy, lanes, shown, total };
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const sameCells = (a: readonly ArrangedColumn[], b: readonly ArrangedColumn[]) =>
  a.length === b.length && a.every((cell, index) => cell === b[index]);

/** Returns the set's ids with the shown ones first in their last order, since sorting is faster on nearly sorted lists. */
function inOrderOf(previous: Arrangement, set: CardSet): Iterable<string> {
  const all = new Set(set.ids);
  const ids = new Set<string>();
  for (const { ids: shown } of previous.columns) for (const id of shown) if (all.has(id)) ids.add(id);
  for (const id of set.ids) ids.add(id);
  return ids;
}

/** Adds columns for values that were deleted or that the token cannot read, so that their cards still show. */
function withStrays(known: Column[], by: GroupingName, used: ReadonlySet<string>): Column[] {
  const keys = new Set(known.map((column) => column.key));
  for (const key of used)
    if (!keys.has(key)) known.push({ key, title: 'Out of sight', by, value: key.slice(by.length + 1) || null });
  return known;
}

/** Drops the columns of statuses that the filter excludes. */
const withoutExcluded = (columns: Column[], { statuses }: GroupingContext): Column[] =>
  statuses?.length ? columns.filter(({ statusGroup }) => !statusGroup || statuses.includes(statusGroup)) : columns;

/** Returns the lists of cards: the columns, or the cells of all lanes, lane by lane. */
export const listsOf = ({ columns, lanes }: Arrangement): readonly ArrangedColumn[] =>
  lanes ? lanes.flatMap(({ cells }) => cells) : columns;

function placed(ids: readonly string[], { ids: moved, before }: Placement): string[] {
  const present = moved.filter((id) => ids.includes(id));
  const rest = ids.filter((id) => !present.includes(id));
  const at = before === null ? rest.length : rest.indexOf(before);
  const index = at < 0 ? rest.length : at;
  return [...rest.slice(0, index), ...present, ...rest.slice(index)];
}

/**
 * Whether the rows already put the moved cards into the list of the placement. Cheaper than `isSettled`, which requires
 * it.
 */
export function isApplied(
  { ids, columnKey, laneKey }: Placement,
  { set, by, lanesBy, grouping }: ArrangeInput,
): boolean {
  return ids.every((id) => {
    const card = set.rows[id];
    if (!card || !columnKeysOf(by, card, set, grouping.zones).includes(columnKey)) return false;
    return !lanesBy || laneKey === undefined || columnKeysOf(lanesBy, card, set, grouping.zones).includes(laneKey);
  });
}

/** Whether the rows alone give the cards the positions of the placement, so that the placement can be dropped. */
export function isSettled(placement: Placement, natural: Arrangement): boolean {
  const key = placement.laneKey === undefined ? placement.columnKey : cellKey(placement.laneKey, placement.columnKey);
  const target = listsOf(natural).find(({ column }) => column.key === key);
  if (!target) return false;
  if (!placement.ids.every((id) => target.ids.includes(id))) return false;
  return natural.sort !== 'manual' || sameList(target.ids, placed(target.ids, placement));
}

/** Returns the indexes of a card's list (in `listsOf`) and of the card in it, or undefined if it is not shown. */
export function positionOf(arrangement: Arrangement, cardId: string): { column: number; index: number } | undefined {
  for (const [column, { ids }] of listsOf(arrangement).entries()) {
    const index = ids.indexOf(cardId);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

/** Returns the ids of all shown cards, list by list. Range selection uses this order. */
export const shownOrder = (arrangement: Arrangement): string[] => listsOf(arrangement).flatMap(({ ids }) => ids);
