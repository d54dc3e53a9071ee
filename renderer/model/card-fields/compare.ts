import type { CardRow } from '../card-row.ts';

/** For ids, days and timestamps. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

let compareInLocale: Intl.Collator['compare'] | undefined;

/**
 * In the person's locale; digits count as numbers, so that 2 comes before 10. The collator is created at the first
 * call, because creating it takes 7 ms (bench row `start`).
 */
export function compareNames(a: string, b: string): number {
  compareInLocale ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;
  return compareInLocale(a, b);
}

export const compareNullLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number =>
  a === null ? (b === null ? 0 : 1) : b === null ? -1 : compare(a, b);

/** Cards that the service has not numbered yet come after all numbered cards. */
const seqOf = (card: CardRow) => card.accountSeq || Number.MAX_SAFE_INTEGER;

/** All sort orders use it for cards that are otherwise equal. */
export const compareCardNumbers = (a: CardRow, b: CardRow): number =>
  seqOf(a) - seqOf(b) || compareCodeUnits(a.createdAt, b.createdAt) || compareCodeUnits(a.cardId, b.cardId);
