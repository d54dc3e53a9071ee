/**
 * Reads the inline markup of a paragraph: addresses, code spans, comments, HTML tags, links and emphasis, as CommonMark
 * and GitHub do (https://spec.commonmark.org/0.31.2, https://github.github.com/gfm), with three differences: what stands
 * in `<…>` and is not in `renderedTags` is text; an address ends at East Asian punctuation; emphasis follows
 * https://github.com/tats-u/markdown-cjk-friendly. Linear time: a search that can fail either stops at the next place
 * where it could begin, or its result is kept.
 */

import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';
import { storedMentionEnd } from './text-tokens.ts';

/** A part of a text as [start, end), in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/** The HTML elements that texts can use, without attributes. They only format, so that a title can leave them out. */
const renderedHtmlElements: ReadonlySet<string> = new Set(
  'b strong i em u ins s del strike sub sup small mark kbd br wbr'.split(' '),
);

interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
}

/**
 * Returns which tags of a paragraph are markup: those of `renderedHtmlElements` that have a partner, and breaks. The
 * others are text, such as the `<U>` of "Option<U> fails". Elements are nested: a closing tag ends all tags after its
 * partner.
 */
export function renderedTags<Tag extends HtmlTag>(tags: readonly Tag[]): ReadonlySet<Tag> {
  const rendered = new Set<Tag>();
  const open: Tag[] = [];
  /** Counts the open tags of each name, so that `open` is searched only for a partner that is there. */
  const counts = new Map<string, number>();
  for (const tag of tags) {
    const { name, isClosing } = tag;
    if (!renderedHtmlElements.has(name)) continue;
    const count = counts.get(name) ?? 0;
    if (name === 'br' || name === 'wbr') rendered.add(tag);
    else if (!isClosing) {
      open.push(tag);
      counts.set(name, count + 1);
    } else if (count > 0)
      for (let last = open.pop(); last; last = open.pop()) {
        counts.set(last.name, (counts.get(last.name) ?? 0) - 1);
        if (last.name !== name) continue;
        rendered.add(last).add(tag);
        break;
      }
  }
  return rendered;
}

/** Matches punctuation of East Asian scripts, which is written without a space after an address. */
export const addressStop = /[\u3001\u3002\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f“”]/;

export const isSpace = (character: string): boolean => character === ' ' || character === '\t';
const isBlank = (character: string): boolean => isSpace(character) || character === '\n' || character === '\r';
/** Schemes of addresses without `//` that hold other signs, as in `mailto:a@b.example?subject=#1a`. */
const plainScheme = /(?<![\p{L}\p{N}_])(?:mailto|xmpp|magnet)$/iu;
const longestPlainScheme = 6;
const schemeCharacter = /[A-Za-z0-9+.-]/;
const asciiLetter = /[A-Za-z]/;
const asciiPunctuation = /[!-/:-@[-`{-~]/;

export function runEnd(text: string, at: number, end: number, character: string): number {
  let next = at;
  while (next < end && text[next] === character) next++;
  return next;
}

function skipSpaces(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && (isSpace(text[next] as string) || text[next] === '\r')) next++;
  return next;
}

/** As `skipSpaces`, also over line ends. */
export function skipBlanks(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && isBlank(text[next] as string)) next++;
  return next;
}

/** Finds ends of comments. A search is not repeated while its result lies ahead, so that all searches are linear. */
export class CommentEnds {
  readonly #text: string;
  #known = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Undefined if the comment does not end before `end`. */
  after(at: number, end: number): number | undefined {
    if (!this.#text.startsWith('<!--', at)) return undefined;
    if (this.#known < at + 4) {
      const found = this.#text.indexOf('-->', at + 4);
      this.#known = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#known + 3 <= end ? this.#known + 3 : undefined;
  }
}

/** Nesting of parentheses in a target, beyond which it is no target (as in cmark). It bounds the search for the end. */
const maxParentheses = 32;

function targetAddressEnd(text: string, start: number, end: number): number | undefined {
  const isBracketed = text[start] === '<';
  let depth = 0;
  for (let at = isBracketed ? start + 1 : start; at < end; at++) {
    const character = text[at] as string;
    if (character === '\\' && at + 1 < end && asciiPunctuation.test(text[at + 1] as string)) at++;
    else if (isBracketed) {
      if (character === '>') return at + 1;
      if (character === '<' || character === '\n') return undefined;
    } else if (isBlank(character)) return depth === 0 ? at : undefined;
    else if (character === '(' && ++depth > maxParentheses) return undefined;
    else if (character === ')' && --depth < 0) return at;
  }
  return isBracketed || depth > 0 ? undefined : end;
}

/** The offset after the title; undefined if there is none. */
function targetTitleEnd(text: string, start: number, end: number): number | undefined {
  const open = text[start];
  if (open !== '"' && open !== "'" && open !== '(') return undefined;
  const close = open === '(' ? ')' : open;
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === close) return at + 1;
    else if (text[at] === '(' && open === '(') return undefined;
  }
  return undefined;
}

/** The offset after the `)` of a link whose target begins at `at`; undefined if it is no link. */
function linkEnd(text: string, at: number, end: number): number | undefined {
  const start = skipBlanks(text, at, end);
  const addressEnd = text[start] === ')' ? start : targetAddressEnd(text, start, end);
  if (addressEnd === undefined) return undefined;
  const gapEnd = skipBlanks(text, addressEnd, end);
  const titleEnd = gapEnd > addressEnd ? targetTitleEnd(text, gapEnd, end) : undefined;
  const close = titleEnd === undefined ? gapEnd : skipBlanks(text, titleEnd, end);
  return close < end && text[close] === ')' ? close + 1 : undefined;
}

/**
 * The address and title of a definition (`[label]: address "title"`), and the end of its line; undefined if none begins
 * at `at`. A footnote (`[^1]: text`) is none.
 */
function definitionAt(text: string, at: number, end: number): { opaque: Range; lineEnd: number } | undefined {
  if (text[at] !== '[' || text[at + 1] === '^') return undefined;
  let close = at + 1;
  for (; close < end && text[close] !== ']'; close++) {
    if (text[close] === '\\') close++;
    else if (text[close] === '[' || text[close] === '\n') return undefined;
  }
  if (close === at + 1 || text[close + 1] !== ':') return undefined;
  const start = skipBlanks(text, close + 2, end);
  const addressEnd = start < end ? targetAddressEnd(text, start, end) : undefined;
  if (addressEnd === undefined) return undefined;
  const isLineEnd = (offset: number) => offset === end || text[offset] === '\n';
  // The title can stand on the next line.
  const titleStart = skipBlanks(text, addressEnd, end);
  const titleEnd = titleStart > addressEnd ? targetTitleEnd(text, titleStart, end) : undefined;
  const titleLineEnd = titleEnd === undefined ? undefined : skipSpaces(text, titleEnd, end);
  if (titleEnd !== undefined && titleLineEnd !== undefined && isLineEnd(titleLineEnd))
    return { opaque: [start, titleEnd], lineEnd: titleLineEnd };
  const lineEnd = skipSpaces(text, addressEnd, end);
  return isLineEnd(lineEnd) ? { opaque: [start, addressEnd], lineEnd } : undefined;
}

/** `start` is behind the scheme. `isInBrackets` is true in the text of a link, which the address does not leave. */
function bareAddressEnd(text: string, start: number, end: number, isInBrackets: boolean): number {
  let at = start;
  let brackets = 0;
  let parentheses = 0;
  for (; at < end; at++) {
    const character = text[at] as string;
    if (character <= ' ' || character === '<' || character === '\u00a0' || addressStop.test(character)) break;
    if (character === '[') brackets++;
    else if (character === ']' && ((--brackets < 0 && isInBrackets) || '[('.includes(text[at + 1] ?? ' '))) break;
    else if (character === '(') parentheses++;
    else if (character === ')') parentheses--;
  }
  // Punctuation at the end belongs to the sentence (https://github.github.com/gfm/#extended-autolink-path-validation).
  for (; at > start; at--) {
    const last = text[at - 1] as string;
    if (last === ')' && parentheses < 0) parentheses++;
    else if (!'?!.,:;*_~\'"]'.includes(last)) break;
  }
  return at;
}

// https://spec.commonmark.org/0.31.2/#autolinks
const label = '[a-zA-Z\\d](?:[a-zA-Z\\d-]{0,61}[a-zA-Z\\d])?';
const mailAutolink = new RegExp(`<[\\w.!#$%&'*+/=?^\`{|}~-]+@${label}(?:\\.${label})*>`, 'y');
const addressAutolink = /<[a-zA-Z][a-zA-Z\d+.-]{1,31}:[^\p{Cc} <>]*>/uy;

/** The end of an address such as `<https://a.example>`; undefined if none begins at `at`. */
function autolinkEnd(text: string, at: number, end: number): number | undefined {
  for (const pattern of [mailAutolink, addressAutolink]) {
    pattern.lastIndex = at;
    if (pattern.test(text) && pattern.lastIndex <= end) return pattern.lastIndex;
  }
  return undefined;
}

const isWebHost = (text: string, at: number): boolean =>
  (text[at] === 'w' || text[at] === 'W') &&
  /^www\.$/i.test(text.slice(at, at + 4)) &&
  !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

const mailNameCharacter = /[\w.+-]/;
const mailDomain = /(?:[a-zA-Z\d_-]|\.(?=[a-zA-Z\d]))+/y;

/**
 * The mail address around the `@` at `at` (https://github.github.com/gfm/#autolinks-extension-, as micromark reads it);
 * undefined if there is none. Both searches stop at the next `@`, so that all of them are linear.
 */
function bareMailAddress(text: string, at: number, start: number, end: number): Range | undefined {
  let from = at;
  while (from > start && mailNameCharacter.test(text[from - 1] as string)) from--;
  if (from === at || text[from - 1] === '/') return undefined;
  mailDomain.lastIndex = at + 1;
  const domain = mailDomain.exec(text)?.[0];
  if (!domain?.includes('.') || !/[a-zA-Z]$/.test(domain) || at + 1 + domain.length > end) return undefined;
  return [from, at + 1 + domain.length];
}

interface FoundHtmlTag extends HtmlTag {
  readonly start: number;
  readonly end: number;
}

/**
 * Undefined if it is text. Of tags that texts cannot use, only those with attributes are found, without a name: a
 * colour or address in an attribute is no tag of a card.
 */
function htmlTagAt(text: string, at: number, end: number): FoundHtmlTag | undefined {
  const start = text[at + 1] === '/' ? at + 2 : at + 1;
  let next = start;
  while (
    next < end &&
    (asciiLetter.test(text[next] as string) || (next > start && /[0-9-]/.test(text[next] as string)))
  )
    next++;
  if (next === start) return undefined;
  const name = text.slice(start, Math.min(next, start + 20)).toLowerCase();
  const nameEnd = next;
  next = skipBlanks(text, next, end);
  if (text[next] === '/' && start === at + 1) next++;
  const isClosing = start > at + 1;
  if (text[next] === '>')
    return renderedHtmlElements.has(name) ? { name, isClosing, start: at, end: next + 1 } : undefined;
  if (next === nameEnd) return undefined;
  for (let hasAttribute = false; next < end && text[next] !== '<'; next++) {
    if (text[next] === '>') return hasAttribute ? { name: '', isClosing, start: at, end: next + 1 } : undefined;
    hasAttribute ||= text[next] === '=' && (text[next + 1] === '"' || text[next + 1] === "'");
  }
  return undefined;
}

interface EmphasisRun {
  readonly character: string;
  /** What is left of the run, which matched pairs shorten from both sides. */
  start: number;
  end: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Index of the run before it that can still open; -1 for none. */
  previous: number;
}

const unicodePunctuation = /[\p{P}\p{S}]/u;
const eastAsian = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\uff01-\uff60]/u;

function codePointBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(Math.max(at - 2, 0), at) : text.slice(Math.max(at - 1, 0), at);
}

const codePointAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

const isWhitespace = (character: string): boolean => character === '' || /\s/.test(character);

function emphasisRun(text: string, start: number, runStop: number, from: number, to: number): EmphasisRun {
  const character = text[start] as string;
  const before = start > from ? codePointBefore(text, start) : '';
  const after = runStop < to ? codePointAt(text, runStop) : '';
  const isPunctuationBefore = unicodePunctuation.test(before);
  const isPunctuationAfter = unicodePunctuation.test(after);
  const opens =
    !isWhitespace(after) &&
    (!isPunctuationAfter || isWhitespace(before) || isPunctuationBefore || eastAsian.test(before));
  const closes =
    !isWhitespace(before) &&
    (!isPunctuationBefore || isWhitespace(after) || isPunctuationAfter || eastAsian.test(after));
  const isUnderscore = character === '_';
  return {
    character,
    start,
    end: runStop,
    length: runStop - start,
    canOpen: opens && (!isUnderscore || !closes || isPunctuationBefore),
    canClose: closes && (!isUnderscore || !opens || isPunctuationAfter),
    previous: -1,
  };
}

/**
 * Returns the marks of emphasis that have a partner (https://spec.commonmark.org/0.31.2/#phase-2-inline-structure).
 * `bottoms` keeps up to where a search for a partner failed, so that it is not repeated.
 */
function pairedMarks(runs: readonly EmphasisRun[]): Range[] {
  const marks: Range[] = [];
  const bottoms = new Map<string, number>();
  let last = -1;
  for (const [index, closer] of runs.entries()) {
    while (closer.canClose && closer.start < closer.end) {
      const kind = `${closer.character}${closer.canOpen}${closer.character === '~' ? closer.length : closer.length % 3}`;
      const bottom = bottoms.get(kind) ?? -1;
      let at = last;
      while (at > bottom && !isPair(runs[at] as EmphasisRun, closer)) at = (runs[at] as EmphasisRun).previous;
      if (at <= bottom) {
        bottoms.set(kind, last);
        break;
      }
      const opener = runs[at] as EmphasisRun;
      const isDouble = opener.end - opener.start > 1 && closer.end - closer.start > 1;
      const width = closer.character === '~' ? closer.length : isDouble ? 2 : 1;
      marks.push([opener.end - width, opener.end], [closer.start, closer.start + width]);
      opener.end -= width;
      closer.start += width;
      last = opener.start < opener.end ? at : opener.previous;
    }
    if (!closer.canOpen || closer.start === closer.end) continue;
    closer.previous = last;
    last = index;
  }
  return marks;
}

function isPair(opener: EmphasisRun, closer: EmphasisRun): boolean {
  if (opener.character !== closer.character) return false;
  if (opener.character === '~') return opener.length === closer.length;
  const isOddMatch =
    (opener.canClose || closer.canOpen) && closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0;
  return !isOddMatch;
}

interface InlineMarkup {
  /** Addresses, code, comments and HTML tags: nothing in them is a token. In order, without overlaps. */
  readonly opaque: Range[];
  /** Those of `opaque` that are addresses without marks around them: of the web, with any scheme, or of mail. In order. */
  readonly bareAddresses: Range[];
  /** Marks that plain text does not show. Not in order. */
  readonly marks: Range[];
  /** Characters written as `&amp;`, `&#38;` or `&#x26;`. In order. */
  readonly references: Range[];
}

const characterReference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{0,31});/y;

/** Undefined for a name that is no character's. Line ends and tabs are spaces, because the result is one line. */
function referencedCharacter(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  const character = !name.startsWith('#')
    ? decodeNamedCharacterReference(name)
    : /^#x/i.test(name)
      ? decodeNumericCharacterReference(name.slice(2), 16)
      : decodeNumericCharacterReference(name.slice(1), 10);
  return character === false ? undefined : character.replace(/[\t\n\r]/, ' ');
}

/** The offset after a link such as `[[Page#heading]]`, which other programs write; undefined if there is none. */
function pageLinkEnd(text: string, at: number, end: number): number | undefined {
  for (let next = at + 2; next < end; next++) {
    const character = text[next] as string;
    if (character === '[' || character === '\n') return undefined;
    if (character === ']') return text[next + 1] === ']' && text[next + 2] !== '(' ? next + 2 : undefined;
  }
  return undefined;
}

/** Code spans by the offset at which they begin: each goes to the next run of as many backticks. */
function codeSpans(text: string, start: number, end: number): ReadonlyMap<number, { inner: number; outer: number }> {
  const runs: Range[] = [];
  for (let at = start; at < end; at++) {
    if (text[at] !== '`') continue;
    const stop = runEnd(text, at, end, '`');
    runs.push([at, stop]);
    at = stop;
  }
  const spans = new Map<number, { inner: number; outer: number }>();
  const nextOfLength = new Map<number, Range>();
  for (const run of runs.toReversed()) {
    const close = nextOfLength.get(run[1] - run[0]);
    if (close) spans.set(run[0], { inner: close[0], outer: close[1] });
    nextOfLength.set(run[1] - run[0], run);
  }
  return spans;
}

export function inlineMarkup(text: string, start: number, end: number, comments: CommentEnds): InlineMarkup {
  const opaque: Range[] = [];
  const bareAddresses: Range[] = [];
  const marks: Range[] = [];
  const references: Range[] = [];
  const emphasis: EmphasisRun[] = [];
  const tags: FoundHtmlTag[] = [];
  let spans: ReturnType<typeof codeSpans> | undefined;
  /** Offsets of the `[` or `![` that are still open. Links within a link are no links, so `inactive` of them are not. */
  const brackets: { readonly at: number; readonly isImage: boolean }[] = [];
  let inactive = 0;
  let wordStart = start;

  const skip = (from: number, to: number): number => {
    opaque.push([from, to]);
    wordStart = to;
    return to;
  };
  const closeBracket = (at: number): number => {
    const open = brackets.pop();
    if (!open) return at + 1;
    const isActive = open.isImage || brackets.length >= inactive;
    inactive = Math.min(inactive, brackets.length);
    const close = isActive && text[at + 1] === '(' ? linkEnd(text, at + 2, end) : undefined;
    if (close === undefined) return at + 1;
    marks.push([open.at, open.at + (open.isImage ? 2 : 1)], [at, close]);
    if (!open.isImage) inactive = brackets.length;
    return skip(at + 1, close);
  };
  const codeSpan = (at: number): number => {
    const stop = runEnd(text, at, end, '`');
    spans ??= codeSpans(text, at, end);
    const span = spans.get(at);
    if (!span) return stop;
    let [from, to] = [stop, span.inner];
    while (from < to && isBlank(text[from] as string)) from++;
    while (from < to && isBlank(text[to - 1] as string)) to--;
    marks.push([at, from], [to, span.outer]);
    return skip(at, span.outer);
  };
  const angle = (at: number): number => {
    const comment = comments.after(at, end);
    if (comment !== undefined) {
      marks.push([at, comment]);
      return skip(at, comment);
    }
    const address = autolinkEnd(text, at, end);
    if (address !== undefined) {
      marks.push([at, at + 1], [address - 1, address]);
      return skip(at, address);
    }
    const tag = htmlTagAt(text, at, end);
    if (!tag) return at + 1;
    tags.push(tag);
    return skip(at, tag.end);
  };
  const skipAddress = (from: number, to: number): number => {
    bareAddresses.push([from, to]);
    return skip(from, to);
  };
  const mailAddress = (at: number): number => {
    const address = bareMailAddress(text, at, wordStart, end);
    return address ? skipAddress(...address) : at + 1;
  };
  const bareAddress = (schemeStart: number, from: number): number => {
    const stop = bareAddressEnd(text, from, end, brackets.length > 0);
    return stop > from ? skipAddress(schemeStart, stop) : from;
  };
  const scheme = (at: number): number => {
    let from = at;
    while (from > Math.max(wordStart, at - 32) && schemeCharacter.test(text[from - 1] as string)) from--;
    while (from < at && !asciiLetter.test(text[from] as string)) from++;
    return from < at ? bareAddress(from, at + 3) : at + 3;
  };
  const isPlainScheme = (at: number) =>
    plainScheme.test(text.slice(Math.max(wordStart, at - longestPlainScheme - 1), at));

  let first = start;
  for (let found = definitionAt(text, first, end); found; found = definitionAt(text, first, end)) {
    skip(...found.opaque);
    first = skipBlanks(text, found.lineEnd, end);
  }
  for (let at = first; at < end; ) {
    const character = text[at] as string;
    if (character === '\\' && at + 1 < end && asciiPunctuation.test(text[at + 1] as string)) {
      marks.push([at, at + 1]);
      at += 2;
    } else if (character === '`') at = codeSpan(at);
    else if (character === '@' && text[at + 1] === '[') at = storedMentionEnd(text, at) ?? at + 1;
    else if (character === '@') at = mailAddress(at);
    else if (character === '<') at = angle(at);
    else if (character === '!' && text[at + 1] === '[') {
      const pageLink = text[at + 2] === '[' ? pageLinkEnd(text, at + 1, end) : undefined;
      if (pageLink === undefined) brackets.push({ at, isImage: true });
      at = pageLink === undefined ? at + 2 : skip(at, pageLink);
    } else if (character === '&') {
      characterReference.lastIndex = at;
      const found = characterReference.exec(text)?.[0];
      if (found !== undefined) references.push([at, at + found.length]);
      at += found?.length ?? 1;
    } else if (character === '[') {
      const pageLink = text[at + 1] === '[' ? pageLinkEnd(text, at, end) : undefined;
      if (pageLink === undefined) brackets.push({ at, isImage: false });
      at = pageLink === undefined ? at + 1 : skip(at, pageLink);
    } else if (character === ']') at = closeBracket(at);
    else if (character === ':' && text.startsWith('://', at)) at = scheme(at);
    else if (character === ':' && isPlainScheme(at)) at = bareAddress(at, at + 1);
    else if (isWebHost(text, at)) at = bareAddress(at, at + 4);
    else if (character === '*' || character === '_' || character === '~') {
      const stop = runEnd(text, at, end, character);
      if (character !== '~' || stop - at < 3) emphasis.push(emphasisRun(text, at, stop, start, end));
      at = stop;
    } else at++;
  }
  for (const mark of pairedMarks(emphasis)) marks.push(mark);
  for (const tag of renderedTags(tags)) marks.push([tag.start, tag.end]);
  return { opaque, bareAddresses, marks, references };
}

const lineBreak = /^<br\b/i;

export function inlineMarkdownToPlainText(line: string): string {
  const { marks, references } = inlineMarkup(line, 0, line.length, new CommentEnds(line));
  let result = '';
  let end = 0;
  let next = 0;
  const addText = (to: number) => {
    for (; (references[next]?.[0] ?? to) < to; next++) {
      const [from, after] = references[next] as Range;
      if (from < end) continue;
      const character = referencedCharacter(line.slice(from, after));
      if (character === undefined) continue;
      result += line.slice(end, from) + character;
      end = after;
    }
    result += line.slice(end, to);
  };
  for (const [from, to] of marks.toSorted(([a], [b]) => a - b)) {
    if (from > end) addText(from);
    if (lineBreak.test(line.slice(from, to))) result += ' ';
    end = Math.max(end, to);
  }
  addText(line.length);
  return result.trim();
}
