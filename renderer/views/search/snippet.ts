/** A part of `CardSearchResult.snippet`. The private-use characters U+E000 and U+E001 enclose each match. */
interface SnippetPart {
  readonly text: string;
  readonly match: boolean;
}

export const splitSnippet = (snippet: string): SnippetPart[] =>
  // Because of the group, `split` also returns the matches, at odd indexes.
  snippet
    .split(/\uE000([^\uE000\uE001]*)/)
    .map((text, index) => ({ text: text.replaceAll('\uE001', '').replaceAll(/\s+/g, ' '), match: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
