/**
 * Finds the entries that match a typed text, for the command palette and for completions in the editor. Filters and
 * lists of choices use only `normalizeForSearch`.
 */

/** Returns the text in lower case without accents, so that `jose` finds `José`. */
export const normalizeForSearch = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns at most `limit` of the candidates: first those with a text that begins with `typed`, then those with a text
 * that contains `typed`. Within each of these two groups, the given order is kept.
 */
export function bestMatches<T>(
  candidates: readonly T[],
  typed: string,
  textsOf: (candidate: T) => readonly string[],
  limit: number,
): T[] {
  const wanted = normalizeForSearch(typed);
  const ranked = candidates.flatMap((candidate) => {
    const texts = textsOf(candidate).map(normalizeForSearch);
    if (texts.some((text) => text.startsWith(wanted))) return [{ candidate, rank: 0 }];
    return texts.some((text) => text.includes(wanted)) ? [{ candidate, rank: 1 }] : [];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}
