/** Functions on texts for the query language: ignoring letter case, canonical JSON, full-text search. */

/**
 * Removes differences of letter case in all of Unicode. `ß` becomes `ss`, and final sigma becomes sigma. Dotless `ı`
 * becomes `i`, because the capital of both is `I`.
 */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  // `Object.fromEntries` keeps a key `__proto__`. An assignment would set the prototype instead.
  return Object.fromEntries(
    Object.keys(source)
      .sort()
      .map((key) => [key, sorted(source[key])]),
  );
}

/** Returns JSON text with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Maximum number of words in one full-text expression; callers refuse or ignore further words. */
export const maxSearchWords = 64;

/**
 * Matches words in the same way as the tokenizer of the full-text index: letters, digits, private use characters and
 * combining marks.
 */
const word = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;
const wordCore = /[\p{L}\p{N}\p{Co}]/u;

export function wordsIn(text: string): string[] {
  return (text.match(word) ?? []).filter((candidate) => wordCore.test(candidate));
}

/**
 * Returns an FTS5 expression that finds texts that contain all `words`; null if `words` is empty. The last word can be
 * the beginning of a longer word in the text. The expression quotes every word, so that no search text causes a syntax
 * error. Words must not contain quotes themselves.
 */
export function fullTextExpression(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  return `${words.map((item) => `"${item}"`).join(' ')}*`;
}
