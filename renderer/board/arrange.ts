/** Cards → columns of card ids, in order. Columns whose cards did not change keep the identity of their list. */
import type { CardRow, CardSet } from './cards.ts';
import { type Column, columnKeysOf, columnsOf, type GroupingFacts, type GroupingName } from './grouping.ts';
import { comparer, type SortName } from './ordering.ts';

export interface ArrangedColumn {
  readonly column: Column;
  readonly ids: readonly string[];
}

export interface Arrangement {
  readonly by: GroupingName;
  readonly sort: SortName;
  readonly columns: readonly ArrangedColumn[];
  /** Cards that pass the filter, and all of them. */
  readonly shown: number;
  readonly total: number;
}

/** Cards just dropped: where they were put, until the rows say so themselves. */
export interface Placement {
  readonly ids: readonly string[];
  readonly columnKey: string;
  /** The card they stand before in the column; null: at the end. Only meaningful where order is by hand. */
  readonly before: string | null;
}

export interface ArrangeInput {
  readonly set: CardSet;
  readonly by: GroupingName;
  readonly sort: SortName;
  readonly facts: GroupingFacts;
  readonly test: ((card: CardRow) => boolean) | undefined;
  readonly placement: Placement | null;
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index]);
const sameColumn = (a: Column, b: Column) =>
  a.key === b.key && a.title === b.title && a.color === b.color && a.value === b.value && a.detail === b.detail;

export function arrange(input: ArrangeInput, previous?: Arrangement): Arrangement {
  const { set, by, sort, facts, test, placement } = input;
  const moved = placement ? new Set(placement.ids) : null;
  const byKey = new Map<string, CardRow[]>();
  const used = new Set<string>();
  let shown = 0;
  let total = 0;
  for (const id of set.ids) {
    const card = set.rows[id];
    if (!card) continue;
    total++;
    const keys = moved?.has(id) && placement ? [placement.columnKey] : columnKeysOf(by, card, set, facts.zones);
    for (const key of keys) used.add(key);
    if (test && !test(card)) continue;
    shown++;
    for (const key of keys) {
      const cards = byKey.get(key);
      if (cards) cards.push(card);
      else byKey.set(key, [card]);
    }
  }
  const compare = comparer(sort, set, facts.zones);
  const known = columnsOf(by, set, used, facts);
  const keys = new Set(known.map((column) => column.key));
  // What a card points to may be deleted or out of the token's sight: the card still shows.
  for (const key of used)
    if (!keys.has(key)) known.push({ key, title: 'Out of sight', by, value: key.slice(by.length + 1) || null });
  const columns = known.map((column): ArrangedColumn => {
    const cards = (byKey.get(column.key) ?? []).sort(compare);
    let ids: readonly string[] = cards.map((card) => card.cardId);
    if (placement?.columnKey === column.key && sort === 'manual') ids = placed(ids, placement);
    const old = previous?.columns.find((candidate) => candidate.column.key === column.key);
    if (!old) return { column, ids };
    const keptIds = sameList(old.ids, ids) ? old.ids : ids;
    const keptColumn = sameColumn(old.column, column) ? old.column : column;
    return keptIds === old.ids && keptColumn === old.column ? old : { column: keptColumn, ids: keptIds };
  });
  return { by, sort, columns, shown, total };
}

function placed(ids: readonly string[], { ids: moved, before }: Placement): string[] {
  const present = moved.filter((id) => ids.includes(id));
  const rest = ids.filter((id) => !present.includes(id));
  const at = before === null ? rest.length : rest.indexOf(before);
  const index = at < 0 ? rest.length : at;
  return [...rest.slice(0, index), ...present, ...rest.slice(index)];
}

/** Whether the rows alone put the cards where the placement does, so that it can go. */
export function isSettled(placement: Placement, natural: Arrangement): boolean {
  const target = natural.columns.find(({ column }) => column.key === placement.columnKey);
  if (!target) return false;
  if (!placement.ids.every((id) => target.ids.includes(id))) return false;
  return natural.sort !== 'manual' || sameList(target.ids, placed(target.ids, placement));
}

/** The column and index of a card, undefined when it is not shown. */
export function locate(arrangement: Arrangement, cardId: string): { column: number; index: number } | undefined {
  for (const [column, { ids }] of arrangement.columns.entries()) {
    const index = ids.indexOf(cardId);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

/** All shown cards, column after column: the order ranges are selected in. */
export const shownOrder = (arrangement: Arrangement): string[] => arrangement.columns.flatMap(({ ids }) => ids);
