/**
 * Splits a long text into parts, of which Markdown.tsx renders only the visible ones. The result is the same as for the
 * whole text: a part starts where markdown starts a new block regardless of the text before it
 * (https://spec.commonmark.org/0.31.2/#container-blocks-and-leaf-blocks).
 */

import { foldCase } from '../../../shared/domain/search-text.ts';

interface MarkdownTextPart {
  /** In the whole text, from 0. */
  readonly firstLine: number;
  readonly lineCount: number;
  readonly text: string;
}

/**
 * In lines. A text of up to `whole` lines is not split. Each part except the last has at least `part` lines, or `list`
 * lines if it ends within a list.
 */
const lineBounds = { whole: 120, part: 30, list: 60 };
/** A part ends where it has reached its limit of lines or of characters. */
const characterBounds = { whole: 8000, part: 4000, list: 8000 };

/** Raw HTML blocks can include empty lines, and footnotes are numbered across the whole text. */
const unsplittable = /^ {0,3}(?:<(?:script|pre|style|textarea|!|\?)|\[\^[^\]\n]+\]:)/im;
const fence = /^ {0,3}(`{3,}|~{3,}(?!~))([^`]*)$/;
const definition = /^ {0,3}\[([^\]^][^\]]*)\]:[ \t]*\S/;
const label = /\[([^[\]]+)\]/g;
const bullet = /^([-*+])[ \t]/;
/**
 * A line without indentation that starts a block. List items do not match, because they can belong to a list that
 * started earlier.
 */
const freshBlock = /^(?![-*+][ \t]|[-*+]$|\d{1,9}[.)](?:[ \t]|$))\S/;

/** The body is the content without its first line. */
export const hasLongCardBody = (content: string): boolean =>
  content.length > characterBounds.whole || content.split('\n', lineBounds.whole + 2).length > lineBounds.whole + 1;

/** In order; a single part if the text is short or cannot be split. */
export function splitMarkdown(text: string): readonly MarkdownTextPart[] {
  const lines = text.split('\n');
  const isShort = lines.length <= lineBounds.whole && text.length <= characterBounds.whole;
  if (isShort || unsplittable.test(text)) return [{ firstLine: 0, lineCount: lines.length, text }];
  /** By label. Markdown takes the first. */
  const definitions = new Map<string, string>();
  const cuts: number[] = [0];
  let open: string | null = null;
  let characters = 0;
  const cut = (at: number) => {
    cuts.push(at);
    characters = 0;
  };
  const isFull = (lineCount: number, limit: 'part' | 'list') =>
    lineCount >= lineBounds[limit] || characters >= characterBounds[limit];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? '';
    characters += before.length + 1;
    const length = at - (cuts.at(-1) ?? 0);
    const [, mark, info = ''] = fence.exec(line) ?? [];
    if (open !== null) {
      if (mark?.startsWith(open) && info.trim() === '') open = null;
      continue;
    }
    const item = bullet.exec(line)?.[1];
    // Only between two items with the same bullet and without an empty line between them does markdown render the two
    // parts like the whole list.
    const continues = item !== undefined && before.trim() !== '' && bullet.exec(before)?.[1] === item;
    if (isFull(length, 'part') && before.trim() === '' && freshBlock.test(line)) cut(at);
    else if (isFull(length, 'list') && continues) cut(at);
    if (mark) open = mark;
    const name = foldCase(definition.exec(line)?.[1] ?? '');
    if (!mark && name !== '' && !definitions.has(name)) definitions.set(name, line);
  }
  return cuts.map((firstLine, index) => {
    const end = cuts[index + 1] ?? lines.length;
    const part = lines.slice(firstLine, end).join('\n');
    // Link definitions apply to the whole text, so those that a part uses are added to it.
    const used =
      definitions.size === 0 ? [] : new Set([...part.matchAll(label)].map(([, name = '']) => foldCase(name)));
    const added = [...used].flatMap((name) => definitions.get(name) ?? []);
    return { firstLine, lineCount: end - firstLine, text: added.length > 0 ? `${part}\n\n${added.join('\n')}` : part };
  });
}
