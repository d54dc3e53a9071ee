/** What the query language allows at the cursor, from the text before it. Used by completions.ts. */
import {
  fieldTypeOf,
  type Model,
  modelByName,
  relationByName,
  type ValueType,
} from '../../../shared/contract/index.ts';
import { bareWordPattern, isAggregatePrefix } from './syntax.ts';

/** What the query language allows in a pair of brackets. */
type Context =
  | { readonly role: 'root' }
  | { readonly role: 'fields'; readonly model: string }
  /** An object in a field list, such as `{ cards: [title] }`: relations with their field lists. */
  | { readonly role: 'entries'; readonly model: string }
  /**
   * Conditions. `outer` is true for the object directly in parentheses, as in `cards({ … })`: only this object can
   * contain `$order`, `$first`, `$limit` and `$offset`.
   */
  | { readonly role: 'query'; readonly model: string; readonly outer: boolean }
  | { readonly role: 'queries'; readonly model: string }
  | { readonly role: 'condition'; readonly type: ValueType }
  | { readonly role: 'values'; readonly type: ValueType }
  | { readonly role: 'order'; readonly model: string }
  | { readonly role: 'orderTerm'; readonly model: string }
  /** Parentheses: `id` at the top of a query, as in `card(…)`, and `argument` after a relation, as in `cards(…)`. */
  | { readonly role: 'id'; readonly model: string }
  | { readonly role: 'argument'; readonly model: string }
  | { readonly role: 'unknown' };

/** The innermost ones. */
export type BracketsAroundCursor = Context & {
  /** Of the current entry; null if the person has not typed a name. */
  key: string | null;
  /** After the entry's colon. */
  afterColon: boolean;
  /** Names that the brackets already contain. */
  readonly taken: Set<string>;
  /** In a condition: the value of `op` before the cursor, or null. */
  operator: string | null;
};

/** The innermost brackets, the word that the person types, and the quote before that word. */
export interface QuerySyntaxAtCursor {
  readonly frame: BracketsAroundCursor;
  /** Start of the typed word. */
  readonly from: number;
  readonly typed: string;
  /** Before the typed word, or null. */
  readonly quote: '"' | "'" | null;
}

const newFrame = (context: Context): BracketsAroundCursor => ({
  ...context,
  key: null,
  afterColon: false,
  taken: new Set(),
  operator: null,
});
const unknown: Context = { role: 'unknown' };

/** Null if there is no such relation. `name` can begin with `!`, `count:` or `exists:`. */
function targetOf(model: Model | undefined, name: string): string | null {
  const bare = name.replace(/^!/, '').replace(/^(?:count|exists):/, '');
  return (model && relationByName(model, bare)?.model) ?? null;
}

/** For an opening bracket inside the brackets `around`. */
function contextInside(bracket: string, around: BracketsAroundCursor): Context {
  const { key } = around;
  const model = 'model' in around ? modelByName(around.model) : undefined;
  const target = key ? targetOf(model, key) : null;
  if (bracket === '(') {
    if (around.role === 'root') return key && modelByName(key) ? { role: 'id', model: key } : unknown;
    const acceptsQuery = around.role === 'fields' || around.role === 'entries';
    return acceptsQuery && target ? { role: 'argument', model: target } : unknown;
  }
  const type = key && model ? fieldTypeOf(model, key.replace(/^!/, '')) : undefined;
  switch (around.role) {
    case 'root':
      return bracket === '[' && key && modelByName(key) ? { role: 'fields', model: key } : unknown;
    case 'fields':
      if (bracket === '{' && !around.afterColon) return { role: 'entries', model: around.model };
      return bracket === '[' && around.afterColon && target ? { role: 'fields', model: target } : unknown;
    case 'entries':
      return bracket === '[' && target ? { role: 'fields', model: target } : unknown;
    case 'argument':
      return bracket === '{' ? { role: 'query', model: around.model, outer: true } : unknown;
    case 'query':
      if (bracket === '[' && (key === '$or' || key === '$and')) return { role: 'queries', model: around.model };
      if (key === '$order') return { role: bracket === '[' ? 'order' : 'orderTerm', model: around.model };
      if (type) return { role: bracket === '[' ? 'values' : 'condition', type };
      return bracket === '{' && target ? { role: 'query', model: target, outer: false } : unknown;
    case 'queries':
      return bracket === '{' ? { role: 'query', model: around.model, outer: false } : unknown;
    case 'order':
      return bracket === '{' ? { role: 'orderTerm', model: around.model } : unknown;
    case 'condition':
      return bracket === '[' && key === 'value' ? { role: 'values', type: around.type } : unknown;
    default:
      return unknown;
  }
}

/** At the offset `pos`; null inside a comment. */
export function querySyntaxAt(text: string, pos: number): QuerySyntaxAtCursor | null {
  const stack: BracketsAroundCursor[] = [newFrame({ role: 'root' })];
  const top = () => stack[stack.length - 1] as BracketsAroundCursor;
  let at = 0;
  const applyWord = (word: string) => {
    const here = top();
    if (here.afterColon) {
      if (here.role === 'condition' && here.key === 'op') here.operator = word;
      return;
    }
    here.key = word;
    here.taken.add(word);
  };
  while (at < pos) {
    const char = text[at] as string;
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      if (end < 0 || end >= pos) return null;
      at = end;
    } else if (char === '"' || char === "'") {
      let end = at + 1;
      while (end < pos && text[end] !== char && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
      if (end >= pos) return { frame: top(), from: at + 1, typed: text.slice(at + 1, pos), quote: char };
      const inner = text.slice(at + 1, end);
      applyWord(inner.includes('(') ? inner.slice(0, inner.indexOf('(')) : inner);
      at = end + 1;
    } else if ('{[('.includes(char)) {
      const first = stack.length === 1 && char === '{' && top().role === 'root' && top().key === null;
      stack.push(newFrame(first ? { role: 'root' } : contextInside(char, top())));
      at += 1;
    } else if ('}])'.includes(char)) {
      if (stack.length > 1) stack.pop();
      at += 1;
      // A closing `]` or `}` ends the value and its entry. A `)` only closes the parentheses after a name.
      if (char !== ')' && top().afterColon) resetEntry(top());
    } else if (char === ':') {
      top().afterColon = true;
      at += 1;
    } else if (char === ',') {
      resetEntry(top());
      at += 1;
    } else if (/\s/.test(char)) {
      at += 1;
    } else {
      bareWordPattern.lastIndex = at;
      let word = bareWordPattern.exec(text)?.[0] ?? char;
      if (isAggregatePrefix(word) && text[at + word.length] === ':' && !top().afterColon && top().role === 'fields') {
        bareWordPattern.lastIndex = at + word.length + 1;
        word = `${word}:${bareWordPattern.exec(text)?.[0] ?? ''}`;
      }
      if (at + word.length >= pos) return { frame: top(), from: at, typed: text.slice(at, pos), quote: null };
      applyWord(word);
      if (top().afterColon) resetEntry(top());
      at += word.length;
    }
  }
  return { frame: top(), from: pos, typed: '', quote: null };
}

function resetEntry(context: BracketsAroundCursor): void {
  context.key = null;
  context.afterColon = false;
}
