/** Nothing in addresses, code and comments is a tag, mention, code or checkbox, or is changed. */
import { blocksOf, type MarkdownBox } from './markdown-blocks.ts';
import { CommentEnds, inlineMarkup, type Range } from './markdown-inline.ts';
import { type TextToken, tokensInText } from './text-tokens.ts';

interface MarkdownScan {
  readonly tokens: readonly TextToken[];
  /** `bareAddresses` of `inlineMarkup`. */
  readonly addresses: readonly Range[];
  readonly boxes: readonly MarkdownBox[];
}

/** A `_` of emphasis is no part of the name or tag beside it, as the `_` of "_ask @ann_". */
function withoutEmphasis(content: string, marks: readonly Range[]): string {
  let result = '';
  let end = 0;
  for (const [from, to] of marks.toSorted(([a], [b]) => a - b)) {
    if (content[from] !== '_') continue;
    result += content.slice(end, from) + ' '.repeat(to - from);
    end = to;
  }
  return result + content.slice(end);
}

function scan(content: string): MarkdownScan {
  const { parts, boxes } = blocksOf(content);
  const comments = new CommentEnds(content);
  const tokens: TextToken[] = [];
  const addresses: Range[] = [];
  const marks: Range[] = [];
  /** Between addresses, code and comments. */
  const texts: Range[] = [];
  for (const [start, end] of parts) {
    const markup = inlineMarkup(content, start, end, comments);
    let from = start;
    for (const [opaqueStart, opaqueEnd] of markup.opaque) {
      texts.push([from, opaqueStart]);
      from = opaqueEnd;
    }
    texts.push([from, end]);
    for (const address of markup.bareAddresses) addresses.push(address);
    for (const mark of markup.marks) marks.push(mark);
  }
  const plain = withoutEmphasis(content, marks);
  for (const [from, to] of texts) for (const token of tokensInText(plain, from, to)) tokens.push(token);
  return { tokens, addresses, boxes };
}

const nothing: MarkdownScan = { tokens: [], addresses: [], boxes: [] };
/** Callers often ask for tags, codes and checkboxes of the same text one after another. */
let latest = { content: '', result: nothing };

/** In order, with offsets in `content`. Addresses only if the text also has a sign of a token or a `[`. */
export function scanMarkdown(content: string): MarkdownScan {
  if (!/[#@$[]/.test(content)) return nothing;
  if (latest.content !== content) latest = { content, result: scan(content) };
  return latest.result;
}
