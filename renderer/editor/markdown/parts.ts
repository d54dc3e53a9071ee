/**
 * Splits a long text into parts, so that Markdown.tsx renders only visible parts. Rendering the parts one by one gives
 * the same result as rendering the whole text. A part starts where markdown starts a new block regardless of the text
 * before it (https://spec.commonmark.org/0.31.2/#container-blocks-and-leaf-blocks).
 */

interface MarkdownTextPart {
  /** Line number of the part's first line in the whole text, from 0. */
  readonly firstLine: number;
  readonly lineCount: number;
  readonly text: string;
}

/**
 * Limits in lines. A text of up to `whole` lines is not split. Each part except the last has at least `part` lines, or
 * `list` lines if it ends within a list.
 */
const lineBounds = { whole: 120, part: 30, list: 60 };

/**
 * Matches texts that cannot be split. They contain raw HTML blocks, which can include empty lines, or footnotes, which
 * are numbered across the whole text.
 */
const unsplittable = /^ {0,3}(?:<(?:script|pre|style|textarea|!|\?)|\[\^[^\]]+\]:)/im;
const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const definition = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S/;
const bullet = /^([-*+])[ \t]/;
/**
 * Matches a line without indentation that starts a block. List items do not match, because they can belong to a list
 * that started earlier.
 */
const freshBlock = /^(?![-*+][ \t]|[-*+]$|\d{1,9}[.)](?:[ \t]|$))\S/;

/**
 * Returns true if the body of a card is so long that it is rendered in parts. The body is the content without its first
 * line.
 */
export const hasLongCardBody = (content: string): boolean =>
  content.split('\n', lineBounds.whole + 2).length > lineBounds.whole + 1;

/** Returns the parts of a text in order; a single part if the text is short or cannot be split. */
export function splitMarkdown(text: string): readonly MarkdownTextPart[] {
  const lines = text.split('\n');
  if (lines.length <= lineBounds.whole || unsplittable.test(text))
    return [{ firstLine: 0, lineCount: lines.length, text }];
  const definitions: string[] = [];
  const cuts: number[] = [0];
  let open: string | null = null;
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? '';
    const length = at - (cuts.at(-1) ?? 0);
    const [, mark, info = ''] = fence.exec(line) ?? [];
    if (open !== null) {
      if (mark?.startsWith(open) && info.trim() === '') open = null;
      continue;
    }
    const item = bullet.exec(line)?.[1];
    // Splits a list only between two items with the same bullet and without an empty line between them. Only then does
    // markdown render the two parts in the same way as the whole list.
    const continues = item !== undefined && before.trim() !== '' && bullet.exec(before)?.[1] === item;
    if (length >= lineBounds.part && before.trim() === '' && freshBlock.test(line)) cuts.push(at);
    else if (length >= lineBounds.list && continues) cuts.push(at);
    if (mark) open = mark;
    else if (definition.test(line)) definitions.push(line);
  }
  // Link definitions apply to the whole text, so they are added to each part.
  const names = definitions.length > 0 ? `\n\n${definitions.join('\n')}` : '';
  return cuts.map((firstLine, index) => {
    const end = cuts[index + 1] ?? lines.length;
    return { firstLine, lineCount: end - firstLine, text: lines.slice(firstLine, end).join('\n') + names };
  });
}
