/**
 * Bounds the rendering of a text, so that no text can freeze the window. All bounds count lines, characters and syntax,
 * never time, so that a text looks the same on every computer.
 */
import type { Nodes, PhrasingContent, Root } from 'mdast';
import type { Construct, Extension, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';
import { longWordBreaks, piecesOf } from '../../ui/text/long-lines.ts';

/**
 * Of a part. The parser's time grows with the square of the lines, and with the cube of the depth; a deep tree also
 * overflows the stack.
 */
const bounds = { lines: 2000, characters: 100_000, paragraph: 20_000, depth: 32, tableCells: 5000 };

/**
 * Parsed marks such as `*` in one paragraph, heading or table cell. The parser compares each mark with all before it.
 */
const maxMarks = 600;

/** Elements within the lines of a part, such as links and chips. Chromium draws some 3,000 a second. */
const maxInlineElements = 1000;

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

const inlineTypes = new Set(['delete', 'emphasis', 'htmlElement', 'image', 'inlineCode', 'link', 'mention', 'strong']);

const textOf = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

/** Replaces the inline elements after the first `maxInlineElements` by their source. Returns whether there are more. */
function limitInlineElements(tree: Root, source: string): boolean {
  let count = 0;
  const limit = (node: Nodes): void => {
    if (!('children' in node)) return;
    const children = node.children as Nodes[];
    for (const [index, child] of children.entries()) {
      if (inlineTypes.has(child.type) && ++count > maxInlineElements) {
        const { start, end } = child.position ?? {};
        const value = start && end ? source.slice(start.offset, end.offset) : textOf(child);
        children[index] = { type: 'text', value };
      } else limit(child);
    }
  };
  limit(tree);
  return count > maxInlineElements;
}

/** Lets the browser shape the pieces of a long word on their own, also of one that goes over several links. */
export function remarkWordBreaks() {
  /** Length of the word that ends the text so far, from its last break. */
  let before = 0;
  const cut = (node: Nodes): void => {
    if (!('children' in node)) return;
    if (!inlineTypes.has(node.type)) before = 0;
    node.children = (node.children as PhrasingContent[]).flatMap((child): PhrasingContent[] => {
      cut(child);
      if (child.type === 'inlineCode') before += child.value.length;
      if (child.type !== 'text') return [child];
      const { value } = child;
      const breaks = longWordBreaks(value, before);
      const spaceAt = value.search(/\s\S*$/);
      before =
        spaceAt < 0 && breaks.length === 0
          ? before + value.length
          : value.length - Math.max(breaks.at(-1) ?? 0, spaceAt + 1);
      return piecesOf(value, breaks).flatMap((piece, at): PhrasingContent[] => [
        ...(at > 0 ? [{ type: 'break', data: { hName: 'wbr' } } as const] : []),
        { ...child, value: piece },
      ]);
    });
  };
  return (tree: Root): void => cut(tree);
}

/**
 * Once a paragraph has too many marks, or the part too many elements, the rest becomes plain text, and the tree gets an
 * element `aside` at its end.
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
  return (tree: Root, file: { toString(): string }): void => {
    if (limitInlineElements(tree, file.toString()) || isExceeded)
      tree.children.push({ type: 'paragraph', children: [], data: { hName: 'aside' } });
  };
}
