/** Text functions of the query language: letter case, canonical JSON, words for the full-text search. */

/**
 * Removes differences of letter case, in all of Unicode: full mappings (`ß` as `ss`), final sigma as
 * sigma. Dotless `ı` folds with `i`, as their capitals are one letter.
 */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  // Entries are defined rather than assigned, so that a key `__proto__` stays a key.
  return Object.fromEntries(
    Object.keys(source)
      .sort()
      .map((key) => [key, sorted(source[key])]),
  );
}

/** JSON text that is the same for equal values, independent of the order of their keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Maximum number of words in one full-text expression; callers refuse or ignore more. */
export const maxWords = 64;

/** Words as the tokenizer of the index sees them: letters, digits, private use characters, and the marks on them. */
const word = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;
const wordCore = /[\p{L}\p{N}\p{Co}]/u;

export function wordsIn(text: string): string[] {
  return (text.match(word) ?? []).filter((candidate) => wordCore.test(candidate));
}

/**
 * The FTS5 expression for a search text: every word must occur, the last one as a prefix. Words are quoted and
 * contain no operator characters, so that no text is a syntax error. Null when there is no word.
 */
export function matchExpression(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  return `${words.map((item) => `"${item}"`).join(' ')}*`;
}
