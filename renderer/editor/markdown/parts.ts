/**
 * A long text in parts that read the same one by one as they do together, so that only those in sight need to be drawn.
 * A part ends where markdown begins a new block whatever came before it
 * (https://spec.commonmark.org/0.31.2/#container-blocks-and-leaf-blocks).
 */

export interface TextPart {
  /** Of its first line in the whole text, from 0. */
  readonly line: number;
  readonly lines: number;
  readonly text: string;
}

/** Lines: below the first a text stays whole; parts have at least the second; lists longer than the third are cut, too. */
const bounds = { whole: 120, part: 30, list: 60 };

/** Blocks of raw HTML that go on past empty lines, and footnotes, which are numbered over the whole text. */
const wholeOnly = /^ {0,3}(?:<(?:script|pre|style|textarea|!|\?)|\[\^[^\]]+\]:)/im;
const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const definition = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S/;
const bullet = /^([-*+])[ \t]/;
/** Anything that a line at the margin begins, other than an item of a list that may have begun before. */
const freshBlock = /^(?![-*+][ \t]|[-*+]$|\d{1,9}[.)](?:[ \t]|$))\S/;

/** Whether a text reaches below what a window shows, whatever is in it but empty lines. */
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
    // A list that is cut between two of its own items goes on as the same list: no empty line makes it a looser one.
    const goesOn = item !== undefined && before.trim() !== '' && bullet.exec(before)?.[1] === item;
    if (length >= bounds.part && before.trim() === '' && freshBlock.test(line)) cuts.push(at);
    else if (length >= bounds.list && goesOn) cuts.push(at);
    if (mark) open = mark;
    else if (definition.test(line)) definitions.push(line);
  }
  // Names of addresses hold everywhere, wherever they are given.
  const names = definitions.length > 0 ? `\n\n${definitions.join('\n')}` : '';
  return cuts.map((line, index) => {
    const end = cuts[index + 1] ?? lines.length;
    return { line, lines: end - line, text: lines.slice(line, end).join('\n') + names };
  });
}
