/**
 * Splits a search snippet (`CardSearchResult.snippet`) at its matches. The private-use characters U+E000 and U+E001
 * enclose each match.
 */
interface SnippetPart {
  readonly text: string;
  readonly match: boolean;
}

/** Returns the parts of a snippet in order; `match` is true for parts that match the search. */
export const splitSnippet = (snippet: string): SnippetPart[] =>
  // The pattern has a group, so `split` also returns its texts: the matches, at odd indexes.
  snippet
    .split(/\uE000([^\uE000\uE001]*)/)
    .map((text, index) => ({ text: text.replaceAll('\uE001', '').replaceAll(/\s+/g, ' '), match: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
