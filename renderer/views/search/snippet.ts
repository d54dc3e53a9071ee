/**
 * Splits a search snippet at its matches, which two private-use characters enclose (shared/bridge,
 * `FoundCard.snippet`).
 */
const begin = '\uE000';
const end = '\uE001';

interface SnippetPart {
  readonly text: string;
  readonly match: boolean;
}

export function snippetParts(snippet: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  const add = (text: string, match: boolean) => {
    if (text) parts.push({ text: text.replaceAll(/\s+/g, ' '), match });
  };
  const [before = '', ...pieces] = snippet.split(begin);
  add(before.replaceAll(end, ''), false);
  for (const piece of pieces) {
    const at = piece.indexOf(end);
    if (at < 0) {
      add(piece, true);
      continue;
    }
    add(piece.slice(0, at), true);
    add(piece.slice(at + 1).replaceAll(end, ''), false);
  }
  return parts;
}
