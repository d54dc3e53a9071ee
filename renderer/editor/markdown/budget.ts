/**
 * Bounds the rendering of a text, so that no text can freeze the window. All bounds count lines, characters and syntax,
 * never time, so that a text looks the same on every computer.
 */
import type { Root } from 'mdast';
import type { Construct, Extension, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';

/**
 * Of a part. The parser's time grows with the square of the lines, and with the cube of the depth; a deep tree also
 * overflows the stack.
 */
const bounds = { lines: 2000, characters: 100_000, paragraph: 20_000, depth: 32, tableCells: 10_000 };

/**
 * Parsed marks such as `*` in one paragraph, heading or table cell. The parser compares each mark with all before it.
 */
const maxMarks = 600;

/** One level of nesting at the start of a line: a quote, a list item, or the indentation of one. */
const nestingMark = /(>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))|[ \t]{2}|[ \t]/y;

/** 0 for a line that opens no quote or list. */
function depthOf(line: string): number {
  let depth = 0;
  let marks = 0;
  nestingMark.lastIndex = 0;
  for (let match = nestingMark.exec(line); match; match = nestingMark.exec(line)) {
    if (match[1]) marks++;
    if (match[1] || match[0].length === 2) depth++;
    if (depth > bounds.depth && marks > 0) break;
  }
  return marks > 0 ? depth : 0;
}

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const tableDelimiter = /^[\s|:-]+$/;

export function isTooComplex(lines: readonly string[]): boolean {
  if (lines.length > bounds.lines) return true;
  let characters = 0;
  let paragraph = 0;
  /** Of the table around the line; 0 outside tables. Every row gets this number of cells. */
  let columns = 0;
  let cells = 0;
  for (const line of lines) {
    characters += line.length;
    if (line.trim() === '') columns = 0;
    else if (line.includes('-') && tableDelimiter.test(line)) columns = line.split('|').length;
    cells += columns;
    paragraph = columns > 1 || line.trim() === '' || listItem.test(line) ? line.length : paragraph + line.length;
    if (characters > bounds.characters || paragraph > bounds.paragraph || cells > bounds.tableCells) return true;
    if (depthOf(line) > bounds.depth) return true;
  }
  return false;
}

/** Characters that begin syntax within a paragraph, except the letters of bare addresses. */
const marks = '!&*<[\\]_`~';

/**
 * Once a paragraph has too many marks, the rest of it becomes plain text, and the tree gets an element `aside` at its
 * end.
 */
export function remarkBudget(this: Processor) {
  let isExceeded = false;
  const marksIn = new WeakMap<TokenizeContext, number>();
  const construct: Construct = {
    name: 'budget',
    tokenize(effects, ok, nok) {
      return (code) => {
        const count = (marksIn.get(this) ?? 0) + 1;
        marksIn.set(this, count);
        if (count <= maxMarks) return nok(code);
        isExceeded = true;
        effects.enter('data');
        effects.consume(code);
        effects.exit('data');
        return ok;
      };
    },
  };
  const data = this.data() as { micromarkExtensions?: Extension[] };
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({
    text: Object.fromEntries([...marks].map((mark) => [mark.charCodeAt(0), construct])),
  });
  return (tree: Root): void => {
    if (isExceeded) tree.children.push({ type: 'paragraph', children: [], data: { hName: 'aside' } });
  };
}
