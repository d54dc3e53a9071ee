/**
 * Ranks for manual orders. A rank is a text, and ranks sort by code point. The library `fractional-indexing` makes the
 * ranks, so that another rank always fits between two of them.
 */
import { generateNKeysBetween } from 'fractional-indexing';

/**
 * Returns `count` ascending ranks between `after` and `before`; null means no bound. Ignores `before` if it is not
 * above `after`. The bounds can come from another service, whose ranks have another form. In two cases no text sorts
 * between the bounds: `before` is empty, or `before` is `after` plus the character U+0000. The ranks then sort after
 * `before`.
 */
export function ranksBetween(after: string | null, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const upper = after !== null && before !== null && before <= after ? null : before;
  return standardRanks(after, upper, count) ?? continuedRanks(after ?? '', upper, count);
}

/** Undefined if a bound has another form. */
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
