/**
 * A remark plugin for Markdown.tsx. It replaces mentions in text (`$code`, `#tag`, `@name`, `@[userId:<id>]`) with
 * elements that are rendered as chips. It also replaces line ends within a paragraph with line breaks. Code and links
 * are not changed.
 */

import { tagsIn } from '../../../shared/domain/content.ts';
import { accountSeqOfShortCode } from '../../../shared/domain/short-code.ts';

/**
 * A part of a text: plain text, a line break, or a mention of a card, tag or person. `value` is the text, the card's
 * short code, the tag, or the person's name or id.
 */
type InlinePart =
  | { readonly kind: 'text' | 'card' | 'tag' | 'personName' | 'personId'; readonly value: string }
  | { readonly kind: 'break' };

/** Matches all kinds of mentions, and line ends. Tags and names follow the rules in shared/domain/content.ts. */
const mentionPattern = new RegExp(
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

/** Splits a text into mentions, line breaks and the text between them. */
export function inlinePartsOf(text: string): InlinePart[] {
  const pieces: InlinePart[] = [];
  let end = 0;
  for (const match of text.matchAll(mentionPattern)) {
    const { code, tag, userId, name } = match.groups ?? {};
    // "#1" matches the pattern but is no valid tag, and "$5" is no valid short code.
    if ((tag && tagsIn(`#${tag}`).length === 0) || (code && accountSeqOfShortCode(code) === undefined)) continue;
    if (match.index > end) pieces.push({ kind: 'text', value: text.slice(end, match.index) });
    end = match.index + match[0].length;
    if (code) pieces.push({ kind: 'card', value: code.toLowerCase() });
    else if (tag) pieces.push({ kind: 'tag', value: tag });
    else if (userId) pieces.push({ kind: 'personId', value: userId });
    else if (name) pieces.push({ kind: 'personName', value: name });
    else pieces.push({ kind: 'break' });
  }
  if (end < text.length) pieces.push({ kind: 'text', value: text.slice(end) });
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
