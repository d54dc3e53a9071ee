/**
 * Finds the title, tags, mentions, checkboxes and card codes in the markdown of cards and comments, and changes the
 * title, tags, mentions and checkboxes. Tags, mentions, checkboxes and card codes in source code do not count: for
 * example, `#include` is not a tag. Source code means fenced blocks, and code spans within one line.
 */
import { serviceLimits } from '../contract/limits.ts';

// The pattern uses `[^\n]` instead of `.`, because `.` does not match the carriage return of a Windows line break.
const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;

/**
 * Returns the code spans of one line as [start, end). A span goes from a sequence of backticks to the end of the next
 * sequence with the same length. The time is linear in the length of the line.
 */
function codeSpans(line: string): [start: number, end: number][] {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ start: run.index, length: run[0].length }));
  const nextAlike: (number | undefined)[] = [];
  const indexByLength = new Map<number, number>();
  for (const [index, run] of [...runs.entries()].reverse()) {
    nextAlike[index] = indexByLength.get(run.length);
    indexByLength.set(run.length, index);
  }
  const spans: [number, number][] = [];
  for (let index = 0; index < runs.length; index++) {
    const close = nextAlike[index];
    const [from, to] = [runs[index], close === undefined ? undefined : runs[close]];
    if (!from || !to || close === undefined) continue;
    spans.push([from.start, to.start + to.length]);
    index = close;
  }
  return spans;
}

/**
 * Caches the last result of `withoutCode`. Callers often read tags, codes and checkboxes of the same text one after
 * another.
 */
let codeFree = { content: '', text: '' };

/** Returns the content with all code replaced by spaces. Positions in the text stay the same. */
function withoutCode(content: string): string {
  if (!content.includes('`') && !content.includes('~~~')) return content;
  if (codeFree.content !== content) codeFree = { content, text: replaceCode(content) };
  return codeFree.text;
}

function replaceCode(content: string): string {
  const spacesFor = (text: string) => ' '.repeat(text.length);
  let open: string | undefined;
  const lines = content.split('\n').map((line) => {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open) && (fence.exec(line)?.[2] ?? '').trim() === '') open = undefined;
      return spacesFor(line);
    }
    // A line that begins with backticks and contains another backtick later is a code span, not the start of a fenced
    // block (https://spec.commonmark.org/0.31.2/#fenced-code-blocks).
    if (mark && !(mark.startsWith('`') && (fence.exec(line)?.[2] ?? '').includes('`'))) {
      open = mark;
      return spacesFor(line);
    }
    let bare = '';
    let end = 0;
    for (const [from, to] of codeSpans(line)) {
      bare += line.slice(end, from) + ' '.repeat(to - from);
      end = to;
    }
    return bare + line.slice(end);
  });
  return lines.join('\n');
}

/** Returns the first line, up to any kind of line break. */
const firstLineOf = (content: string): string => /^[^\r\n]*/.exec(content)?.[0] ?? '';

/** Returns the text after the first line, including the line break. */
const textAfterFirstLine = (content: string): string => content.slice(firstLineOf(content).length);

const escapable = /\\([!-/:-@[-`{-~])/g;

/** Returns one line of markdown as plain text. */
export function markdownLineToPlainText(line: string): string {
  const protectedTexts: string[] = [];
  /** Stores text that later replacements must not change, and returns a placeholder for it. */
  const protect = (text: string) => `\u0000${protectedTexts.push(text) - 1}\u0000`;
  let text = line
    .replaceAll('\u0000', '')
    .replace(escapable, (_all, char: string) => protect(char))
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (_all, _ticks, code: string) => protect(code.trim()))
    .replace(/^\s*(?:>\s?)*/, '')
    .replace(/^(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/, '')
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/^#{1,6}(?:\s+|$)/, '')
    .replace(/\s+#+\s*$/, (end) => (/^\s*#{1,6}\s/.test(line) ? '' : end))
    // The address of a link can contain pairs of parentheses.
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<(https?:\/\/[^\s>]+|[^\s@>]+@[^\s>]+)>/g, '$1')
    .replace(/<\/?[a-zA-Z][^>]*>/g, '')
    .replace(/~~(?=\S)(.+?)(?<=\S)~~/g, '$1');
  for (const [mark, width] of [
    ['\\*', 3],
    ['\\*', 2],
    ['\\*', 1],
  ] as const)
    text = text.replace(new RegExp(`${mark}{${width}}(?=\\S)([^*]+?)(?<=\\S)${mark}{${width}}`, 'g'), '$1');
  // Underscores inside a word are not emphasis, so that names such as snake_case stay unchanged.
  text = text.replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the placeholders of `protect`
  return text.replace(/\u0000(\d+)\u0000/g, (_all, index: string) => protectedTexts[Number(index)] ?? '').trim();
}

/** Returns at most the first `length` code points. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}

/** Maximum number of code points that are parsed for a title or a checkbox label. It bounds the time for long lines. */
const maxTitleSourceLength = 4000;

/**
 * Returns the title of a card: the first line as plain text, cut to 80 code points (rules `card.title.first-line`,
 * `card.title.80`).
 */
export function titleOfContent(content: string): string {
  return truncate(
    markdownLineToPlainText(truncate(firstLineOf(content), maxTitleSourceLength)),
    serviceLimits.titleLength,
  ).trimEnd();
}

/** Returns the content with its first line replaced by the title. */
export function contentWithTitle(content: string, title: string): string {
  return title + textAfterFirstLine(content);
}

// Text after `](` is the address of a link, so the `#setup` in `[Setup](#setup)` is not a tag.
const tagPattern =
  /(?<!\]\()(?<![\p{L}\p{N}\p{M}_#&/\\.-])#([\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?)/gu;
/** Returns true if the name is a tag. A number alone is not a tag, as in "We are #1". */
const isTag = (name: string) => !/^\p{N}+$/u.test(name);
export const isSameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Returns each tag once, ignoring letter case, in the order and spelling of its first occurrence. */
export function uniqueTags(tags: Iterable<string>): string[] {
  const firstSpellings = new Map<string, string>();
  for (const tag of tags) if (!firstSpellings.has(tag.toLowerCase())) firstSpellings.set(tag.toLowerCase(), tag);
  return [...firstSpellings.values()];
}

/** Returns the tags that the content writes as `#tag`, without the `#`. */
export function tagsIn(content: string): string[] {
  if (!content.includes('#')) return [];
  const found = [...withoutCode(content).matchAll(tagPattern)].map((match) => match[1] as string);
  return uniqueTags(found.filter(isTag));
}

function rewriteTag(content: string, from: string, rewrite: (written: string) => string): string {
  let result = '';
  let end = 0;
  for (const match of withoutCode(content).matchAll(tagPattern)) {
    if (!isSameTag(match[1] as string, from)) continue;
    result += content.slice(end, match.index) + rewrite(match[1] as string);
    end = match.index + match[0].length;
  }
  return result + content.slice(end);
}

/** Returns the content with every `#from`, in any letter case, replaced by `#to`. */
export const renameTagInContent = (content: string, from: string, to: string): string =>
  rewriteTag(content, from, () => `#${to}`);

/** Returns the content with every `#tag`, in any letter case, replaced by the word without the `#`. */
export const replaceTagWithWord = (content: string, tag: string): string =>
  rewriteTag(content, tag, (written) => written);

/**
 * Returns true if `@name` can mention a person with this name. Such a name consists of letters, digits, `_`, `.` and
 * `-`. It neither begins nor ends with `.` or `-`.
 */
export const isMentionableName = (name: string): boolean =>
  /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?$/u.test(name);

/** Returns true if `#name` in a text is a tag. */
export const isTagName = (name: string): boolean =>
  /^[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?$/u.test(name) && isTag(name);

export interface MentionablePerson {
  readonly id: string;
  readonly name: string;
}

const mentionPattern = /(?<![\p{L}\p{N}_@.])@(?:\[userId:([^\]\s]+)\]|([\p{L}\p{N}_.-]+))/gu;

/**
 * Maximum number of UTF-16 units after an `@` that are compared with names. It bounds the time for a long text without
 * spaces.
 */
const maxNameLength = 200;

/**
 * Finds the person whose name is at the start of the text after `@`. A `.` or `-` in the text can belong to the name,
 * or be punctuation after it.
 */
function personAtStart(written: string, byName: ReadonlyMap<string, string>): { id: string; name: string } | undefined {
  for (let name = written.slice(0, maxNameLength); ; name = name.replace(/[.-][^.-]*$/, '')) {
    const id = byName.get(name.toLowerCase());
    if (id !== undefined) return { id, name };
    if (!/[.-]/.test(name)) return undefined;
  }
}

const idsByName = (people: Iterable<MentionablePerson>): Map<string, string> => {
  const names = new Map<string, string>();
  for (const person of people) if (person.name !== '') names.set(person.name.toLowerCase(), person.id);
  return names;
};

/**
 * Returns the ids of the mentioned people, each once. A mention is `@[userId:<id>]`, or `@name` with the name of one of
 * `people` in any letter case.
 */
export function mentionedPersonIdsIn(content: string, people: Iterable<MentionablePerson>): string[] {
  if (!content.includes('@')) return [];
  const byName = idsByName(people);
  const ids = new Set<string>();
  for (const [, id, written] of withoutCode(content).matchAll(mentionPattern)) {
    const found = id ?? personAtStart(written as string, byName)?.id;
    if (found !== undefined) ids.add(found);
  }
  return [...ids];
}

/**
 * Returns the content with `@name` of known people replaced by `@[userId:<id>]`, the form in which comments are stored.
 */
export function replaceMentionsWithIds(content: string, people: Iterable<MentionablePerson>): string {
  if (!content.includes('@')) return content;
  const byName = idsByName(people);
  let result = '';
  let end = 0;
  for (const match of withoutCode(content).matchAll(mentionPattern)) {
    const person = match[2] === undefined ? undefined : personAtStart(match[2], byName);
    if (!person) continue;
    result += `${content.slice(end, match.index)}@[userId:${person.id}]`;
    end = match.index + 1 + person.name.length;
  }
  return result + content.slice(end);
}

export interface MarkdownCheckbox {
  label: string;
  checked: boolean;
}

/** Matches a list item: block quote marks (`>`), indentation, list marker, gap, and the text of the item. */
const itemPattern = /^((?:[ \t]{0,3}>)*)([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)([^\n]*)$/;
/** Matches a checkbox such as `[ ]` at the start of a list item's text. A label must follow on the same line. */
const boxPattern = /^\[([ xX])\][ \t]+(?=\S)/;

/** Returns how many columns spaces and tabs fill if they begin at column `from`. Tab stops are 4 columns apart. */
function columnsOf(space: string, from = 0): number {
  let column = from;
  for (const char of space) column = char === '\t' ? column + 4 - (column % 4) : column + 1;
  return column - from;
}

interface Box {
  readonly checked: boolean;
  /** Index in the content of the character between the box's brackets. */
  readonly at: number;
  /** Number of the line, from 0. */
  readonly line: number;
  readonly label: string;
}

/**
 * Returns the checkboxes of a text. The function tracks the indentation of lists, because an item that is indented by
 * four or more columns relative to the enclosing list is code (https://spec.commonmark.org/0.31.2/#list-items).
 */
function boxesIn(content: string): Box[] {
  const boxes: Box[] = [];
  /** For each list item around the current line, outermost first: the column at which the item's text begins. */
  let open: number[] = [];
  let quote = '';
  let start = 0;
  for (const [number, line] of withoutCode(content).split('\n').entries()) {
    const [, marks = '', space = '', marker = '', gap = '', rest = ''] = itemPattern.exec(line) ?? [];
    const depth = marks.replace(/[^>]/g, '');
    if (marker !== '') {
      if (depth !== quote) open = [];
      quote = depth;
      // In a block quote, the first space belongs to the `>` and not to the indentation.
      const indent = Math.max(columnsOf(space) - (depth === '' ? 0 : 1), 0);
      while (open.length > 0 && indent < (open.at(-1) as number)) open.pop();
      if (indent - (open.at(-1) ?? 0) < 4) {
        const before = marks.length + space.length + marker.length + gap.length;
        open.push(indent + marker.length + columnsOf(gap, indent + marker.length));
        const box = boxPattern.exec(rest);
        if (box) {
          const end = start + line.length;
          const labelAt = start + before + box[0].length;
          const at = start + before + 1;
          boxes.push({ checked: box[1] !== ' ', at, line: number, label: content.slice(labelAt, end) });
        }
      }
    } else if (/^\S/.test(line)) open = [];
    start += line.length + 1;
  }
  return boxes;
}

/**
 * Returns the checkboxes in order. A checkbox is a task list item
 * (https://github.github.com/gfm/#task-list-items-extension-).
 */
export function checkboxesIn(content: string): MarkdownCheckbox[] {
  if (!content.includes('[')) return [];
  return boxesIn(content).map(({ label, checked }) => ({
    label: markdownLineToPlainText(truncate(label, maxTitleSourceLength)),
    checked,
  }));
}

/** Returns the line number (from 0) of each checkbox, in order. A line has at most one checkbox. */
export function checkboxLineNumbers(content: string): number[] {
  return content.includes('[') ? boxesIn(content).map(({ line }) => line) : [];
}

/**
 * Returns the content with checkbox number `index` (from 0) checked or unchecked. Without such a checkbox, returns the
 * content unchanged.
 */
export function contentWithCheckboxSet(content: string, index: number, checked: boolean): string {
  const box = boxesIn(content)[index];
  return box ? content.slice(0, box.at) + (checked ? 'x' : ' ') + content.slice(box.at + 1) : content;
}

const codePattern = /(?<![\p{L}\p{N}_$\\])\$([0-9a-zA-Z]{3,7})(?![\p{L}\p{N}_])/gu;

/** Returns the short codes that the content writes as `$code`, each once in lower case without the `$`. */
export function shortCodesIn(content: string): string[] {
  if (!content.includes('$')) return [];
  return [
    ...new Set([...withoutCode(content).matchAll(codePattern)].map((match) => (match[1] as string).toLowerCase())),
  ];
}
