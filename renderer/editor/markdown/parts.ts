/**
 * Splits a long text into parts that render the same separately as together, so that only visible parts are rendered.
 * A part ends where markdown begins a new block regardless of the text before it
 * (https://spec.commonmark.org/0.31.2/#container-blocks-and-leaf-blocks).
 */

export interface TextPart {
  /** Its first line in the whole text, from 0. */
  readonly line: number;
  readonly lines: number;
  readonly text: string;
}

/** In lines: the longest text that stays whole, the shortest part, and the longest list that is not split. */
const bounds = { whole: 120, part: 30, list: 60 };

/** Raw HTML blocks that include empty lines, and footnotes, which are numbered in the whole text. */
const wholeOnly = /^ {0,3}(?:<(?:script|pre|style|textarea|!|\?)|\[\^[^\]]+\]:)/im;
const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const definition = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S/;
const bullet = /^([-*+])[ \t]/;
/** A line without indentation that begins a block, except an item of a list that may have begun earlier. */
const freshBlock = /^(?![-*+][ \t]|[-*+]$|\d{1,9}[.)](?:[ \t]|$))\S/;

/** Whether a text is longer than a window shows. */
export const isLong = (text: string): boolean => text.split('\n', bounds.whole + 2).length > bounds.whole + 1;

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
    // Between two items without an empty line, a list can be split: both parts stay tight lists.
    const goesOn = item !== undefined && before.trim() !== '' && bullet.exec(before)?.[1] === item;
    if (length >= bounds.part && before.trim() === '' && freshBlock.test(line)) cuts.push(at);
    else if (length >= bounds.list && goesOn) cuts.push(at);
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
