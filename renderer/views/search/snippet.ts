/**
 * Splits a search snippet (`CardSearchResult.snippet`) at its matches. Two private-use characters enclose each match.
 */
const matchStart = '\uE000';
const matchEnd = '\uE001';

interface SnippetPart {
  readonly text: string;
  readonly match: boolean;
}

/** Returns the parts of a snippet in order; `match` is true for parts that match the search. */
export function splitSnippet(snippet: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  const add = (text: string, match: boolean) => {
    if (text) parts.push({ text: text.replaceAll(/\s+/g, ' '), match });
  };
  const [before = '', ...pieces] = snippet.split(matchStart);
  add(before.replaceAll(matchEnd, ''), false);
  for (const piece of pieces) {
    const at = piece.indexOf(matchEnd);
    if (at < 0) {
      add(piece, true);
      continue;
    }
    add(piece.slice(0, at), true);
    add(piece.slice(at + 1).replaceAll(matchEnd, ''), false);
  }
  return parts;
}
