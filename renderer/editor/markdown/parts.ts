/**
 * Splits a long text into parts that render the same separately as together, so that Markdown.tsx renders only visible parts.
 * A part begins where markdown begins a new block regardless of the text before it
 * (https://spec.commonmark.org/0.31.2/#container-blocks-and-leaf-blocks).
 */

export interface TextPart {
  /** The number of its first line in the whole text, from 0. */
  readonly line: number;
  readonly lines: number;
  readonly text: string;
}

/** In lines: the maximum of a text that is not split, the minimum of a part, and of a part that ends within a list. */
const bounds = { whole: 120, part: 30, list: 60 };

/** Texts with these are not split: raw HTML blocks can include empty lines, and footnotes are numbered in the whole text. */
const wholeOnly = /^ {0,3}(?:<(?:script|pre|style|textarea|!|\?)|\[\^[^\]]+\]:)/im;
const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const definition = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S/;
const bullet = /^([-*+])[ \t]/;
/** A line without indentation that begins a block, except an item of a list that may have begun earlier. */
const freshBlock = /^(?![-*+][ \t]|[-*+]$|\d{1,9}[.)](?:[ \t]|$))\S/;

/** Whether a text is longer than a window shows, and so is rendered in parts. */
export const isLong = (text: string): boolean => text.split('\n', bounds.whole + 2).length > bounds.whole + 1;

/** The parts of a text, in order; one part if the text is short or cannot be split. */
export function partsOf(text: string): readonly TextPart[] {
  const lines = text.split('\n');
  if (lines.length <= bounds.whole || wholeOnly.test(text)) return [{ line: 0, lines: lines.length, text }];
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
    // A list is split only between two items without an empty line between them: then markdown renders both parts the same way.
    const continues = item !== undefined && before.trim() !== '' && bullet.exec(before)?.[1] === item;
    if (length >= bounds.part && before.trim() === '' && freshBlock.test(line)) cuts.push(at);
    else if (length >= bounds.list && continues) cuts.push(at);
    if (mark) open = mark;
    else if (definition.test(line)) definitions.push(line);
  }
  // Link definitions apply to the whole text, so each part gets them.
  const names = definitions.length > 0 ? `\n\n${definitions.join('\n')}` : '';
  return cuts.map((line, index) => {
    const end = cuts[index + 1] ?? lines.length;
    return { line, lines: end - line, text: lines.slice(line, end).join('\n') + names };
  });
}
