/** Ranks candidates by typed text, for the palette and for completions in the editor. */

/** Lower case without accents, so that `jose` finds `José`. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** At most `limit` candidates: first those that begin with the typed text, then those that contain it; each in the given order. */
export function matching<T>(
  candidates: readonly T[],
  typed: string,
  textsOf: (candidate: T) => readonly string[],
  limit: number,
): T[] {
  const wanted = folded(typed);
  const ranked = candidates.flatMap((candidate) => {
    const texts = textsOf(candidate).map(folded);
    if (texts.some((text) => text.startsWith(wanted))) return [{ candidate, rank: 0 }];
    return texts.some((text) => text.includes(wanted)) ? [{ candidate, rank: 1 }] : [];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}
