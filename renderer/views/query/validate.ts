/** Validates with the contract's parser. */
import { type ErrorBody, type Failure, type Query, Refusal } from '../../../shared/contract/index.ts';
import { parseQuery } from '../../../shared/contract/query-parse/parse.ts';
import { type ErrorLocation, errorLocationsOf } from './error-locations.ts';
import {
  type ObjectEntry,
  type ObjectNode,
  parseQueryText,
  type SyntaxNode,
  syntaxTreeToData,
  type TextRange,
} from './syntax.ts';

export interface QueryProblem extends TextRange {
  /** An error code of the contract, or `syntax` for a text that cannot be read as a query. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

export interface QueryValidation {
  /** Null if the text has problems or is empty. */
  readonly query: Query | null;
  readonly problems: readonly QueryProblem[];
}

const maxProblems = 12;

/** A query, or at most `maxProblems` problems in the order of the text. Neither for an empty text. */
export function validateQueryText(text: string): QueryValidation {
  const { tree, problems: syntax } = parseQueryText(text);
  const problems: QueryProblem[] = syntax.map((problem) => ({ ...problem, code: 'syntax', hint: null }));
  if (tree.entries.length === 0) return { query: null, problems: problems.slice(0, maxProblems) };
  const ignored = new Set<ObjectEntry | SyntaxNode>();
  while (problems.length < maxProblems) {
    const refusal = refusalOf(syntaxTreeToData(tree, ignored));
    if (!refusal) break;
    const range = errorLocationOf(tree, refusal, ignored);
    problems.push(problemAt(range, refusal.body));
    const dropped = partsToDrop(range, refusal.body.error);
    // The parser stops at the first error, so the loop leaves out that part and parses again. A part that is already
    // left out would give the same error again.
    if (dropped.every((part) => ignored.has(part))) break;
    for (const part of dropped) ignored.add(part);
  }
  const inOrder = problems.sort((a, b) => a.from - b.from).slice(0, maxProblems);
  return { query: inOrder.length > 0 ? null : (syntaxTreeToData(tree) as Query), problems: inOrder };
}

/** Null if the contract's parser accepts the query. */
function refusalOf(query: unknown): Refusal | null {
  try {
    parseQuery(query);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function partsToDrop(location: ErrorLocation, code: string): readonly (ObjectEntry | SyntaxNode)[] {
  if ((code === 'invalid_limit' || code === 'invalid_order') && location.siblings.length > 0) return location.siblings;
  return location.drop ? [location.drop] : [];
}

/** If the path of the refusal fits several parts, the first one whose removal ends the refusal, else the first. */
function errorLocationOf(
  tree: ObjectNode,
  { body }: Refusal,
  without: ReadonlySet<ObjectEntry | SyntaxNode>,
): ErrorLocation {
  const ranges = errorLocationsOf(tree, body.path ?? '').filter(({ drop }) => !drop || !without.has(drop));
  const [first = errorLocationsOf(tree, '')[0] as ErrorLocation] = ranges;
  for (const range of ranges.length > 1 ? ranges : []) {
    const next = refusalOf(syntaxTreeToData(tree, range.drop ? new Set([...without, range.drop]) : without));
    if (next?.body.path !== body.path || next?.message !== body.message) return range;
  }
  return first;
}

/** For these codes the editor underlines the name, such as the key of an entry; for others, the entry's value. */
const aboutNames = new Set([
  'unknown_model',
  'unknown_field',
  'unknown_relation',
  'unknown_special_key',
  'invalid_aggregate',
  'missing_ids',
  'relation_takes_no_query',
  'missing_scope',
]);

function problemAt(location: ErrorLocation, refusal: Omit<ErrorBody, 'statusCode'>): QueryProblem {
  const { error, message, hint, path } = refusal;
  const isAboutName = aboutNames.has(error) || message.startsWith("'!'");
  const { from, to } = isAboutName ? location.key : (location.value ?? location.key);
  const wrong = /no (?:field or relation|field|relation|special key|operator|model) '([^']*)'/.exec(message)?.[1];
  // The editor underlines the part with the error, so the last name of the path is enough.
  const short = path ? message.replaceAll(`'${path}'`, `'${path.slice(path.lastIndexOf('.') + 1)}'`) : message;
  return { from, to, code: error, message: short, hint: hintText(hint, wrong) };
}

/**
 * Marks the part to which the failure's path refers. Null if the failure has no path, or is neither a refusal by the
 * service nor a missing scope.
 */
export function problemOfFailure(text: string, failure: Failure): QueryProblem | null {
  if (failure.kind !== 'rejected' && failure.kind !== 'scope') return null;
  const [location] = errorLocationsOf(parseQueryText(text).tree, failure.path ?? '');
  if (!location || !failure.path) return null;
  const error = failure.kind === 'scope' ? 'missing_scope' : failure.code;
  return problemAt(location, { error, message: failure.message, path: failure.path });
}

/** The hint is a sentence, a list or named lists. The first sentence suggests the name most similar to `wrongName`. */
export function hintText(hint: unknown, wrongName?: string): string | null {
  if (hint === undefined || hint === null) return null;
  if (typeof hint === 'string') return /[.?]$/.test(hint) ? hint : `${hint}.`;
  const lists: [string, readonly unknown[]][] = Array.isArray(hint)
    ? [['allowed', hint]]
    : Object.entries(hint as object).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]);
  const nearest =
    wrongName === undefined ? null : mostSimilarName(wrongName, lists.flatMap(([, names]) => names).map(String));
  const known = lists
    .filter(([, names]) => names.length > 0)
    .map(([name, names]) => `${name}: ${names.map(plainText).join(', ')}`);
  return [nearest ? `Did you mean ${nearest}?` : '', known.length > 0 ? `Known ${known.join('; ')}.` : '']
    .filter(Boolean)
    .join(' ')
    .replace(/^Known (allowed|form|maximum): /, (_all, name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}: `)
    .replace('? Known allowed: ', '? Allowed: ');
}

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** At most two typing errors, or one if `wrongName` has one or two letters. Null if no name is similar enough. */
export function mostSimilarName(wrongName: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let maxDistance = Math.min(3, Math.ceil(wrongName.length / 2) + 1);
  for (const name of names) {
    const editCount = editDistance(wrongName.toLowerCase(), name.toLowerCase(), maxDistance);
    if (editCount < maxDistance) {
      maxDistance = editCount;
      best = name;
    }
  }
  return best;
}

/** Letters to change, add, remove or swap to turn `a` into `b`, but at most `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let steps = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      next.push(steps);
    }
    before = row;
    row = next;
  }
  return Math.min(row[b.length] ?? limit, limit);
}
