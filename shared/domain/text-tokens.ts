/**
 * The grammar of what a text can name: tags (`#tag`), people (`@name`, or stored `@[userId:<id>]`) and cards (`$code`).
 * It knows plain text only; markdown-scan.ts finds which parts of a markdown text are addresses, code or comments, in
 * which nothing is named. All functions run in linear time.
 */
import { foldCase, normalizeText } from './search-text.ts';
import { accountSeqOfShortCode } from './short-code.ts';

/**
 * `start` and `end` are offsets in UTF-16 units; they include the sign before `value`. `value` is the tag, the id of a
 * person, the name as written (up to the longest that could be one), or the short code in lower case.
 */
export interface TextToken {
  readonly kind: 'tag' | 'personId' | 'personName' | 'card';
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

const scriptsWithoutSpaces = 'Han Hira Kana Bopo Thai Laoo Khmr Mymr Tibt Lana Talu Tale Bali Java'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const emoji = '\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Emoji_Modifier}';
/** Joins letters in Persian and Indic words, and parts of one emoji. */
const joiners = '\\u200c\\u200d';

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
const letterOrDigit = /[\p{L}\p{N}]/u;
const mark = /\p{M}/u;
const withoutSpaces = new RegExp(`[${scriptsWithoutSpaces}]`, 'u');
const tagStart = new RegExp(`[\\p{L}\\p{N}${emoji}]`, 'u');
// Each of these patterns repeats one class, so it never goes back.
const tagBody = new RegExp(`[\\p{L}\\p{N}\\p{M}_${emoji}${joiners}\\u{e0020}-\\u{e007f}-]*`, 'uy');
const nameBody = new RegExp(`[\\p{L}\\p{N}\\p{M}_.${joiners}-]*`, 'uy');
const codeBody = /[0-9a-zA-Z]*/y;
// An id cannot hold `[`: otherwise each of many unclosed mentions would be read to the end of the text.
const storedMention = /\[userId:([^[\]\s]+)\]/y;

/** Number of UTF-16 units of a name. Longer names cannot be mentioned; this bounds the time for texts without spaces. */
const maxNameLength = 200;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Undefined if there is none. */
export function storedMentionEnd(text: string, at: number): number | undefined {
  const found = matchAt(storedMention, text, at + 1);
  return found ? at + 1 + found[0].length : undefined;
}

const characterAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? characterAt(text, at - 2) : text.charAt(at - 1);
}

/** Signs that may not stand before a token: there it is a part of an address, path, escape or other word. */
const signsBefore = { tag: '/\\.@#$&-', person: '/\\.@', card: '/\\.@$' };

function canStandAfter(before: string, kind: keyof typeof signsBefore): boolean {
  if (before === '') return true;
  if (signsBefore[kind].includes(before)) return false;
  return !wordCharacter.test(before) || (before !== '_' && withoutSpaces.test(before));
}

/** "@ann." at the end of a sentence ends as a word; "@ann.example", "@dev/tools" and "$149/month" do not. */
export function isWordEnd(text: string, at: number): boolean {
  const next = characterAt(text, at);
  if (next === '') return true;
  if (mark.test(next)) return false;
  if (wordCharacter.test(next)) return next !== '_' && withoutSpaces.test(next);
  return !('./\\@'.includes(next) && letterOrDigit.test(characterAt(text, at + 1)));
}

/** Undefined if there is none. */
function tagEnd(text: string, at: number): number | undefined {
  if (!tagStart.test(characterAt(text, at + 1))) return undefined;
  let end = at + 1 + (matchAt(tagBody, text, at + 1)?.[0].length ?? 0);
  while (`-${'\u200c\u200d'}`.includes(text.charAt(end - 1))) end--;
  // A number alone is no tag, as in "We are #1".
  return /^\p{N}+$/u.test(text.slice(at + 1, end)) ? undefined : end;
}

export const isTagName = (name: string): boolean => tagEnd(`#${name}`, 0) === name.length + 1;

/** `big-bug` for "big bug". Null if no text can write the tag. */
export function tagFromTyped(typed: string): string | null {
  const name = normalizeText(typed.trim().replace(/^#/, '').trim(), 'NFC').replaceAll(/\s+/g, '-');
  return isTagName(name) ? name : null;
}

/** Longest first. */
function nameEnds(text: string, at: number): number[] {
  if (!wordCharacter.test(characterAt(text, at)) || mark.test(characterAt(text, at))) return [];
  const run = matchAt(nameBody, text, at)?.[0] ?? '';
  const ends: number[] = [];
  for (let end = at + Math.min(run.length, maxNameLength); end > at; end--)
    if (wordCharacter.test(characterBefore(text, end)) && isWordEnd(text, end)) ends.push(end);
  return ends;
}

/** Letters with marks, digits, `_`, `.` and `-`; neither begins nor ends with `.` or `-`. */
export const isMentionableName = (name: string): boolean => nameEnds(name, 0)[0] === name.length;

function tokenAt(text: string, at: number, before: string): TextToken | undefined {
  const character = text.charAt(at);
  if (character === '#') {
    const end = canStandAfter(before, 'tag') ? tagEnd(text, at) : undefined;
    return end === undefined ? undefined : { kind: 'tag', start: at, end, value: text.slice(at + 1, end) };
  }
  if (character === '@') {
    if (!canStandAfter(before, 'person')) return undefined;
    const stored = matchAt(storedMention, text, at + 1);
    if (stored?.[1]) return { kind: 'personId', start: at, end: at + 1 + stored[0].length, value: stored[1] };
    const end = nameEnds(text, at + 1)[0];
    return end === undefined ? undefined : { kind: 'personName', start: at, end, value: text.slice(at + 1, end) };
  }
  const code = matchAt(codeBody, text, at + 1)?.[0] ?? '';
  const end = at + 1 + code.length;
  // "$149,50" is a price.
  const isPrice = text.charAt(end) === ',' && /\d/.test(text.charAt(end + 1));
  if (isPrice || accountSeqOfShortCode(code) === undefined || !canStandAfter(before, 'card') || !isWordEnd(text, end))
    return undefined;
  return { kind: 'card', start: at, end, value: code.toLowerCase() };
}

/**
 * In order. The text is plain: outside of addresses, code and comments. Characters before `start` and after `end` count
 * as neighbours of a token, so that "a" and "@ann" of one word in two ranges are no mention.
 */
export function tokensInText(text: string, start = 0, end = text.length): TextToken[] {
  const tokens: TextToken[] = [];
  for (let at = start; at < end; at++) {
    if (!'#@$'.includes(text[at] as string)) continue;
    const token = tokenAt(text, at, characterBefore(text, at));
    if (token && token.end <= end) tokens.push(token);
    if (token) at = token.end - 1;
  }
  return tokens;
}

export interface MentionablePerson {
  readonly id: string;
  readonly name: string;
}

/** In the form that `personNamedAt` reads. */
export function idsByName(people: Iterable<MentionablePerson>): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { id, name } of people) if (name !== '') ids.set(foldCase(name), id);
  return ids;
}

/**
 * The end can be before the end of the token: a `-`, or a letter of a script without spaces, can belong to the name or
 * follow it. Undefined if nobody has the name.
 */
export function personNamedAt(
  { start, value }: TextToken,
  ids: ReadonlyMap<string, string>,
): { readonly id: string; readonly end: number } | undefined {
  for (const length of nameEnds(value, 0)) {
    const id = ids.get(foldCase(value.slice(0, length)));
    if (id !== undefined) return { id, end: start + 1 + length };
  }
  return undefined;
}
