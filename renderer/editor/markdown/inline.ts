/**
 * A remark plugin: turns mentions in running text (`$code`, `#tag`, `@name`, `@[userId:<id>]`) into
 * elements that Markdown.tsx draws as chips, and single line ends into breaks, as people write them in cards.
 * Code, links and their labels stay as they are.
 */

import { tagsIn } from '../../../shared/domain/content.ts';
import { seqOf } from '../../../shared/domain/short-code.ts';

/** A piece of running text. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'card'; readonly code: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'mention'; readonly name: string }
  | { readonly kind: 'person'; readonly userId: string };

/** Words begin, end and consist of letters as the service reads them (shared/domain/content.ts). */
const word = new RegExp(
  [
    /(?<![\p{L}\p{N}_$\\])\$(?<code>[0-9a-zA-Z]{3,7})(?![\p{L}\p{N}_])/u,
    /(?<![\p{L}\p{N}\p{M}_#&/\\.-])#(?<tag>[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?)/u,
    /(?<![\p{L}\p{N}_@.])@(?:\[userId:(?<userId>[^\]\s]+)\]|(?<name>[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?))/u,
    / *\r?\n/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    const { code, tag, userId, name } = match.groups ?? {};
    // "#1" is no tag, and "$5" is no code.
    if ((tag && tagsIn(`#${tag}`).length === 0) || (code && seqOf(code) === undefined)) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    if (code) pieces.push({ kind: 'card', code: code.toLowerCase() });
    else if (tag) pieces.push({ kind: 'tag', tag });
    else if (userId) pieces.push({ kind: 'person', userId });
    else if (name) pieces.push({ kind: 'mention', name });
    else pieces.push({ kind: 'break' });
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** The codes of cards that a text names, each once, lower case. */
export function codesIn(text: string): string[] {
  return [...new Set(piecesOf(text).flatMap((piece) => (piece.kind === 'card' ? [piece.code] : [])))];
}

/** The part of a Markdown tree node this plugin touches. */
interface TextNode {
  type: string;
  value?: string;
  children?: TextNode[];
  data?: { hName: string; hProperties: Record<string, string> };
}

const untouched = new Set(['link', 'linkReference', 'inlineCode', 'code', 'definition', 'html', 'image']);

function nodeOf(piece: Piece): TextNode {
  if (piece.kind === 'text') return { type: 'text', value: piece.text };
  if (piece.kind === 'break') return { type: 'break' };
  const value =
    piece.kind === 'card'
      ? piece.code
      : piece.kind === 'tag'
        ? piece.tag
        : piece.kind === 'person'
          ? piece.userId
          : piece.name;
  // Raw HTML is off, so no other span reaches the renderer; `data-word` selects the chip.
  return { type: 'word', data: { hName: 'span', hProperties: { dataWord: piece.kind, dataValue: value } } };
}

function rewrite(node: TextNode): void {
  if (!node.children || untouched.has(node.type)) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || child.value === undefined) {
      rewrite(child);
      return [child];
    }
    return piecesOf(child.value).map(nodeOf);
  });
}

export function inlineWords() {
  return (tree: unknown): void => rewrite(tree as TextNode);
}
