/** Ranks: texts that sort by code point, with room for more between any two. */
import { generateNKeysBetween } from 'fractional-indexing';

/**
 * `count` ranks in ascending order after `after` and before `before`; null is the open end. Ranks that another service
 * made in another form are only appended to: the result then follows `after`, and precedes `before` unless `before`
 * only extends `after` by a low character.
 */
export function ranksBetween(after: string | null, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const upper = after !== null && before !== null && before <= after ? null : before;
  return standardRanks(after, upper, count) ?? continuedRanks(after, count);
}

/** Ranks between two of our form; undefined where a neighbour has another form. */
function standardRanks(after: string | null, before: string | null, count: number): string[] | undefined {
  try {
    const ranks = generateNKeysBetween(after, before, count);
    const chain = [...(after === null ? [] : [after]), ...ranks, ...(before === null ? [] : [before])];
    return chain.every((rank, index) => index === 0 || (chain[index - 1] as string) < rank) ? ranks : undefined;
  } catch {
    return undefined;
  }
}

/** Texts that extend `after` by the lowest printable character, which none of our ranks begins with, and a rank. */
function continuedRanks(after: string | null, count: number): string[] {
  return generateNKeysBetween(null, null, count).map((rank) => `${after ?? ''}!${rank}`);
}
