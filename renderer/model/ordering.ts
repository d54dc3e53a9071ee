/** The order of cards within a column: by hand, or by a field. */
import { statusGroups, statusLook } from '../ui/icons/status.ts';
import { type CardRow, type CardSet, placeOf } from './card-row.ts';

export const sortNames = ['manual', 'priority', 'effort', 'title', 'due', 'updated', 'created', 'status'] as const;
export type SortName = (typeof sortNames)[number];

export const sortLabels: Record<SortName, string> = {
  manual: 'By hand',
  priority: 'Priority',
  effort: 'Effort',
  title: 'Title',
  due: 'Due date',
  updated: 'Last change',
  created: 'Newest',
  status: 'Status',
};

/** A card not yet known to the service has no number; it stands after those that have one. */
const seqOf = (card: CardRow) => card.accountSeq || Number.MAX_SAFE_INTEGER;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const bySeq = (a: CardRow, b: CardRow) =>
  seqOf(a) - seqOf(b) || byText(a.createdAt, b.createdAt) || byText(a.cardId, b.cardId);
/** Ascending, with missing values at the end. */
const missingLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number) =>
  a === null ? (b === null ? 0 : 1) : b === null ? -1 : compare(a, b);

/** Where a card stands by hand. */
interface ByHand {
  readonly card: CardRow;
  readonly zone: number;
  readonly value: string | null;
}

function byHand(card: CardRow, set: CardSet, zones: readonly (string | null)[]): ByHand {
  const place = placeOf(set, card.cardId);
  const zone = zones.indexOf(place?.label ?? null);
  // A zone that is not listed shows as the unnamed one, which stands first when it is not listed itself.
  return { card, zone: zone < 0 ? zones.indexOf(null) : zone, value: place?.sortValue ?? null };
}

/** Cards without a position follow those with one, by number. */
const compareByHand = (a: ByHand, b: ByHand): number =>
  a.zone - b.zone || missingLast(a.value, b.value, byText) || bySeq(a.card, b.card);

/** The cards in order. What is compared by hand is looked up once per card, not once per comparison. */
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

const statusRank = (card: CardRow) => statusGroups.indexOf(statusLook(card.derivedStatus).group);

export function comparer(
  sort: SortName,
  set: CardSet,
  zones: readonly (string | null)[],
): (a: CardRow, b: CardRow) => number {
  switch (sort) {
    case 'manual':
      return (a, b) => compareByHand(byHand(a, set, zones), byHand(b, set, zones));
    case 'priority':
      return (a, b) => missingLast(a.priority, b.priority, byText) || statusRank(a) - statusRank(b) || bySeq(a, b);
    case 'effort':
      return (a, b) => missingLast(a.effort, b.effort, (x, y) => y - x) || bySeq(a, b);
    case 'title': {
      const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
      return (a, b) => collator.compare(a.title, b.title) || bySeq(a, b);
    }
    case 'due':
      return (a, b) => missingLast(a.dueDate, b.dueDate, byText) || bySeq(a, b);
    case 'updated':
      return (a, b) => byText(b.lastUpdatedAt, a.lastUpdatedAt) || bySeq(a, b);
    case 'created':
      return (a, b) => byText(b.createdAt, a.createdAt) || bySeq(b, a);
    case 'status':
      return (a, b) => statusRank(a) - statusRank(b) || bySeq(a, b);
  }
}
