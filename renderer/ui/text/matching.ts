import { foldText } from '../../../shared/domain/search-text.ts';

/** First candidates with a text that begins with `typed`, then those that contain it; each group in the given order. */
export function bestMatches<T>(
  candidates: readonly T[],
  typed: string,
  textsOf: (candidate: T) => readonly string[],
  limit: number,
): T[] {
  const wanted = foldText(typed);
  const ranked = candidates.flatMap((candidate) => {
    const texts = textsOf(candidate).map(foldText);
    if (texts.some((text) => text.startsWith(wanted))) return [{ candidate, rank: 0 }];
    return texts.some((text) => text.includes(wanted)) ? [{ candidate, rank: 1 }] : [];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}
