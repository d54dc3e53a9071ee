import { taskOnlyFieldNames } from '../../shared/contract/models/fields.ts';
import { fieldDefinitionOf } from './card-fields/definitions.ts';
import { compareCardNumbers, compareCodeUnits, compareNullLast } from './card-fields/field.ts';
import { cardFields } from './card-fields/index.ts';
import { type CardRow, type LoadedCards, manualPositionOf } from './card-row.ts';

export const sortOrderNames = [
  'manual',
  ...taskOnlyFieldNames,
  'title',
  'due',
  'updated',
  'created',
  'status',
] as const;
export type SortOrderName = (typeof sortOrderNames)[number];

/** `manual` is what the manual order is called there. */
export const sortOrderLabel = (sort: SortOrderName, manual = 'Manual order'): string =>
  sort === 'manual' ? manual : (fieldDefinitionOf(sort).sortLabel ?? fieldDefinitionOf(sort).label);

interface ManualSortKey {
  readonly card: CardRow;
  readonly zone: number;
  readonly value: string | null;
}

function manualSortKey(card: CardRow, loaded: LoadedCards, zones: readonly (string | null)[]): ManualSortKey {
  const place = manualPositionOf(loaded, card.cardId);
  const zone = zones.indexOf(place?.label ?? null);
  // Sorted as in the unnamed zone (null in `zones`). Without an unnamed zone, the index is -1, so the card comes first.
  return { card, zone: zone < 0 ? zones.indexOf(null) : zone, value: place?.sortValue ?? null };
}

/** Within a zone, cards without a position come last, ordered by card number. */
const compareManualSortKeys = (a: ManualSortKey, b: ManualSortKey): number =>
  a.zone - b.zone || compareNullLast(a.value, b.value, compareCodeUnits) || compareCardNumbers(a.card, b.card);

/** Looks up each position once, because a sort compares each card many times. */
export function sortCards(
  cards: readonly CardRow[],
  sort: SortOrderName,
  loaded: LoadedCards,
  zones: readonly (string | null)[],
  thenSort?: SortOrderName,
): readonly CardRow[] {
  if (sort !== 'manual') return cards.toSorted(createCardComparator(sort, loaded, zones, thenSort));
  return cards
    .map((card) => manualSortKey(card, loaded, zones))
    .sort(compareManualSortKeys)
    .map(({ card }) => card);
}

/** Cards that are otherwise equal are ordered by card number. */
export function createCardComparator(
  sort: SortOrderName,
  loaded: LoadedCards,
  zones: readonly (string | null)[],
  thenSort?: SortOrderName,
): (a: CardRow, b: CardRow) => number {
  if (sort === 'manual')
    return (a, b) => compareManualSortKeys(manualSortKey(a, loaded, zones), manualSortKey(b, loaded, zones));
  const { compare } = cardFields[sort];
  const then = thenSort && thenSort !== 'manual' ? cardFields[thenSort].compare : undefined;
  return (a, b) => compare?.(a, b) || then?.(a, b) || compareCardNumbers(a, b);
}
