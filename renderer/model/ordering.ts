/** Sorts the cards of a column, by hand or by a field. */
import { taskFieldNames } from '../../shared/contract/models/fields.ts';
import { bySeq, byText, missingLast } from './card-fields/compare.ts';
import { definitionOf } from './card-fields/definitions.ts';
import { cardFields } from './card-fields/index.ts';
import { type CardRow, type CardSet, placeOf } from './card-row.ts';

export const sortNames = ['manual', ...taskFieldNames, 'title', 'due', 'updated', 'created', 'status'] as const;
export type SortName = (typeof sortNames)[number];

export const sortLabel = (sort: SortName): string =>
  sort === 'manual' ? 'By hand' : (definitionOf(sort).sortLabel ?? definitionOf(sort).label);

/** A card with its position in the manual order. */
interface ByHand {
  readonly card: CardRow;
  readonly zone: number;
  readonly value: string | null;
}

function byHand(card: CardRow, set: CardSet, zones: readonly (string | null)[]): ByHand {
  const place = placeOf(set, card.cardId);
  const zone = zones.indexOf(place?.label ?? null);
  // Cards in an unknown zone show in the unnamed zone; if that is not listed either, index -1 sorts them first.
  return { card, zone: zone < 0 ? zones.indexOf(null) : zone, value: place?.sortValue ?? null };
}

/** Compares by zone, then position. Cards without a position come last, by number. */
const compareByHand = (a: ByHand, b: ByHand): number =>
  a.zone - b.zone || missingLast(a.value, b.value, byText) || bySeq(a.card, b.card);

/** Returns the cards in order. Looks up manual positions once per card, not once per comparison. */
export function inOrder(
  cards: readonly CardRow[],
  sort: SortName,
  set: CardSet,
  zones: readonly (string | null)[],
): readonly CardRow[] {
  if (sort !== 'manual') return cards.toSorted(comparer(sort, set, zones));
  return cards
    .map((card) => byHand(card, set, zones))
    .sort(compareByHand)
    .map(({ card }) => card);
}

/** Returns a comparison function; equal cards are ordered by number. */
export function comparer(
  sort: SortName,
  set: CardSet,
  zones: readonly (string | null)[],
): (a: CardRow, b: CardRow) => number {
  if (sort === 'manual') return (a, b) => compareByHand(byHand(a, set, zones), byHand(b, set, zones));
  const { compare } = cardFields[sort];
  return (a, b) => compare?.(a, b) || bySeq(a, b);
}
