/** Nothing in addresses, code and comments is a tag, mention, code or checkbox, or is changed. */
import { blocksOf, type MarkdownBox } from './markdown-blocks.ts';
import { CommentEnds, inlineMarkup, type Range } from './markdown-inline.ts';
import { type TextToken, tokensInText } from './text-tokens.ts';

interface MarkdownScan {
  readonly tokens: readonly TextToken[];
  readonly boxes: readonly MarkdownBox[];
}

function addTokensOfParts(content: string, parts: readonly Range[], tokens: TextToken[]): void {
  const comments = new CommentEnds(content);
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
}

function scan(content: string): MarkdownScan {
  const { parts, boxes } = blocksOf(content);
  const tokens: TextToken[] = [];
  addTokensOfParts(content, parts, tokens);
  return { tokens, boxes };
}

/** For a part of a paragraph, in which no block begins. In order. */
export function tokensInInlineMarkdown(text: string): readonly TextToken[] {
  const tokens: TextToken[] = [];
  addTokensOfParts(text, [[0, text.length]], tokens);
  return tokens;
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
