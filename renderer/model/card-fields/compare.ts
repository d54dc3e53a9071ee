/** Comparisons that fields of cards order by. */
import type { CardRow } from '../card-row.ts';

/** By code unit: for ids, days and timestamps. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** For names, as people sort them. */
export const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;

/** Ascending, with missing values at the end. */
export const missingLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number =>
  a === null ? (b === null ? 0 : 1) : b === null ? -1 : compare(a, b);

/** A card that the service has not numbered yet follows those that have a number. */
const seqOf = (card: CardRow) => card.accountSeq || Number.MAX_SAFE_INTEGER;

/** By number, so that cards which are equal otherwise keep one order. */
export const bySeq = (a: CardRow, b: CardRow): number =>
  seqOf(a) - seqOf(b) || byText(a.createdAt, b.createdAt) || byText(a.cardId, b.cardId);
