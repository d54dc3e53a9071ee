/**
 * Ranks for manual orders. A rank is a text. Ranks sort by code point. Between two ranks of the library
 * `fractional-indexing` there is always a free rank.
 */
import { generateNKeysBetween } from 'fractional-indexing';

/**
 * Returns `count` ascending ranks between `after` and `before`; null means no bound. Ignores `before` if it is not
 * above `after`. The bounds may be ranks that another service created in another form. If no text sorts between the
 * bounds, because `before` is empty or `after` plus the character U+0000, the ranks sort after `before`.
 */
export function ranksBetween(after: string | null, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const upper = after !== null && before !== null && before <= after ? null : before;
  return standardRanks(after, upper, count) ?? continuedRanks(after ?? '', upper, count);
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

/** Returns ranks that are `after` plus a suffix. Such a rank sorts after `after`. */
function continuedRanks(after: string, before: string | null, count: number): string[] {
  const limit = before?.startsWith(after) ? before.slice(after.length) : null;
  return suffixesBelow(limit, count).map((suffix) => after + suffix);
}

/** Returns ascending suffixes that sort before `limit`; null means no limit. */
function suffixesBelow(limit: string | null, count: number): string[] {
  // `!` sorts before every first character of a rank of `fractional-indexing`.
  if (limit === null || limit.charAt(0) > '!') return generateNKeysBetween(null, null, count).map((rank) => `!${rank}`);
  const rest = limit.slice(1);
  if (rest === '') {
    const lower = String.fromCharCode(Math.max(0, limit.charCodeAt(0) - 1));
    return suffixesBelow(null, count).map((suffix) => lower + suffix);
  }
  return (standardRanks(null, rest, count) ?? suffixesBelow(rest, count)).map((suffix) => limit.charAt(0) + suffix);
}
