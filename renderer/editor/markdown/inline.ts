/**
 * A remark plugin for Markdown.tsx. It replaces mentions in text (`$code`, `#tag`, `@name`, `@[userId:<id>]`) with
 * elements that are rendered as chips. It also replaces line ends within a paragraph with line breaks. Code and links
 * are not changed.
 */

import { tokensInText } from '../../../shared/domain/text-tokens.ts';

/**
 * A part of a text: plain text, a line break, or a mention of a card, tag or person. `value` is the text, the card's
 * short code, the tag, or the person's name or id.
 */
type InlinePart =
  | { readonly kind: 'text' | 'card' | 'tag' | 'personName' | 'personId'; readonly value: string }
  | { readonly kind: 'break' };

// The look-behind keeps the time linear for a long run of spaces.
const lineEnd = /(?<! ) *\r?\n/;

/** Splits a text into mentions, line breaks and the text between them. */
export function inlinePartsOf(text: string): InlinePart[] {
  const pieces: InlinePart[] = [];
  const addText = (from: number, to: number) => {
    for (const [index, line] of text.slice(from, to).split(lineEnd).entries()) {
      if (index > 0) pieces.push({ kind: 'break' });
      if (line !== '') pieces.push({ kind: 'text', value: line });
    }
  };
  let end = 0;
  for (const token of tokensInText(text)) {
    addText(end, token.start);
    pieces.push({ kind: token.kind, value: token.value });
    end = token.end;
  }
  addText(end, text.length);
  return pieces;
}

/** The properties of a node of remark's syntax tree that this plugin uses. */
interface TextNode {
  type: string;
  value?: string;
  children?: TextNode[];
  data?: { hName: string; hProperties: Record<string, string> };
}

const unchangedNodeTypes = new Set(['link', 'linkReference', 'inlineCode', 'code', 'definition', 'html', 'image']);

function nodeOf(piece: InlinePart): TextNode {
  if (piece.kind === 'text') return { type: 'text', value: piece.value };
  if (piece.kind === 'break') return { type: 'break' };
  const { kind: dataMention, value: dataValue } = piece;
  // Raw HTML is disabled, so every `span` in the rendered text is a mention. `data-mention` is the kind of the mention.
  return { type: 'mention', data: { hName: 'span', hProperties: { dataMention, dataValue } } };
}

function replaceMentions(node: TextNode): void {
  if (!node.children || unchangedNodeTypes.has(node.type)) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || child.value === undefined) {
      replaceMentions(child);
      return [child];
    }
    return inlinePartsOf(child.value).map(nodeOf);
  });
}

/** Returns the transformer of the remark plugin. */
export function remarkMentions() {
  return (tree: unknown): void => replaceMentions(tree as TextNode);
}
