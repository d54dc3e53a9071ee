/**
 * What the words of a few languages are, by ordered patterns: enough to colour a snippet in a card, far from parsing.
 * An unclosed string or comment ends with its line or text, and what may fail late is bounded: no text takes long.
 */

export const kinds = ['comment', 'string', 'number', 'keyword', 'name', 'mark'] as const;
export type Kind = (typeof kinds)[number];

export interface Rule {
  readonly pattern: RegExp;
  /** Null: plain, but nothing inside is looked at again. */
  readonly kind: Kind | null;
  /** What the piece itself consists of. */
  readonly inside?: readonly Rule[];
}

const rule = (kind: Kind | null, pattern: RegExp, inside?: readonly Rule[]): Rule => ({
  kind,
  pattern,
  ...(inside ? { inside } : {}),
});
const words = (list: string): RegExp => new RegExp(`(?<![\\w$-])(?:${list.trim().split(/\s+/).join('|')})(?![\\w$-])`);

const double = rule('string', /"(?:[^"\\\n]|\\[\s\S]?)*(?:"|(?=\n)|$)/);
const single = rule('string', /'(?:[^'\\\n]|\\[\s\S]?)*(?:'|(?=\n)|$)/);
const lineComment = rule('comment', /\/\/[^\n]*/);
const blockComment = rule('comment', /\/\*[\s\S]*?(?:\*\/|$)/);
const hashComment = rule('comment', /(?<![^\s;])#[^\n]*/);
const number = rule(
  'number',
  /(?<![\w$])(?:0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w{0,3}(?!\w)/,
);
/** A word that is called, and a word that is written like a type. */
const called = rule('name', /[A-Za-z_$][\w$]*(?=\s?\()/);
const typed = rule('name', /(?<![\w$])[A-Z][\w$]*/);
/** Words are taken whole, so that no rule matches within one. */
const word = rule(null, /[\p{L}_$][\p{L}\p{N}_$]*/u);

const javascript: readonly Rule[] = [
  blockComment,
  lineComment,
  double,
  single,
  rule('string', /`(?:[^`\\]|\\[\s\S]?)*(?:`|$)/),
  // After a value a slash divides; elsewhere it opens a pattern.
  rule(
    'string',
    /(?<=(?:^|[=(,:;!&|?{}[\n]|=>|return)[ \t]*)\/(?![/*])(?:[^/\\\n[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,100}\]){1,200}\/[a-z]*/,
  ),
  number,
  rule(
    'keyword',
    words(`abstract as async await break case catch class const continue debugger declare default delete do else enum
      export extends false finally for from function get if implements import in infer instanceof interface is keyof let
      namespace new null of private protected public readonly return satisfies set static super switch this throw true
      try type typeof undefined unique var void while with yield`),
  ),
  called,
  typed,
  word,
];

const json: readonly Rule[] = [
  rule('name', /"(?:[^"\\\n]|\\.)*"(?=\s*:)/),
  double,
  blockComment,
  lineComment,
  rule('number', /-?(?<![\w.])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/),
  rule('keyword', words('true false null')),
  word,
];

const css: readonly Rule[] = [
  blockComment,
  double,
  single,
  rule('keyword', /@[\w-]+|![a-z]+/),
  rule('number', /#[\da-fA-F]{3,8}(?![\w-])|(?<![\w-])[+-]?(?:\d*\.)?\d+(?:%|[a-z]+)?/),
  rule('name', /--[\w-]+|[a-z-]+(?=\s*:\s)/),
  rule('mark', /[.#&][A-Za-z_-][\w-]*|::?[a-z-]+/),
  rule(null, /[\w-]+/),
];

const html: readonly Rule[] = [
  rule('comment', /<!--[\s\S]*?(?:-->|$)/),
  rule(null, /(?<=<script\b[^>]*>)[\s\S]+?(?=<\/script|$)/, javascript),
  rule(null, /(?<=<style\b[^>]*>)[\s\S]+?(?=<\/style|$)/, css),
  rule('mark', /<[!/]?[A-Za-z](?:"[^"]*"|'[^']*'|[^>"'])*>?/, [
    rule('string', /"[^"]*"?|'[^']*'?/),
    rule('mark', /^<[!/]?[\w:-]+|\/?>$/),
    rule('name', /[\w:@.-]+/),
    rule(null, /[^\w"'>/]+/),
  ]),
  rule('number', /&#?\w+;/),
];

const python: readonly Rule[] = [
  hashComment,
  rule('string', /(?<!\w)[rRbBfFuU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))/),
  rule(
    'string',
    /(?<!\w)[rRbBfFuU]{0,2}(?:"(?:[^"\\\n]|\\[\s\S]?)*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\[\s\S]?)*(?:'|(?=\n)|$))/,
  ),
  rule('mark', /(?<=^|\n)[ \t]*@[\w.]+/),
  number,
  rule(
    'keyword',
    words(`and as assert async await break case class continue def del elif else except False finally for from global if
      import in is lambda match None nonlocal not or pass raise return self True try while with yield`),
  ),
  called,
  typed,
  word,
];

/** C, C++, C#, Java, Go, Rust, Kotlin and Swift share more than they differ in, as far as colours go. */
const cLike: readonly Rule[] = [
  blockComment,
  lineComment,
  double,
  // A character, not a lifetime of Rust.
  rule('string', /'(?:[^'\\\n]|\\[^\n]{1,9})'/),
  rule('string', /`[^`]*(?:`|$)/),
  rule('mark', /(?<=(?:^|\n)[ \t]*)#[ \t]*[a-z]+|#!?\[[^\]\n]*\]|@[A-Za-z]\w*/),
  number,
  rule(
    'keyword',
    words(`abstract alignas as async auto await bool break byte case catch chan char class const constexpr continue
      crate defer default delete do double dyn else enum explicit extends extern false final finally float fn for func
      fun go goto guard if impl implements import in inline int interface internal is let long loop map match mod move
      mut namespace new nil noexcept null nullptr object operator out override package private protected public pub
      range ref return sealed select self short signed sizeof static string struct super switch template this throw
      throws trait true try type typedef typename union unsafe unsigned use using val var virtual void volatile when
      where while yield`),
  ),
  rule('name', /[A-Za-z_]\w*!?(?=\()/),
  typed,
  word,
];

const shell: readonly Rule[] = [
  hashComment,
  rule('string', /'[^']*(?:'|$)/),
  rule('string', /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)/),
  rule('name', /\$(?:\{[^}\n]{0,200}\}|\w+|[@*#?$!-])/),
  rule(
    'keyword',
    words(
      'case do done elif else esac exit export fi for function if in local readonly return set source then unset until while',
    ),
  ),
  rule('mark', /(?<=\s)--?[A-Za-z][\w-]*/),
  rule('number', /(?<![\w./-])\d+(?![\w./-])/),
  rule(null, /[\w./-]+/),
];

const named: readonly (readonly [string, readonly Rule[]])[] = [
  ['js jsx javascript mjs cjs ts tsx typescript mts cts', javascript],
  ['json json5 jsonc', json],
  ['css scss less', css],
  ['html htm xml svg vue', html],
  ['py python python3', python],
  ['c h cpp c++ cc hpp cs csharp java go golang rs rust kt kotlin swift', cLike],
  ['sh bash zsh shell console', shell],
];

const byName = new Map(named.flatMap(([names, rules]) => names.split(' ').map((name) => [name, rules] as const)));

/** Undefined for a language that stays plain. */
export const rulesFor = (language: string): readonly Rule[] | undefined => byName.get(language.toLowerCase());
