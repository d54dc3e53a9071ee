/** Groups the cards of a board into columns and lanes by a field. */
import { cardFields } from './card-fields/index.ts';
import type { CardRow, CardSet } from './card-row.ts';
import { type Column, type GroupingContext, type GroupingName, keyOf } from './column.ts';

/** Returns the keys of the columns that a card is in; only tags give more than one. */
export function columnKeysOf(
  by: GroupingName,
  card: CardRow,
  set: CardSet,
  zones: readonly (string | null)[],
): string[] {
  if (by === 'none') return [keyOf(by, null)];
  return cardFields[by].values(card, { set, zones }).map((value) => keyOf(by, value));
}

/** Returns the columns of a grouping, in order; `used` has the keys of the columns that cards of the source are in. */
export function columnsOf(
  by: GroupingName,
  set: CardSet,
  used: ReadonlySet<string>,
  grouping: GroupingContext,
): Column[] {
  if (by === 'none') return [{ key: keyOf(by, null), title: 'Cards', by, value: null }];
  return cardFields[by].columns?.(used, set, grouping) ?? [];
}
