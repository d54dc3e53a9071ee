/**
 * Ranks for manual orders. A rank is a text. Ranks sort by code point. Between two ranks of the library
 * `fractional-indexing` there is always a free rank.
 */
import { generateNKeysBetween } from 'fractional-indexing';

/**
 * Returns `count` ascending ranks between `after` and `before`; null means no bound. Ignores `before` if it is not
 * above `after`. If another service created the bounds in another form, each new rank is `after` plus a suffix. Such a
 * rank sorts after `after`. It also sorts before `before`, unless `before` is `after` plus a suffix that is not higher
 * than the new suffix.
 */
export function ranksBetween(after: string | null, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const upper = after !== null && before !== null && before <= after ? null : before;
  return standardRanks(after, upper, count) ?? continuedRanks(after, count);
}

/** Returns ranks in the form of `fractional-indexing`; undefined if a bound has another form. */
function standardRanks(after: string | null, before: string | null, count: number): string[] | undefined {
  try {
    const ranks = generateNKeysBetween(after, before, count);
    const chain = [...(after === null ? [] : [after]), ...ranks, ...(before === null ? [] : [before])];
    return chain.every((rank, index) => index === 0 || (chain[index - 1] as string) < rank) ? ranks : undefined;
  } catch {
    return undefined;
  }
}

/** Returns `after` plus `!` plus a rank. `!` sorts before every first character of a rank of `fractional-indexing`. */
function continuedRanks(after: string | null, count: number): string[] {
  return generateNKeysBetween(null, null, count).map((rank) => `${after ?? ''}!${rank}`);
}
