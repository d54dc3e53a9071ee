/**
 * Reads the blocks of a markdown text: block quotes, list items with checkboxes, code blocks, and the parts with inline
 * markup. Goes through the lines once, as CommonMark describes
 * (https://spec.commonmark.org/0.31.2/#phase-1-block-structure).
 */
import { isSpace, type Range, runEnd, skipBlanks } from './markdown-inline.ts';

export interface MarkdownBox {
  readonly checked: boolean;
  /** Offset of the character between the box's brackets. */
  readonly at: number;
  /** The label as written, up to the end of its line. */
  readonly labelStart: number;
  readonly labelEnd: number;
  /** Numbers of the line, and of the line after the last one of the list item with its sub items; from 0. */
  readonly line: number;
  readonly endLine: number;
}

/** A block quote, or a list item whose content is indented by `width` columns. */
interface Container {
  readonly width: number | 'quote';
  readonly box: number | undefined;
  /** True while an item has no content. A blank line then ends it. */
  isEmpty: boolean;
}

/** Reads the start of a line. Tabs end at multiples of 4 columns, wherever they stand. */
class LineStart {
  readonly #text: string;
  readonly end: number;
  /** Offset and column of the first character that is no space or tab. */
  next: number;
  #nextColumn = 0;
  #column = 0;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.end = end;
    this.next = start;
    this.#skipSpaces();
  }

  #skipSpaces(): void {
    for (; this.next < this.end; this.next++) {
      if (this.character === '\t') this.#nextColumn += 4 - (this.#nextColumn % 4);
      else if (this.character === ' ') this.#nextColumn++;
      else return;
    }
  }

  get character(): string {
    return this.#text[this.next] ?? '';
  }

  get isBlank(): boolean {
    return this.next === this.end;
  }

  /** Number of columns before `next` that no container has used. */
  get indent(): number {
    return this.#nextColumn - this.#column;
  }

  takeColumns(count: number): void {
    this.#column += count;
  }

  /** Moves behind a marker of `length` characters at `next`. */
  takeMarker(length: number): void {
    this.next += length;
    this.#nextColumn += length;
    this.#column = this.#nextColumn;
    this.#skipSpaces();
  }
}

function listMarkerAt(text: string, at: number, end: number): { length: number; interrupts: boolean } | undefined {
  const first = text[at] as string;
  let stop = at + 1;
  let isFirst = true;
  if (/\d/.test(first)) {
    while (stop < end && stop < at + 9 && /\d/.test(text[stop] as string)) stop++;
    isFirst = text.slice(at, stop) === '1';
    if (text[stop] !== '.' && text[stop] !== ')') return undefined;
    stop++;
  } else if (first !== '-' && first !== '*' && first !== '+') return undefined;
  if (stop < end && !isSpace(text[stop] as string)) return undefined;
  let content = stop;
  while (content < end && isSpace(text[content] as string)) content++;
  return { length: stop - at, interrupts: isFirst && content < end };
}

/** Between which `- - -` or `***` can begin. Once per line: each list marker of `- - - a` could begin one. */
function thematicBreakStarts(text: string, start: number, end: number): Range {
  let mark = '';
  let count = 0;
  let last = -1;
  let at = end - 1;
  for (; at >= start; at--) {
    const character = text[at] as string;
    if (isSpace(character)) continue;
    if (mark === '' && '-*_'.includes(character)) mark = character;
    if (character !== mark) break;
    if (++count === 3) last = at;
  }
  return [at + 1, last];
}

interface Blocks {
  readonly parts: Range[];
  readonly boxes: MarkdownBox[];
}

export interface FenceStart {
  readonly mark: string;
  readonly length: number;
}

/** Undefined if no code block begins at `at`. */
export function fenceAt(text: string, at: number, end: number): FenceStart | undefined {
  const mark = text[at];
  if (mark !== '`' && mark !== '~') return undefined;
  const stop = runEnd(text, at, end, mark);
  if (stop - at < 3) return undefined;
  // A backtick later in the line makes this a code span (https://spec.commonmark.org/0.31.2/#fenced-code-blocks).
  return mark === '`' && text.slice(stop, end).includes('`') ? undefined : { mark, length: stop - at };
}

export function blocksOf(text: string): Blocks {
  const parts: Range[] = [];
  const boxes: { -readonly [K in keyof MarkdownBox]: MarkdownBox[K] }[] = [];
  const stack: Container[] = [];
  /** Places of the block quotes in `stack`. */
  const quotes: number[] = [];
  let fence: (FenceStart & { readonly depth: number }) | undefined;
  /** Depth of the block that is a comment (https://spec.commonmark.org/0.31.2/#html-blocks). */
  let commentDepth: number | undefined;
  let paragraph: { start: number; end: number; hasBar: boolean } | undefined;
  let isInTable = false;
  /** Number of the line after the last one that is not blank. */
  let contentEnd = 0;
  let wasBlank = true;

  const closeParagraph = () => {
    if (paragraph) parts.push([paragraph.start, paragraph.end]);
    paragraph = undefined;
    isInTable = false;
  };
  const truncate = (depth: number) => {
    if (depth < stack.length) closeParagraph();
    while (stack.length > depth) {
      const box = boxes[stack.pop()?.box ?? -1];
      if (box) box.endLine = Math.max(contentEnd, box.line + 1);
    }
    while ((quotes.at(-1) ?? -1) >= depth) quotes.pop();
  };
  const matchContainers = (line: LineStart): number => {
    let depth = 0;
    for (let quoteCount = 0; depth < stack.length; depth++) {
      const { width } = stack[depth] as Container;
      if (width === 'quote') {
        if (line.indent > 3 || line.character !== '>' || line.isBlank) break;
        takeQuoteMark(line);
        quoteCount++;
      } else if (line.isBlank) return quotes[quoteCount] ?? (stack.at(-1)?.isEmpty ? stack.length - 1 : stack.length);
      else if (line.indent >= width) line.takeColumns(width);
      else break;
    }
    return depth;
  };
  const takeQuoteMark = (line: LineStart) => {
    line.takeMarker(1);
    if (line.indent > 0) line.takeColumns(1);
  };

  let number = 0;
  for (let start = 0; start <= text.length; number++) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length + 1 : found + 1;
    let end = next - 1;
    if (text[end - 1] === '\r' && end > start) end--;
    const line = new LineStart(text, start, end);
    const lineStart = start;
    start = next;
    if (!wasBlank) contentEnd = number;
    let depth = matchContainers(line);
    wasBlank = line.isBlank;
    if (fence) {
      if (depth === fence.depth) {
        const stop = runEnd(text, line.next, end, fence.mark);
        if (line.indent < 4 && stop - line.next >= fence.length && skipBlanks(text, stop, end) === end)
          fence = undefined;
        continue;
      }
      fence = undefined;
    }
    if (commentDepth !== undefined) {
      if (depth === commentDepth) {
        const close = text.slice(line.next, end).indexOf('-->');
        if (close >= 0) {
          parts.push([line.next + close + 3, end]);
          commentDepth = undefined;
        }
        continue;
      }
      commentDepth = undefined;
    }
    if (line.isBlank) {
      closeParagraph();
      truncate(depth);
      continue;
    }
    let opensContainer = false;
    let breaks: Range | undefined;
    let hasBox = false;
    while (line.indent < 4 && !line.isBlank) {
      if (line.character === '>') {
        truncate(depth);
        closeParagraph();
        quotes.push(stack.length);
        stack.push({ width: 'quote', box: undefined, isEmpty: false });
        takeQuoteMark(line);
      } else {
        const marker = listMarkerAt(text, line.next, end);
        if (!marker) break;
        breaks ??= thematicBreakStarts(text, lineStart, end);
        if (isWithin(breaks, line.next)) break;
        if (paragraph && !opensContainer && depth === stack.length && !marker.interrupts) break;
        truncate(depth);
        closeParagraph();
        const before = line.indent;
        line.takeMarker(marker.length);
        // Five columns and more begin indented code after one space.
        const gap = line.isBlank || line.indent > 4 ? 1 : line.indent;
        if (!line.isBlank) line.takeColumns(gap);
        const box = line.indent < 4 ? boxAt(text, line.next, end) : undefined;
        stack.push({ width: before + marker.length + gap, box: box && boxes.length, isEmpty: line.isBlank });
        if (box) {
          boxes.push({ ...box, line: number, endLine: number + 1 });
          hasBox = true;
        }
      }
      opensContainer = true;
      depth = stack.length;
      if (hasBox) break;
    }
    if (line.isBlank) continue;
    const last = stack.at(-1);
    if (last) last.isEmpty = false;
    const isLazy = paragraph !== undefined && !opensContainer;
    if (line.indent >= 4 && !isLazy) {
      truncate(depth);
      continue;
    }
    const at = hasBox ? (boxes.at(-1) as MarkdownBox).labelStart : line.next;
    if (line.indent < 4 && !hasBox) {
      const opened = fenceAt(text, at, end);
      if (opened) {
        closeParagraph();
        truncate(depth);
        fence = { ...opened, depth };
        continue;
      }
      breaks ??= thematicBreakStarts(text, lineStart, end);
      if (isWithin(breaks, at)) {
        closeParagraph();
        truncate(depth);
        continue;
      }
      if (text.startsWith('<!--', at)) {
        closeParagraph();
        truncate(depth);
        // `<!-->` is a whole comment.
        const close = text.slice(at, end).indexOf('-->', 2);
        if (close < 0) commentDepth = depth;
        else parts.push([at + close + 3, end]);
        continue;
      }
      const heading = runEnd(text, at, end, '#');
      if (heading > at && heading - at < 7 && (heading === end || isSpace(text[heading] as string))) {
        closeParagraph();
        truncate(depth);
        parts.push([at, end]);
        continue;
      }
    }
    if (!isLazy) truncate(depth);
    if (paragraph && depth === stack.length && /^=+[ \t]*$/.test(text.slice(at, end))) {
      closeParagraph();
      continue;
    }
    const hasBar = text.slice(at, end).includes('|');
    // In a table, markup does not reach from one row into the next.
    if (isInTable || (paragraph?.hasBar && hasBar && /^[|:\- \t]+$/.test(text.slice(at, end)))) {
      closeParagraph();
      isInTable = true;
      paragraph = { start: at, end, hasBar };
    } else if (paragraph) {
      paragraph.end = end;
      paragraph.hasBar = hasBar;
    } else paragraph = { start: at, end, hasBar };
  }
  closeParagraph();
  if (!wasBlank) contentEnd = number;
  truncate(0);
  return { parts, boxes };
}

const isWithin = ([first, last]: Range, at: number): boolean => at >= first && at <= last;

/** Returns the checkbox at the start of a list item (https://github.github.com/gfm/#task-list-items-extension-). */
function boxAt(text: string, at: number, end: number): Omit<MarkdownBox, 'line' | 'endLine'> | undefined {
  const mark = text[at + 1];
  if (text[at] !== '[' || text[at + 2] !== ']' || (mark !== ' ' && mark !== 'x' && mark !== 'X')) return undefined;
  let labelStart = at + 3;
  while (labelStart < end && isSpace(text[labelStart] as string)) labelStart++;
  if (labelStart === at + 3 || labelStart === end) return undefined;
  return { checked: mark !== ' ', at: at + 1, labelStart, labelEnd: end };
}
