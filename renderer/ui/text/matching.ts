/** Picking from lists by what was typed: the same way in the palette and in the editor's completion. */

/** Letters without case and accents, so that `jose` finds `José`. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Candidates that begin with what was typed before those that only contain it; both in their own order. */
export function matching<T>(
  candidates: readonly T[],
  typed: string,
  textsOf: (candidate: T) => readonly string[],
  most: number,
): T[] {
  const wanted = folded(typed);
  const ranked = candidates.flatMap((candidate) => {
    const texts = textsOf(candidate).map(folded);
    if (texts.some((text) => text.startsWith(wanted))) return [{ candidate, rank: 0 }];
    return texts.some((text) => text.includes(wanted)) ? [{ candidate, rank: 1 }] : [];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}
