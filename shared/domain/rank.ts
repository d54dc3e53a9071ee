/** Ranks: texts that sort by code point, with room for more between any two. */
import { generateNKeysBetween } from 'fractional-indexing';

/**
 * `count` ranks in ascending order after `after` and before `before`; null is the open end. Ranks that another service
 * made in another form are only appended to: the result then follows `after`, and precedes `before` unless `before`
 * merely continues `after` with a low character.
 */
export function ranksBetween(after: string | null, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const upper = after !== null && before !== null && before <= after ? null : before;
  try {
    return generateNKeysBetween(after, upper, count);
  } catch {
    const low = String.fromCharCode(0x21);
    return generateNKeysBetween(null, null, count).map((key) =>
      after === null ? `${low}${key}` : `${after}${low}${key}`,
    );
  }
}
