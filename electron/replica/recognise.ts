/**
 * After a lost answer: did it happen? Actions whose repeat would double something, or be refused, are looked for among
 * rows that were not there before the first sending (sought.ts). Where that cannot be told for certain the person is
 * asked: a doubled piece of work is worse than a question.
 */
import { actionNamed, byId, type Query, type QueryAnswer } from '../../shared/contract/index.ts';
import type { AnyRow, Rows } from '../engine/rows.ts';
import { tableOf } from '../engine/schema.ts';
import type { Operation } from './outbox.ts';
import { type Context, contentsSent, type Likeness, type Sought, seqBefore, sought } from './sought.ts';

export type Verdict =
  | { readonly kind: 'happened'; readonly answer: Record<string, unknown> }
  | { readonly kind: 'not' }
  /** New rows might be it. Nothing speaks against one that is `renamed`. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[]; readonly why: 'several' | 'renamed' };

export interface Candidate {
  readonly id: string;
  readonly name: string;
}

const text = (value: unknown) => String(value ?? '');

export function isHarmless({ action, effective }: Operation): boolean {
  if (action === 'sprints/updateSprint') return !effective.complete && !effective.lockIn;
  return actionNamed(action)?.retry === 'harmless';
}

const since = 'since';

/** What to tell the rows by that were there before, taken just before the first sending. */
export function knownLike(context: Context): Record<string, readonly string[]> | null {
  const { operation, rows } = context;
  if (isHarmless(operation)) return null;
  const search = sought[operation.action]?.(context);
  if (!search) return null;
  const [newest] = rows.where('card', '"accountSeq" IS NOT NULL ORDER BY "accountSeq" DESC LIMIT 1');
  const [key] = tableOf(search.model).key as [string];
  const made = operation.writes;
  const ids = rows
    .where(search.model, search.among.condition, ...search.among.values)
    .map((row) => text((row as AnyRow)[key]))
    .filter((id) => !made.has(`${search.model}\t${id}`));
  return {
    [search.model]: ids,
    [seqBefore]: [String(newest?.accountSeq ?? 0)],
    // By the service's clock: what was made earlier was there before.
    ...(newest?.createdAt ? { [since]: [newest.createdAt] } : {}),
    ...(operation.action === 'cards/copy' ? { [contentsSent]: contentsOf(rows, operation) } : {}),
  };
}

const contentsOf = (rows: Rows, { effective }: Operation): string[] =>
  ((effective.ids ?? []) as string[]).flatMap((id) => rows.get('card', id)?.content ?? []);

export interface Look {
  readonly query: Query;
  readonly verdict: (answer: QueryAnswer, isTaken: (id: string) => boolean) => Verdict;
}

/**
 * The question to ask the service; undefined where no question can tell.
 * @param others operations whose rows may be among those found, since their answers were lost too.
 */
export function lookFor(context: Context, others: readonly Operation[] = []): Look | undefined {
  const { operation } = context;
  if (operation.action === 'sprints/updateSprint') return runLook(operation);
  if (operation.action === 'resolvables/removeReaction') {
    const id = text(operation.effective.reactionId);
    return {
      query: { [byId('resolvableEntryReaction', id)]: ['userId'] },
      verdict: (answer) => (answer.resolvableEntryReaction?.[id] ? { kind: 'not' } : { kind: 'happened', answer: {} }),
    };
  }
  const search = sought[operation.action]?.(context);
  if (!search) return undefined;
  const rivals = others
    .filter(({ id, action }) => id !== operation.id && action === operation.action)
    .flatMap((other) => sought[other.action]?.({ ...context, operation: other })?.made ?? []);
  return {
    query: search.query,
    verdict: (answer, isTaken) => verdictOf(search, { known: operation.known ?? {}, rivals, answer, isTaken }),
  };
}

/** Completing and locking in show on the run; other values given with them have to be there too. */
function runLook({ effective }: Operation): Look {
  const { id: runId, complete, lockIn, ...values } = effective;
  const id = text(runId);
  const names = Object.keys(values);
  return {
    query: { [byId('sprint', id)]: ['completedAt', 'lockedAt', ...names] },
    verdict(answer) {
      const row = (answer.sprint?.[id] ?? {}) as AnyRow;
      if ((complete && !row.completedAt) || (lockIn && !row.lockedAt)) return { kind: 'not' };
      const isAll = names.every((name) => JSON.stringify(row[name]) === JSON.stringify(values[name]));
      return isAll ? { kind: 'happened', answer: {} } : { kind: 'ambiguous', candidates: [], why: 'several' };
    },
  };
}

interface Found {
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly rivals: Sought['made'];
  readonly answer: QueryAnswer;
  readonly isTaken: (id: string) => boolean;
}

function verdictOf(search: Sought, { known, rivals, answer, isTaken }: Found): Verdict {
  const [key] = tableOf(search.model).key as [string];
  const before = new Set(known[search.model]);
  const [earliest = ''] = known[since] ?? [];
  const is = (row: AnyRow, like: Likeness, among = search.made) => among.some((made) => made(row, answer) === like);
  const rows = (Object.values(answer[search.model] ?? {}) as AnyRow[])
    .filter((row) => !before.has(text(row[key])) && !isTaken(text(row[key])))
    .filter(({ createdAt }) => typeof createdAt !== 'string' || createdAt >= earliest)
    .sort((a, b) => Number(a.accountSeq ?? 0) - Number(b.accountSeq ?? 0));
  const used = new Set<AnyRow>();
  const pairs = search.made.map((made) => {
    const row = rows.find((candidate) => !used.has(candidate) && made(candidate, answer) === 'same');
    if (row) used.add(row);
    return row;
  });
  const candidates = (some: readonly AnyRow[]): Candidate[] =>
    some.map((row) => {
      const name = search.nameOf?.(row, answer) ?? row.title ?? row.name ?? row.tag ?? row.content;
      return { id: text(row[key]), name: text(name) };
    });
  const rest = rows.filter((row) => !used.has(row));
  const equal = rest.filter((row) => is(row, 'same'));
  if (used.size > 0 && equal.length > 0)
    return { kind: 'ambiguous', candidates: candidates([...used, ...equal]), why: 'several' };
  const changed = rest.filter((row) => is(row, 'perhaps') && !is(row, 'same', rivals));
  const missing = pairs.filter((row) => !row).length;
  // All or none were made: with one of them the others were made too, and read differently by now.
  if (missing === 0 || (used.size > 0 && changed.length === missing)) {
    const others = [...changed];
    return {
      kind: 'happened',
      answer: search.answer(pairs.flatMap((row): readonly AnyRow[] => one(row ?? others.shift()))),
    };
  }
  if (used.size === 0 && changed.length === 0) return { kind: 'not' };
  return { kind: 'ambiguous', candidates: candidates([...used, ...changed]), why: 'renamed' };
}

const one = (row: AnyRow | undefined) => (row ? [row] : []);
