/**
 * Addresses, code and comments are left out: nothing in them is a tag, mention, card code or checkbox, and no action
 * changes them.
 */
import { blocksOf, type MarkdownBox } from './markdown-blocks.ts';
import { CommentEnds, inlineMarkup } from './markdown-inline.ts';
import { type TextToken, tokensInText } from './text-tokens.ts';

interface MarkdownScan {
  readonly tokens: readonly TextToken[];
  readonly boxes: readonly MarkdownBox[];
}

function scan(content: string): MarkdownScan {
  const comments = new CommentEnds(content);
  const { parts, boxes } = blocksOf(content);
  const tokens: TextToken[] = [];
  const addTokens = (from: number, to: number) => {
    for (const token of tokensInText(content, from, to)) tokens.push(token);
  };
  for (const [start, end] of parts) {
    let from = start;
    for (const [opaqueStart, opaqueEnd] of inlineMarkup(content, start, end, comments).opaque) {
      addTokens(from, opaqueStart);
      from = opaqueEnd;
    }
    addTokens(from, end);
  }
  return { tokens, boxes };
}

const nothing: MarkdownScan = { tokens: [], boxes: [] };
/** Callers often ask for tags, codes and checkboxes of the same text one after another. */
let latest = { content: '', result: nothing };

/** In order, with offsets in `content`. */
export function scanMarkdown(content: string): MarkdownScan {
  if (!/[#@$[]/.test(content)) return nothing;
  if (latest.content !== content) latest = { content, result: scan(content) };
  return latest.result;
}

/** In order, with offsets in `content`. */
export const tokensInMarkdown = (content: string): readonly TextToken[] => scanMarkdown(content).tokens;
