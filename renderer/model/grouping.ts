import { cardFields } from './card-fields/index.ts';
import type { CardRow, LoadedCards } from './card-row.ts';
import { type Column, columnKeyOf, columnOf, type GroupingContext, type GroupingName } from './column.ts';

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
