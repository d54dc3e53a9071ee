/** Addresses, code and comments hold no tags, mentions, checkboxes and codes, and never change. */
import { serviceLimits } from '../contract/limits.ts';
import { type FenceStart, fenceAt, type MarkdownBox } from './markdown-blocks.ts';
import { inlineMarkdownToPlainText } from './markdown-inline.ts';
import { scanMarkdown } from './markdown-scan.ts';
import { foldCase } from './search-text.ts';
import { idsByName, type MentionablePerson, personNamedAt, type TextToken } from './text-tokens.ts';

/** Up to any kind of line break. */
const firstLineOf = (content: string): string => /^[^\r\n]*/.exec(content)?.[0] ?? '';

/** `length` is in code points. */
export function truncate(text: string, length: number): string {
  let end = 0;
  for (let count = 0; count < length && end < text.length; count++)
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Number of UTF-16 units after the place of a cut that decide whether it is within a grapheme; longer ones are cut. */
const longestGrapheme = 200;

/** `length` is in code points. The cut leaves no part of a grapheme at the end. */
function truncateGraphemes(text: string, length: number): string {
  const cut = truncate(text, length);
  if (cut.length === text.length) return text;
  return text.slice(0, graphemes.segment(text.slice(0, cut.length + longestGrapheme)).containing(cut.length)?.index);
}

/** Control characters and line breaks, and signs that change the direction of what follows or cannot be seen. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * For the system's menus, notifications and titles of windows, which show what a service sends as it is. At most
 * `maxLength` code points, with an ellipsis if cut. Empty if the value is no text.
 */
export function oneLineText(text: unknown, maxLength: number): string {
  if (typeof text !== 'string') return '';
  // Shorter first, because the rest of a huge text need not be read.
  const read = truncate(text, 4 * maxLength);
  const plain = read.toWellFormed().replace(breaks, ' ').replace(unseen, '').trim();
  const isCut = read !== text || truncate(plain, maxLength) !== plain;
  return isCut ? `${truncateGraphemes(plain, maxLength - 1).trimEnd()}…` : plain;
}

const quoteMarks = /^\s*(?:>\s?)*/;
/** A `-` or `+` before a number is its sign ("- 20 degrees"). */
const bullet = /^(?:\*|[-+](?!\s+\d))\s+(?=\S)/;
const numberAndBox = /^(\d{1,9}[.)]\s+)?\[[ xX]\]\s+(?=\S)/;
const headingMark = /^#{1,6}(?:\s+|$)/;

function withoutClosingHashes(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end--;
  return end === 0 || /\s/.test(trimmed[end - 1] as string) ? trimmed.slice(0, end) : text;
}

/** Leaves out the marks of quotes, bullets, checkboxes and headings. */
export function markdownLineToPlainText(line: string): string {
  const text = line.replace(quoteMarks, '').replace(bullet, '').replace(numberAndBox, '$1');
  const heading = headingMark.exec(text);
  return inlineMarkdownToPlainText(heading ? withoutClosingHashes(text.slice(heading[0].length)) : text);
}

function fenceAtStart(content: string): FenceStart | undefined {
  const { length } = firstLineOf(content);
  const at = /^ {0,3}/.exec(content)?.[0].length ?? 0;
  return fenceAt(content, at, length);
}

/** Of the code block with which the content begins; undefined without such a block, '' without text. */
export function firstCodeLine(content: string): string | undefined {
  const fence = fenceAtStart(content);
  if (!fence) return undefined;
  for (let at = content.indexOf('\n') + 1; at > 0; ) {
    const end = content.indexOf('\n', at);
    const line = content.slice(at, end < 0 ? content.length : end).trim();
    if (line !== '') return line.length >= fence.length && line === fence.mark.repeat(line.length) ? '' : line;
    at = end + 1;
  }
  return '';
}

/** The first line as plain text. A code block gives its first line of code. */
export const wholeTitleOf = (content: string): string =>
  (firstCodeLine(content) ?? markdownLineToPlainText(firstLineOf(content))).trimEnd();

/**
 * `wholeTitleOf`, cut to 80 code points (rules `card.title.first-line`, `card.title.80`). A cut title keeps a space at
 * its end, so that its length tells that it is cut.
 */
export const titleOfContent = (content: string): string =>
  truncateGraphemes(wholeTitleOf(content), serviceLimits.titleLength);

/** The title replaces the first line. A code block at the start stays whole: the title goes before it. */
export function contentWithTitle(content: string, title: string): string {
  return fenceAtStart(content) ? `${title}\n${content}` : title + content.slice(firstLineOf(content).length);
}

export const isSameTag = (a: string, b: string): boolean => foldCase(a) === foldCase(b);

/** Ignores letter case; keeps the order and spelling of the first occurrence. */
export function uniqueTags(tags: Iterable<string>): string[] {
  const firstSpellings = new Map<string, string>();
  for (const tag of tags) if (!firstSpellings.has(foldCase(tag))) firstSpellings.set(foldCase(tag), tag);
  return [...firstSpellings.values()];
}

const valuesOf = (content: string, kind: TextToken['kind']): string[] =>
  scanMarkdown(content).tokens.flatMap((token) => (token.kind === kind ? token.value : []));

/** Without the `#`. */
export const tagsIn = (content: string): string[] => uniqueTags(valuesOf(content, 'tag'));

/** `replace` returns the new text and the offset at which it ends the old one; undefined for a token that stays. */
export function withTokensReplaced(
  content: string,
  replace: (token: TextToken) => { readonly text: string; readonly end: number } | undefined,
): string {
  let result = '';
  let end = 0;
  for (const token of scanMarkdown(content).tokens) {
    const replaced = replace(token);
    if (!replaced) continue;
    result += content.slice(end, token.start) + replaced.text;
    end = replaced.end;
  }
  return result + content.slice(end);
}

const rewriteTag = (content: string, from: string, rewrite: (written: string) => string): string =>
  withTokensReplaced(content, ({ kind, value, end }) =>
    kind === 'tag' && isSameTag(value, from) ? { text: rewrite(value), end } : undefined,
  );

/** Finds the tag in any letter case. */
export const renameTagInContent = (content: string, from: string, to: string): string =>
  rewriteTag(content, from, () => `#${to}`);

/** Finds the tag in any letter case. */
export const replaceTagWithWord = (content: string, tag: string): string =>
  rewriteTag(content, tag, (written) => written);

/** Each id once. A mention is `@[userId:<id>]`, or `@name` with the name of one of `people` in any letter case. */
export function mentionedPersonIdsIn(content: string, people: Iterable<MentionablePerson>): string[] {
  if (!content.includes('@')) return [];
  const byName = idsByName(people);
  const ids = new Set<string>();
  for (const token of scanMarkdown(content).tokens) {
    const id = token.kind === 'personId' ? token.value : personIdOf(token, byName);
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

const personIdOf = (token: TextToken, byName: ReadonlyMap<string, string>): string | undefined =>
  token.kind === 'personName' ? personNamedAt(token, byName)?.id : undefined;

/** Comments are stored with `@[userId:<id>]` instead of `@name`. */
export function replaceMentionsWithIds(content: string, people: Iterable<MentionablePerson>): string {
  if (!content.includes('@')) return content;
  const byName = idsByName(people);
  return withTokensReplaced(content, (token) => {
    const person = token.kind === 'personName' ? personNamedAt(token, byName) : undefined;
    return person && { text: `@[userId:${person.id}]`, end: person.end };
  });
}

export interface MarkdownCheckbox {
  label: string;
  checked: boolean;
}

const boxesIn = (content: string): readonly MarkdownBox[] => scanMarkdown(content).boxes;

/** In order. A checkbox is a task list item (https://github.github.com/gfm/#task-list-items-extension-). */
export const checkboxesIn = (content: string): MarkdownCheckbox[] =>
  boxesIn(content).map(({ labelStart, labelEnd, checked }) => ({
    label: inlineMarkdownToPlainText(content.slice(labelStart, labelEnd)),
    checked,
  }));

/** Line numbers from 0, in order. A line has at most one checkbox. */
export const checkboxLineNumbers = (content: string): number[] => boxesIn(content).map(({ line }) => line);

/** Number `index` counts from 0. Without such a checkbox, returns the content unchanged. */
export function contentWithCheckboxSet(content: string, index: number, checked: boolean): string {
  const box = boxesIn(content)[index];
  return box ? content.slice(0, box.at) + (checked ? 'x' : ' ') + content.slice(box.at + 1) : content;
}

/** Each code once, in lower case without the `$`. */
export const shortCodesIn = (content: string): string[] => [...new Set(valuesOf(content, 'card'))];
