/**
 * Parses queries as JSON or in a shorter form: strings without quotes, queries and ids in plain parentheses (`cards({
 * status: done }): […]`), field list entries without braces, `//` comments, optional commas. For text with errors, the
 * result has a tree of the readable parts, and the problems with their ranges.
 */

export interface TextRange {
  /** Offsets into the text, `to` excluded. */
  readonly from: number;
  readonly to: number;
}
interface SyntaxProblem extends TextRange {
  readonly message: string;
}
/** A word or a quoted string. A query or an id in parentheses can follow it. */
interface WordNode extends TextRange {
  readonly kind: 'word';
  /**
   * As in a query of the service API. A name with a query or an id in parentheses is a string such as
   * `cards({"status":"done"})`. A word without quotes can also be a number, `true`, `false` or `null`.
   */
  readonly value: string | number | boolean | null;
  /** Before the opening parenthesis; the whole text without one. */
  readonly name: string;
  /** Offset of the end of the name. */
  readonly nameTo: number;
  /** The contents of the parentheses; null if there are none, or if they are not readable. */
  readonly argument: SyntaxNode | null;
}
interface ListNode extends TextRange {
  readonly kind: 'list';
  readonly items: readonly SyntaxNode[];
}
export interface ObjectEntry extends TextRange {
  readonly key: WordNode;
  /** Null if the value is missing in the text. */
  readonly value: SyntaxNode | null;
}
export interface ObjectNode extends TextRange {
  readonly kind: 'object';
  readonly entries: readonly ObjectEntry[];
}
export type SyntaxNode = WordNode | ListNode | ObjectNode;

interface QueryText {
  readonly tree: ObjectNode;
  readonly problems: readonly SyntaxProblem[];
}

/**
 * Prevents a stack overflow in this recursive parser. Higher than the contract's limits (`queryDepth`, `filterDepth`),
 * so that the contract's parser reports queries beyond them.
 */
const maxDepth = 160;
/** From `lastIndex` on. */
export const bareWordPattern = /[^\s{}[\](),:"']+/y;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const constants = new Map(Object.entries({ true: true, false: false, null: null }));

/** A number, true, false, null, or a string. */
export function valueOfBareWord(word: string): WordNode['value'] {
  const constant = constants.get(word);
  if (constant !== undefined) return constant;
  if (numberPattern.test(word) && Number.isFinite(Number(word))) return Number(word);
  return word;
}

/** As in `count:cards`. The colon after such a prefix is a part of the name. */
export const isAggregatePrefix = (word: string): boolean => word === 'count' || word === 'exists';

/** If the text has errors, the tree contains the readable parts. */
export function parseQueryText(text: string): QueryText {
  const problems: SyntaxProblem[] = [];
  const tree = new TextReader(text, (index) => index, problems).document();
  return { tree, problems };
}

/** Bounds the length of values: what is in parentheses is a text in that of the outer ones, so its backslashes double. */
const maxParentheses = 8;

class TextReader {
  readonly #text: string;
  /** From an index of `#text` to one of the whole query text. They differ inside a quoted string with escapes. */
  readonly #offset: (index: number) => number;
  readonly #problems: SyntaxProblem[];
  readonly #closers: string[] = [];
  #at = 0;

  constructor(text: string, offset: (index: number) => number, problems: SyntaxProblem[]) {
    this.#text = text;
    this.#offset = offset;
    this.#problems = problems;
  }

  document(): ObjectNode {
    this.#skip();
    const tree = this.#peek() === '{' ? this.#object() : this.#entriesUntilEnd();
    this.#skip();
    if (this.#at < this.#text.length) this.#problem(this.#at, this.#text.length, 'The query ends before this.');
    return tree;
  }

  /** Null if the text is empty, or if more text follows the value. */
  whole(): SyntaxNode | null {
    this.#skip();
    const node = this.#value();
    this.#skip();
    return this.#at < this.#text.length ? null : node;
  }

  #peek = (): string => this.#text[this.#at] ?? '';

  #problem(from: number, to: number, message: string): void {
    this.#problems.push({ from: this.#offset(from), to: this.#offset(Math.max(to, from)), message });
  }

  #skip(): void {
    for (;;) {
      while (/\s/.test(this.#peek())) this.#at += 1;
      if (!this.#text.startsWith('//', this.#at)) return;
      const end = this.#text.indexOf('\n', this.#at);
      this.#at = end < 0 ? this.#text.length : end;
    }
  }

  #entriesUntilEnd(): ObjectNode {
    const entries: ObjectEntry[] = [];
    const from = this.#at;
    while (this.#at < this.#text.length) {
      const entry = this.#entry();
      if (entry) entries.push(entry);
      this.#separator();
    }
    return this.#objectOf(entries, from);
  }

  #object(): ObjectNode {
    const from = this.#at;
    const entries = this.#within('}', () => this.#entry());
    return this.#objectOf(entries, from);
  }

  #objectOf(entries: ObjectEntry[], from: number): ObjectNode {
    const seenKeys = new Set<unknown>();
    for (const { key } of entries) {
      if (seenKeys.has(key.value))
        this.#problems.push({ from: key.from, to: key.nameTo, message: `'${key.name}' occurs twice here.` });
      seenKeys.add(key.value);
    }
    return { kind: 'object', entries, from: this.#offset(from), to: this.#offset(this.#at) };
  }

  #list(): ListNode {
    const from = this.#at;
    const items = this.#within(']', () => this.#value(true));
    return { kind: 'list', items, from: this.#offset(from), to: this.#offset(this.#at) };
  }

  /**
   * Returns the parts in a pair of brackets. `readPart` starts at a part; parts for which it returns null are left out.
   */
  #within<T>(closer: string, readPart: () => T | null): T[] {
    const parts: T[] = [];
    const open = this.#at;
    this.#at += 1;
    if (this.#closers.length > maxDepth) {
      this.#problem(open, open + 1, 'Brackets nest too deep here.');
      this.#at = this.#text.length;
      return parts;
    }
    this.#closers.push(closer);
    this.#skip();
    for (;;) {
      const next = this.#peek();
      if (next === closer) {
        this.#at += 1;
        break;
      }
      // An outer pair's closing bracket also ends this pair, which has no closing bracket.
      if (next === '' || (this.#closers.includes(next) && '}])'.includes(next))) {
        this.#problem(open, open + 1, `This '${this.#text[open]}' is never closed.`);
        break;
      }
      const before = this.#at;
      const part = readPart();
      if (part !== null) parts.push(part);
      this.#separator();
      if (this.#at === before) this.#stray();
    }
    this.#closers.pop();
    return parts;
  }

  #separator(): void {
    this.#skip();
    if (this.#peek() !== ',') return;
    this.#at += 1;
    this.#skip();
  }

  #stray(): void {
    this.#problem(this.#at, this.#at + 1, `Nothing can begin with '${this.#peek()}' here.`);
    this.#at += 1;
    this.#skip();
  }

  #entry(): ObjectEntry | null {
    const start = this.#at;
    const key = this.#word(true);
    if (key) return this.#rest(key);
    const value = this.#value();
    if (value) this.#problem(start, this.#at, 'An entry begins with a name and a colon.');
    else if (this.#at < this.#text.length && !this.#closers.includes(this.#peek())) this.#stray();
    return null;
  }

  /** The colon and the value after an entry's key. */
  #rest(key: WordNode): ObjectEntry {
    this.#skip();
    if (this.#peek() !== ':') {
      this.#problems.push({ from: key.from, to: key.to, message: `'${key.name}' needs a colon and a value.` });
      return { key, value: null, from: key.from, to: key.to };
    }
    this.#at += 1;
    const afterColon = this.#at;
    this.#skip();
    const value = this.#value();
    if (!value) {
      this.#problem(afterColon - 1, afterColon, `'${key.name}' needs a value here.`);
      return { key, value: null, from: key.from, to: this.#offset(afterColon) };
    }
    return { key, value, from: key.from, to: value.to };
  }

  /** An item of a list can also be an entry without braces. */
  #value(isItem = false): SyntaxNode | null {
    const next = this.#peek();
    if (next === '{') return this.#object();
    if (next === '[') return this.#list();
    const word = this.#word(isItem);
    if (!word || !isItem) return word;
    const after = this.#at;
    this.#skip();
    if (this.#peek() !== ':') {
      this.#at = after;
      return word;
    }
    const entry = this.#rest(word);
    return { kind: 'object', entries: [entry], from: entry.from, to: entry.to };
  }

  /** `named`: the word can be a name with a query or an id in parentheses after it. */
  #word(named: boolean): WordNode | null {
    const next = this.#peek();
    if (next === '"' || next === "'") return this.#string(next, named);
    bareWordPattern.lastIndex = this.#at;
    let [word = ''] = bareWordPattern.exec(this.#text) ?? [];
    if (!word) return null;
    const from = this.#at;
    if (named && isAggregatePrefix(word) && this.#text[this.#at + word.length] === ':') {
      bareWordPattern.lastIndex = this.#at + word.length + 1;
      word = `${word}:${bareWordPattern.exec(this.#text)?.[0] ?? ''}`;
    }
    this.#at += word.length;
    const nameTo = this.#offset(this.#at);
    const node = { kind: 'word', name: word, nameTo, from: this.#offset(from) } as const;
    if (this.#peek() !== '(') return { ...node, value: valueOfBareWord(word), argument: null, to: nameTo };
    const argument = this.#argument();
    const inner = argument === null ? '' : JSON.stringify(syntaxTreeToData(argument));
    return { ...node, value: `${word}(${inner})`, argument, to: this.#offset(this.#at) };
  }

  #argument(): SyntaxNode | null {
    const open = this.#at;
    if (this.#closers.length > maxDepth || this.#closers.filter((closer) => closer === ')').length >= maxParentheses) {
      this.#problem(open, open + 1, 'Brackets nest too deep here.');
      this.#at = this.#text.length;
      return null;
    }
    this.#at += 1;
    this.#closers.push(')');
    this.#skip();
    let argument: SyntaxNode | null = null;
    if (this.#peek() !== ')') {
      argument = this.#value();
      // An id without quotes is a string, even if it looks like a number.
      if (argument?.kind === 'word' && typeof argument.value !== 'string')
        argument = { ...argument, value: argument.name };
    }
    this.#closers.pop();
    this.#skip();
    if (this.#peek() === ')') this.#at += 1;
    else this.#problem(open, open + 1, "This '(' is never closed.");
    return argument;
  }

  #string(quote: string, named: boolean): WordNode {
    const from = this.#at;
    const { text, offsets, end, closed, broken } = decode(this.#text, from, quote);
    this.#at = end;
    if (!closed) this.#problem(from, from + 1, 'This text is never closed.');
    if (broken >= 0) this.#problem(broken, broken + 2, 'There is no such escape.');
    const open = text.indexOf('(');
    const isCall = named && open > 0 && text.endsWith(')');
    const place = (index: number) => this.#offset(offsets[index] ?? end);
    // The problems found here (`[]`) are discarded: the text in the parentheses is not always a query. If it is one,
    // the parser in shared/contract reports its problems.
    const argument = isCall
      ? new TextReader(text.slice(open + 1, -1), (index) => place(index + open + 1), []).whole()
      : null;
    return {
      kind: 'word',
      value: text,
      name: isCall ? text.slice(0, open) : text,
      nameTo: isCall ? place(open) : this.#offset(end),
      argument,
      from: this.#offset(from),
      to: this.#offset(end),
    };
  }
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Without a closing quote, the string ends at the end of the line. `offsets` has the index in `source` for each decoded
 * character and the end. `broken` is the index of the first unknown escape sequence, or -1.
 */
function decode(source: string, from: number, quote: string) {
  let text = '';
  const offsets: number[] = [];
  let broken = -1;
  let index = from + 1;
  while (index < source.length && source[index] !== quote && source[index] !== '\n') {
    let char = source[index] as string;
    let length = 1;
    if (char === '\\') {
      const next = source[index + 1] ?? '';
      const code = next === 'u' ? /^[\da-fA-F]{4}/.exec(source.slice(index + 2, index + 6)) : null;
      if (code) {
        char = String.fromCharCode(Number.parseInt(code[0], 16));
        length = 6;
      } else {
        if (!(next in escapes) && !'"\'\\/'.includes(next || ' ') && broken < 0) broken = index;
        char = escapes[next] ?? next;
        length = 2;
      }
    }
    text += char;
    offsets.push(index);
    index += length;
  }
  const closed = source[index] === quote;
  offsets.push(Math.min(index, source.length));
  return { text, offsets, end: Math.min(closed ? index + 1 : index, source.length), closed, broken };
}

/** Leaves out entries without a value, and the entries and items in `without`. */
export function syntaxTreeToData(node: SyntaxNode, without?: ReadonlySet<ObjectEntry | SyntaxNode>): unknown {
  if (node.kind === 'list')
    return node.items.filter((item) => !isLeftOut(item, without)).map((item) => syntaxTreeToData(item, without));
  if (node.kind === 'object')
    return Object.fromEntries(
      node.entries
        .filter((entry) => entry.value !== null && !without?.has(entry))
        .map((entry) => [keyText(entry.key, without), syntaxTreeToData(entry.value as SyntaxNode, without)]),
    );
  return node.argument && without ? keyText(node, without) : node.value;
}

/** In `without`, or an object whose entries are all left out. */
function isLeftOut(item: SyntaxNode, without: ReadonlySet<ObjectEntry | SyntaxNode> | undefined): boolean {
  if (item.kind !== 'object' || item.entries.length === 0) return !!without?.has(item);
  return without?.has(item) || item.entries.every((entry) => entry.value === null || without?.has(entry));
}

function keyText(word: WordNode, without: ReadonlySet<ObjectEntry | SyntaxNode> | undefined): string {
  // A key is always a string, even without quotes: `12` or `true`.
  if (typeof word.value !== 'string') return word.name;
  if (!word.argument || !without) return word.value;
  return `${word.name}(${JSON.stringify(syntaxTreeToData(word.argument, without))})`;
}
