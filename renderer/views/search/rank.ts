/** Which candidates of the palette match the typed text, and in which order. */
import uFuzzy from '@leeoniya/ufuzzy';
import { foldText } from '../../../shared/domain/search-text.ts';

/** The lowest is the best. `content`: of a card whose text below the title matches. */
export const tiers = { equal: 0, begins: 1, words: 2, contains: 3, content: 4, typo: 5 } as const;

const letterOrDigit = /[\p{L}\p{N}]$/u;

function startsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !letterOrDigit.test(text.slice(Math.max(0, at - 2), at))) return true;
  return false;
}

const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  // One typing error in each word: a letter more, less, another one, or two that changed places. Words of up to two
  // letters match exactly.
  intraMode: 1,
  intraIns: 1,
  intraSub: 1,
  intraTrn: 1,
  intraDel: 1,
});
/** In shorter words, a typing error could stand for too many other words. */
const minWordLengthWithTypo = 4;
/** More words would be tried in too many orders. */
const maxWordsInAnyOrder = 3;

/** Both are folded. Null if some typed word is not in the text. */
export function tierOfText(text: string, typed: string): number | null {
  if (text === typed) return tiers.equal;
  if (text.startsWith(typed)) return tiers.begins;
  const words = typed.split(/\s+/);
  if (!words.every((word) => text.includes(word))) return null;
  return words.every((word) => startsAWord(text, word)) ? tiers.words : tiers.contains;
}

/** An archived card comes after everything whose name contains the text. `title` and `typed` are folded. */
export function tierOfCard(title: string, typed: string, isArchived: boolean): number {
  const tier = tierOfText(title, typed) ?? tiers.content;
  return isArchived ? Math.max(tier, tiers.contains + 0.5) : tier;
}

/** As the person reads it: "Import…" is the command "Import". */
export const foldCommandName = (label: string): string => foldText(label.replace(/…$/, ''));

export interface Candidate<T> {
  readonly item: T;
  /** Folded. */
  readonly names: readonly string[];
  /** Folded. Other words for the same; they count one tier less than names. */
  readonly synonyms: readonly string[];
  readonly score: number;
}

export interface Match<T> {
  readonly item: T;
  readonly tier: number;
  readonly score: number;
}

/** By tier, then by use; what is equal keeps its order. */
export const compareMatches = (a: Omit<Match<unknown>, 'item'>, b: Omit<Match<unknown>, 'item'>): number =>
  a.tier - b.tier || b.score - a.score;

/** The best first. An empty text matches all. */
export function rankCandidates<T>(candidates: readonly Candidate<T>[], text: string): Match<T>[] {
  const typed = foldText(text).trim();
  if (typed === '')
    return candidates.map(({ item, score }) => ({ item, score, tier: tiers.equal })).toSorted(compareMatches);
  const found: Match<T>[] = [];
  const rest: Candidate<T>[] = [];
  for (const candidate of candidates) {
    const { item, names, synonyms, score } = candidate;
    const reached = [
      ...names.map((name) => tierOfText(name, typed)),
      ...synonyms.map((synonym) => {
        const tier = tierOfText(synonym, typed);
        return tier === null ? null : Math.min(tier + 1, tiers.contains);
      }),
    ].filter((tier) => tier !== null);
    if (reached.length > 0) found.push({ item, score, tier: Math.min(...reached) });
    else rest.push(candidate);
  }
  if (!typed.split(/\s+/).some((word) => word.length >= minWordLengthWithTypo)) return found.toSorted(compareMatches);
  const texts = rest.flatMap(({ names, synonyms }, at) => [...names, ...synonyms].map((name) => ({ name, at })));
  const [indexes] = fuzzy.search(
    texts.map(({ name }) => name),
    typed,
    maxWordsInAnyOrder,
    0,
  );
  const near = new Set((indexes ?? []).map((index) => texts[index]?.at));
  for (const [at, { item, score }] of rest.entries()) if (near.has(at)) found.push({ item, score, tier: tiers.typo });
  return found.toSorted(compareMatches);
}
