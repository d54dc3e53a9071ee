/**
 * The one folding of texts for search, filters and lists of choices, and the rule which texts a search finds. The
 * full-text index, the operator `search`, filters, pickers and highlighting all use it, so that they agree.
 */

const ascii = /^\p{ASCII}*$/u;

/**
 * A run of more than 30 combining marks, the first 30 of them as a group. Unicode's stream-safe text format (UAX #15)
 * has the same bound. Chromium draws a longer run for minutes.
 */
export const longMarkRun = /(\p{M}{30})\p{M}+/gu;

/** In linear time, because each run of marks is cut: ICU sorts a run in quadratic time. */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.replace(longMarkRun, '$1').normalize(form);

/**
 * Removes differences of letter case and of the coding of marks in all of Unicode, and nothing else: tags and names are
 * compared by it. `ß` becomes `ss`, final sigma becomes sigma. Dotless `ı` and dotted `İ` become `i`, because the pairs
 * of letters are not the same in all languages.
 */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const upper = normalizeText(text, 'NFD')
    .toUpperCase()
    .replace(/I\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''));
  return upper.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').normalize('NFC');
}

/** Letters that people replace by others when they search, and that Unicode does not decompose. */
const letterSubstitutes: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ə: 'e',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ґ: 'г',
  // Final forms in Hebrew, for the same reason as final sigma: a longer word has the other form.
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  // Keyboards for Arabic, Persian and Urdu write the same letter with different characters.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ہ: 'ه',
  ھ: 'ه',
  ة: 'ه',
};
const substitutable = new RegExp(`[${Object.keys(letterSubstitutes).join('')}]`, 'g');

/** Marks, what no font draws (such as joiners and soft hyphens), and the Arabic stroke that only widens a word. */
const unread = /[\p{M}\p{DI}\u0640]/gu;

/** Compatibility forms, letter case and marks make no difference, so that `lodz` finds `Łódź`. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return foldCase(normalizeText(text, 'NFKD').replace(unread, ''))
    .replace(substitutable, (letter) => letterSubstitutes[letter] as string)
    .normalize('NFC');
}

/** Scripts that write no spaces between words, or (Korean) join words: searches find any part of their words. */
const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}\\p{sc=Yi}\u30FC';
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u');
const endsUnspaced = new RegExp(`[${unspaced}]$`, 'u');
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u');
/** Words, and symbols such as emoji and `$`, each of which is a word of its own. */
const word = /[\p{L}\p{N}\p{Co}]+|[\p{So}\p{Sc}\p{Extended_Pictographic}]/gu;
const wordPart = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');

const wordsOfFolded = (folded: string): readonly string[] => {
  const words = folded.match(word) ?? [];
  return hasUnspaced.test(folded) ? words.flatMap((mixed) => mixed.match(wordPart) ?? []) : words;
};

export const searchForm = (text: string): string => wordsOfFolded(foldText(text)).join(' ');

/**
 * Overlapping pairs of characters if the word's script has no spaces, which finds any part of it. The last character
 * alone ends them, so that a part can be found by one character, too.
 */
function indexWordsOf(formWord: string, { isOpenEnd }: { isOpenEnd: boolean }): string {
  if (!startsUnspaced.test(formWord)) return formWord;
  const chars = [...formWord];
  const pairs = chars.map((char, index) => char + (chars[index + 1] ?? ''));
  return (isOpenEnd && pairs.length > 1 ? pairs.slice(0, -1) : pairs).join(' ');
}

/** For FTS5's `ascii` tokenizer, which splits at spaces and ASCII other than letters, digits and `$`. */
export function indexForm(text: string): string {
  const folded = foldText(text);
  if (!hasUnspaced.test(folded)) return (folded.match(word) ?? []).join(' ');
  return wordsOfFolded(folded)
    .map((formWord) => indexWordsOf(formWord, { isOpenEnd: false }))
    .join(' ');
}

/** Words that a text must contain one after another. */
export interface SearchPhrase {
  /** The words' `searchForm`. */
  readonly form: string;
  /** Whether the last word can be the beginning of a longer word in the text. */
  readonly isPrefix: boolean;
}

/** Phrases end at spaces. The last, and those that end in a script without spaces, match beginnings. */
export function searchPhrases(search: string): SearchPhrase[] {
  const forms = search.split(/\s+/).map(searchForm).filter(Boolean);
  return forms.map((form, index) => ({ form, isPrefix: index === forms.length - 1 || endsUnspaced.test(form) }));
}

export const searchWordCount = (phrases: readonly SearchPhrase[]): number =>
  phrases.reduce(
    (sum, { form }) =>
      sum + form.split(' ').reduce((count, part) => count + (startsUnspaced.test(part) ? [...part].length : 1), 0),
    0,
  );

/** Null without phrases. Quotes around every phrase prevent syntax errors, because no `searchForm` contains a quote. */
export function fullTextExpression(phrases: readonly SearchPhrase[]): string | null {
  if (phrases.length === 0) return null;
  return phrases
    .map(({ form, isPrefix }) => {
      const words = form.split(' ');
      const indexed = words.map((part, index) => indexWordsOf(part, { isOpenEnd: index === words.length - 1 }));
      return `"${indexed.join(' ')}"${isPrefix ? '*' : ''}`;
    })
    .join(' ');
}

/** With a space at the start and, of a whole word, at the end, as the form has it. */
const needleOf = ({ form, isPrefix }: SearchPhrase): string =>
  `${startsUnspaced.test(form) ? '' : ' '}${form}${isPrefix ? '' : ' '}`;

/** True for texts that the full-text index finds by these phrases. */
export function searchTest(phrases: readonly SearchPhrase[]): (text: string) => boolean {
  const needles = phrases.map(needleOf);
  return (text) => {
    const form = ` ${searchForm(text)} `;
    return needles.length > 0 && needles.every((needle) => form.includes(needle));
  };
}

/**
 * For filters, which know all texts: true for texts that contain each word or part of a word of `typed`, and so for
 * every text that a search finds. A text of signs alone, such as `?`, is looked for as it is.
 */
export function filterTest(typed: string): (text: string) => boolean {
  const forms = searchPhrases(typed).map(({ form }) => form);
  if (forms.length > 0)
    return (text) => {
      const form = searchForm(text);
      return forms.every((part) => form.includes(part));
    };
  const signs = typed.trim();
  return (text) => text.includes(signs);
}

/** A folded text; the character at index n comes from [starts[n], ends[n]) of the text, or from [n, n + 1). */
interface FoldedText {
  readonly folded: string;
  readonly starts?: readonly number[];
  readonly ends?: readonly number[];
}

const cluster = /[\s\S][\p{M}\p{DI}]*/gu;
/** Foldings of single characters, because a long text has few different ones. Bounded by `maxCachedClusters`. */
const foldedClusters = new Map<string, string>();
const maxCachedClusters = 10_000;

function foldWithPositions(text: string): FoldedText {
  if (ascii.test(text)) return { folded: text.toLowerCase() };
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: written, index } of text.matchAll(cluster)) {
    let part = foldedClusters.get(written);
    if (part === undefined) {
      part = foldText(written);
      if (written.length < 10 && foldedClusters.size < maxCachedClusters) foldedClusters.set(written, part);
    }
    folded += part;
    for (let at = 0; at < part.length; at++) {
      starts.push(index);
      ends.push(index + written.length);
    }
  }
  return { folded, starts, ends };
}

/** In order, without overlaps; whole words if their beginning matches. The text must be normalized (NFC). */
export function searchMatches(text: string, phrases: readonly SearchPhrase[]): [start: number, end: number][] {
  const { folded, starts, ends } = foldWithPositions(text);
  let form = ' ';
  /** Index in `folded` of each character of `form`. */
  const at: number[] = [0];
  for (const { 0: mixed, index } of folded.matchAll(word)) {
    let next = index;
    for (const part of hasUnspaced.test(mixed) ? (mixed.match(wordPart) ?? []) : [mixed]) {
      form += `${part} `;
      for (let offset = 0; offset <= part.length; offset++) at.push(next + offset);
      next += part.length;
    }
  }
  const found: [number, number][] = [];
  for (const phrase of phrases) {
    const needle = needleOf(phrase);
    const isWholeWord = !endsUnspaced.test(phrase.form);
    for (let from = form.indexOf(needle); from >= 0; from = form.indexOf(needle, from + 1)) {
      const first = from + (needle.startsWith(' ') ? 1 : 0);
      const end = isWholeWord ? form.indexOf(' ', first + phrase.form.length) : first + phrase.form.length;
      const [foldedStart, foldedLast] = [at[first] as number, at[end - 1] as number];
      found.push([starts?.[foldedStart] ?? foldedStart, ends?.[foldedLast] ?? foldedLast + 1]);
    }
  }
  found.sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of found) {
    const last = merged.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
