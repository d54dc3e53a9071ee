/**
 * Parses a card's markdown: title, tags, mentions, checkboxes and card codes. Code spans and fenced blocks are skipped:
 * `#include` in a listing is no tag.
 */
import { limits } from '../contract/limits.ts';

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Code spans of one line, as [start, end): a run of backticks and the next one as long. Linear in the line. */
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

/** The last result, since a text is read for tags, codes and checkboxes one after the other. */
let bared = { content: '', bare: '' };

/** The content with all code replaced by spaces, so that positions do not change. */
function withoutCode(content: string): string {
  if (!content.includes('`') && !content.includes('~~~')) return content;
  if (bared.content !== content) bared = { content, bare: blanked(content) };
  return bared.bare;
}

function blanked(content: string): string {
  const blank = (text: string) => ' '.repeat(text.length);
  let open: string | undefined;
  const lines = content.split('\n').map((line) => {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open) && (fence.exec(line)?.[2] ?? '').trim() === '') open = undefined;
      return blank(line);
    }
    // A backtick in the info string makes it an inline span (https://spec.commonmark.org/0.31.2/#fenced-code-blocks).
    if (mark && !(mark.startsWith('`') && (fence.exec(line)?.[2] ?? '').includes('`'))) {
      open = mark;
      return blank(line);
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

/** The first line, up to any kind of line break. */
const firstLineOf = (content: string): string => /^[^\r\n]*/.exec(content)?.[0] ?? '';

/** Everything after the first line, its line break included. */
const restOf = (content: string): string => content.slice(firstLineOf(content).length);

const escapable = /\\([!-/:-@[-`{-~])/g;

/** One line of markdown as plain text. */
export function plainText(line: string): string {
  const protectedTexts: string[] = [];
  /** Replaces text that no later rule may change by a mark. */
  const keep = (text: string) => `\u0000${protectedTexts.push(text) - 1}\u0000`;
  let text = line
    .replaceAll('\u0000', '')
    .replace(escapable, (_all, char: string) => keep(char))
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (_all, _ticks, code: string) => keep(code.trim()))
    .replace(/^\s*(?:>\s?)*/, '')
    .replace(/^(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/, '')
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/^#{1,6}(?:\s+|$)/, '')
    .replace(/\s+#+\s*$/, (end) => (/^\s*#{1,6}\s/.test(line) ? '' : end))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<(https?:\/\/[^\s>]+|[^\s@>]+@[^\s>]+)>/g, '$1')
    .replace(/<\/?[a-zA-Z][^>]*>/g, '')
    .replace(/~~(?=\S)(.+?)(?<=\S)~~/g, '$1');
  for (const [mark, width] of [
    ['\\*', 3],
    ['\\*', 2],
    ['\\*', 1],
  ] as const)
    text = text.replace(new RegExp(`${mark}{${width}}(?=\\S)([^*]+?)(?<=\\S)${mark}{${width}}`, 'g'), '$1');
  // Underscores mark emphasis between words only: snake_case stays.
  text = text.replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks of `keep`
  return text.replace(/\u0000(\d+)\u0000/g, (_all, index: string) => protectedTexts[Number(index)] ?? '').trim();
}

/** At most `length` code points. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}

/** Markdown after this many UTF-16 units cannot reach the title, unless it contains extremely long addresses. */
const longestTitleSource = 4000;

/**
 * The first line as plain text without markdown, cut to 80 code points (rules `card.title.first-line`,
 * `card.title.80`).
 */
export function titleOf(content: string): string {
  return cut(plainText(cut(firstLineOf(content), longestTitleSource)), limits.titleLength).trimEnd();
}

/** The content with its first line replaced. */
export function withTitle(content: string, title: string): string {
  return title + restOf(content);
}

const tagPattern = /(?<![\p{L}\p{N}\p{M}_#&/\\.-])#([\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?)/gu;
/** "We are #1" names no tag. */
const isTag = (name: string) => !/^\p{N}+$/u.test(name);
export const sameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Each once, ignoring case, in the order and spelling of its first mention. */
export function uniqueTags(tags: Iterable<string>): string[] {
  const firstSpellings = new Map<string, string>();
  for (const tag of tags) if (!firstSpellings.has(tag.toLowerCase())) firstSpellings.set(tag.toLowerCase(), tag);
  return [...firstSpellings.values()];
}

/** Names written as `#tag`, without the `#`. */
export function tagsIn(content: string): string[] {
  if (!content.includes('#')) return [];
  const found = [...withoutCode(content).matchAll(tagPattern)].map((match) => match[1] as string);
  return uniqueTags(found.filter(isTag));
}

function rewriteTag(content: string, from: string, rewrite: (written: string) => string): string {
  let result = '';
  let end = 0;
  for (const match of withoutCode(content).matchAll(tagPattern)) {
    if (!sameTag(match[1] as string, from)) continue;
    result += content.slice(end, match.index) + rewrite(match[1] as string);
    end = match.index + match[0].length;
  }
  return result + content.slice(end);
}

/** The content with every `#from`, in any letter case, replaced by `#to`. */
export const renameTag = (content: string, from: string, to: string): string =>
  rewriteTag(content, from, () => `#${to}`);

/** The content with every `#tag` replaced by the plain word. */
export const tagToWord = (content: string, tag: string): string => rewriteTag(content, tag, (written) => written);

/** Names that `@name` can mention: letters, digits and `_`, with `.` and `-` between them. */
export const isPersonName = (name: string): boolean => /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?$/u.test(name);

/** Whether a name can be written as `#tag`; without the `#`. */
export const isTagName = (name: string): boolean =>
  /^[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?$/u.test(name) && isTag(name);

export interface Person {
  readonly id: string;
  readonly name: string;
}

const mentionPattern = /(?<![\p{L}\p{N}_@.])@(?:\[userId:([^\]\s]+)\]|([\p{L}\p{N}_.-]+))/gu;

/** Maximum length of a name in UTF-16 units; the text after an `@` can have any length. */
const longestName = 200;

/** The person whose name is at the start of the text after `@`, up to punctuation that ends a sentence. */
function personCalled(written: string, byName: ReadonlyMap<string, string>): { id: string; name: string } | undefined {
  for (let name = written.slice(0, longestName); ; name = name.replace(/[.-][^.-]*$/, '')) {
    const id = byName.get(name.toLowerCase());
    if (id !== undefined) return { id, name };
    if (!/[.-]/.test(name)) return undefined;
  }
}

const namesOf = (people: Iterable<Person>): Map<string, string> => {
  const names = new Map<string, string>();
  for (const person of people) if (person.name !== '') names.set(person.name.toLowerCase(), person.id);
  return names;
};

/** Ids of the people mentioned as `@name` (of `people`, ignoring case) or `@[userId:<id>]`, each once. */
export function mentionsIn(content: string, people: Iterable<Person>): string[] {
  if (!content.includes('@')) return [];
  const byName = namesOf(people);
  const ids = new Set<string>();
  for (const [, id, written] of withoutCode(content).matchAll(mentionPattern)) {
    const found = id ?? personCalled(written as string, byName)?.id;
    if (found !== undefined) ids.add(found);
  }
  return [...ids];
}

/** The content with `@name` of known people replaced by `@[userId:<id>]`, the stored form of comments. */
export function withMentionIds(content: string, people: Iterable<Person>): string {
  if (!content.includes('@')) return content;
  const byName = namesOf(people);
  let result = '';
  let end = 0;
  for (const match of withoutCode(content).matchAll(mentionPattern)) {
    const person = match[2] === undefined ? undefined : personCalled(match[2], byName);
    if (!person) continue;
    result += `${content.slice(end, match.index)}@[userId:${person.id}]`;
    end = match.index + 1 + person.name.length;
  }
  return result + content.slice(end);
}

/** Matches within one line, so that a box without a label does not take the next line as its label. */
export interface Checkbox {
  label: string;
  checked: boolean;
}

/** Quote marks, indentation, list marker, and the text after it. */
const itemPattern = /^((?:[ \t]{0,3}>)*)([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)(.*)$/;
const boxPattern = /^\[([ xX])\][ \t]+(?=\S)/;

/** Columns that spaces and tabs fill from column `from`; tab stops are 4 apart. */
function columnsOf(space: string, from = 0): number {
  let column = from;
  for (const char of space) column = char === '\t' ? column + 4 - (column % 4) : column + 1;
  return column - from;
}

interface Box {
  readonly checked: boolean;
  /** Position of the mark between the brackets. */
  readonly at: number;
  /** Line, from 0. */
  readonly line: number;
  readonly label: string;
}

/**
 * The checkboxes of a text. Lists are tracked by indentation, since an item indented by four or more columns
 * beyond the list it would belong to is code (https://spec.commonmark.org/0.31.2/#list-items).
 */
function boxesIn(content: string): Box[] {
  const boxes: Box[] = [];
  /** Columns at which the texts of the items around this line begin, outermost first. */
  let open: number[] = [];
  let quote = '';
  let start = 0;
  for (const [number, line] of withoutCode(content).split('\n').entries()) {
    const [, marks = '', space = '', marker = '', gap = '', rest = ''] = itemPattern.exec(line) ?? [];
    const depth = marks.replace(/[^>]/g, '');
    if (marker !== '') {
      if (depth !== quote) open = [];
      quote = depth;
      // One space belongs to the quote mark.
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

/** Task list items in order, as defined by https://github.github.com/gfm/#task-list-items-extension-. */
export function checkboxesIn(content: string): Checkbox[] {
  if (!content.includes('[')) return [];
  return boxesIn(content).map(({ label, checked }) => ({ label: plainText(cut(label, longestTitleSource)), checked }));
}

/** The line (from 0) of each checkbox, in order; no line has two. */
export function checkboxLines(content: string): number[] {
  return content.includes('[') ? boxesIn(content).map(({ line }) => line) : [];
}

/** The content with its checkbox number `index` (from 0) set; unchanged when there is none. */
export function setCheckbox(content: string, index: number, checked: boolean): string {
  const box = boxesIn(content)[index];
  return box ? content.slice(0, box.at) + (checked ? 'x' : ' ') + content.slice(box.at + 1) : content;
}

const codePattern = /(?<![\p{L}\p{N}_$\\])\$([0-9a-zA-Z]{3,7})(?![\p{L}\p{N}_])/gu;

/** Short codes written as `$code`, without the `$`, each once. */
export function codesIn(content: string): string[] {
  if (!content.includes('$')) return [];
  return [
    ...new Set([...withoutCode(content).matchAll(codePattern)].map((match) => (match[1] as string).toLowerCase())),
  ];
}
