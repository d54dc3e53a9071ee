/** Comparison functions for sorting cards by their fields. */
import type { CardRow } from '../card-row.ts';

/** Compares by code unit: for ids, days and timestamps. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares names in the user's locale, with numbers by value. */
export const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;

/** Compares with `compare` and puts null last. */
export const missingLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number =>
  a === null ? (b === null ? 0 : 1) : b === null ? -1 : compare(a, b);

/** A card that the service has not numbered yet follows those that have a number. */
const seqOf = (card: CardRow) => card.accountSeq || Number.MAX_SAFE_INTEGER;

/** Compares by card number: the tie-breaker of all orders. */
export const bySeq = (a: CardRow, b: CardRow): number =>
  seqOf(a) - seqOf(b) || byText(a.createdAt, b.createdAt) || byText(a.cardId, b.cardId);
