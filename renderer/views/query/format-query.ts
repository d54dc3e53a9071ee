/** Readable text: words without quotes, conditions in parentheses without escapes, short parts on one line. */
import { bareWordPattern, isAggregatePrefix, valueOfBareWord } from './syntax.ts';

/** Indentation included. */
const maxLineLength = 84;

function isBare(text: string): boolean {
  bareWordPattern.lastIndex = 0;
  return bareWordPattern.exec(text)?.[0] === text && valueOfBareWord(text) === text && !text.startsWith('//');
}

/** Omits the quotes if the text without quotes is read as the same string. */
export const formatStringValue = (text: string): string => (isBare(text) ? text : JSON.stringify(text));

interface Call {
  readonly name: string;
  readonly argument: unknown;
}

/**
 * Splits a key such as `cards({"status":"done"})`. Null if the key has no argument, or if `parseQueryText` would read
 * the formatted key as a different key.
 */
function callIn(text: string): Call | null {
  const open = text.indexOf('(');
  if (open <= 0 || !text.endsWith(')')) return null;
  const name = text.slice(0, open);
  const [prefix = '', rest] = name.split(/:(.*)/s);
  if (!(rest === undefined ? isBare(name) : isAggregatePrefix(prefix) && isBare(rest))) return null;
  try {
    const inner = text.slice(open + 1, -1);
    const argument: unknown = JSON.parse(inner);
    if (typeof argument === 'number' || typeof argument === 'boolean' || argument === null) return null;
    return JSON.stringify(argument) === inner ? { name, argument } : null;
  } catch {
    return null;
  }
}

/** Aggregates such as `count:cards` need no quotes. */
function printName(text: string, indent: number): string {
  const call = callIn(text);
  if (call) return `${call.name}(${printValue(call.argument, indent, 'where', indent + call.name.length + 1)})`;
  const [prefix = '', rest] = text.split(/:(.*)/s);
  if (rest !== undefined && isAggregatePrefix(prefix) && isBare(rest)) return text;
  // The parser reads a name `count` before a colon as the start of an aggregate.
  return isBare(text) && !isAggregatePrefix(text) ? text : JSON.stringify(text);
}

type PartKind = 'fields' | 'where';

/** The value begins at `column` of a line with `indent` spaces. */
function printValue(value: unknown, indent: number, kind: PartKind, column: number): string {
  if (typeof value === 'string') return formatStringValue(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return Array.isArray(value) ? printList(value, indent, kind, column) : printObject(value, indent, kind, column);
}

const isOneLine = (text: string, column: number) => !text.includes('\n') && column + text.length <= maxLineLength;
const spaces = (count: number) => ' '.repeat(count);

function printEntry(key: string, value: unknown, indent: number, kind: PartKind): string {
  const name = printName(key, indent);
  const lastLine = name.slice(name.lastIndexOf('\n') + 1);
  const column = (name === lastLine ? indent : 0) + lastLine.length + 2;
  return `${name}: ${printValue(value, indent, kind, column)}`;
}

function printObject(value: object, indent: number, kind: PartKind, column: number): string {
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const inline = `{ ${entries.map(([key, item]) => printEntry(key, item, indent, kind)).join(', ')} }`;
  if (isOneLine(inline, column)) return inline;
  const inner = entries.map(([key, item]) => `${spaces(indent + 2)}${printEntry(key, item, indent + 2, kind)}`);
  return `{\n${inner.join(',\n')}\n${spaces(indent)}}`;
}

function printItem(item: unknown, indent: number, kind: PartKind): string {
  if (kind === 'where') return printValue(item, indent, kind, indent);
  if (typeof item === 'string') return printName(item, indent);
  const entries = typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.entries(item) : [];
  const [only] = entries;
  return only && entries.length === 1
    ? printEntry(only[0], only[1], indent, kind)
    : printValue(item, indent, kind, indent);
}

function printList(items: readonly unknown[], indent: number, kind: PartKind, column: number): string {
  if (items.length === 0) return '[]';
  const inline = `[${items.map((item) => printItem(item, indent, kind)).join(', ')}]`;
  if (isOneLine(inline, column)) return inline;
  // Short items share a line; an item of several lines has its own.
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    const text = `${printItem(item, indent + 2, kind)},`;
    const joined = line ? `${line} ${text}` : text;
    if (line && isOneLine(joined, indent + 2)) line = joined;
    else {
      if (line) lines.push(line);
      line = text;
    }
  }
  lines.push(line.slice(0, -1));
  return `[\n${lines.map((text) => `${spaces(indent + 2)}${text}`).join('\n')}\n${spaces(indent)}]`;
}

/** Even if it is not valid. `parseQueryText` returns the same query for the formatted text. */
export function formatQuery(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .map(([key, value]) => printEntry(key, value, 0, 'fields'))
    .join('\n');
}
