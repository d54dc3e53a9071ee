import { foldText, longMarkRun } from '../../../shared/domain/search-text.ts';

/** "1 card", "2 cards". Only for nouns whose plural adds an "s". */
export const countWithNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Offsets of the parts that no window must draw: what exceeds the bound of each run of marks. */
export const excessMarksIn = (text: string): { readonly from: number; readonly to: number }[] =>
  [...text.matchAll(longMarkRun)].map((match) => ({
    from: match.index + (match[1]?.length ?? 0),
    to: match.index + match[0].length,
  }));

/** Replaces the excess marks of each run by `…`. */
export const withoutExcessMarks = (text: string): string => text.replace(longMarkRun, '$1…');

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
