/**
 * After a lost answer: did it happen? Actions whose repeat would double something, or be refused, are looked for among
 * rows that were not there before the first sending (lost-request-matchers.ts). Where that cannot be told for certain the person is
 * asked: a doubled piece of work is worse than a question.
 */
import { actionNamed, byId, type Query, type QueryAnswer, type RowModel } from '../../../shared/contract/index.ts';
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import { tableOf } from '../../engine/store/schema.ts';
import type { Operation } from '../outbox/operation.ts';
import {
  type Context,
  contentsSent,
  type Likeness,
  type Sought,
  seqBefore,
  sought,
  versionsSeen,
} from './lost-request-matchers.ts';
import { arrivalAt, type Known } from './request-window.ts';

export type Verdict =
  /** `readsOtherwise`: told by when it was made; its text has given way to another. */
  | { readonly kind: 'happened'; readonly answer: Record<string, unknown>; readonly readsOtherwise?: boolean }
  | { readonly kind: 'not'; readonly known?: Known }
  /** New rows might be it. Nothing speaks against one that is `renamed`. */
  | {
      readonly kind: 'ambiguous';
      readonly candidates: readonly Candidate[];
      readonly why: 'several' | 'renamed';
      readonly known?: Known;
    };

export interface Candidate {
  readonly id: string;
  readonly name: string;
}

const text = (value: unknown) => String(value ?? '');

export function isHarmless({ action, effective }: Operation): boolean {
  if (action === 'sprints/updateSprint') return !effective.complete && !effective.lockIn;
  // Every time it is done all cards of the deck join the milestone, also those that have another by then.
  if (action === 'decks/update') return !effective.milestoneId;
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
    ...(operation.action === 'cards/copy' ? originals(rows, operation) : {}),
  };
}

function originals(rows: Rows, { effective }: Operation): Record<string, string[]> {
  const cards = ((effective.ids ?? []) as string[]).flatMap((id) => rows.get('card', id) ?? []);
  return {
    [contentsSent]: cards.map(({ content }) => content),
    [versionsSeen]: cards.map(({ version }) => String(version)),
  };
}

/** The row that is gone once the operation has happened; undefined for actions that leave it. */
function removedBy({ action, effective }: Operation): { model: RowModel; id: string } | undefined {
  switch (action) {
    case 'projects/deleteTag':
      return { model: 'projectTag', id: text(effective.id) };
    case 'resolvables/removeReaction':
      return { model: 'resolvableEntryReaction', id: text(effective.reactionId) };
    case 'sprints/deleteConfig':
      return { model: 'sprintConfig', id: text(effective.id) };
    default:
      return undefined;
  }
}

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
  if (operation.action === 'decks/update') return deckLook(operation);
  const removed = removedBy(operation);
  if (removed) {
    const { model, id } = removed;
    return {
      query: { [byId(model, id)]: [...tableOf(model).model.id] },
      verdict: (answer) => (answer[model]?.[id] ? { kind: 'not' } : { kind: 'happened', answer: {} }),
    };
  }
  const search = sought[operation.action]?.(context);
  if (!search) return undefined;
  const rivals = others
    .filter(({ id, action }) => id !== operation.id && action === operation.action)
    .flatMap((other): Rival[] => {
      const theirs = sought[other.action]?.({ ...context, operation: other });
      if (!theirs) return [];
      const isHere = JSON.stringify(theirs.query) === JSON.stringify(search.query);
      return [{ made: theirs.made, known: other.known, isHere }];
    });
  return {
    query: search.query,
    verdict: (answer, isTaken) => verdictOf(search, { known: operation.known ?? {}, rivals, answer, isTaken }),
  };
}

/** The deck shows the values that were set. */
function deckLook({ effective }: Operation): Look {
  const { id: deckId, ...values } = effective;
  const id = text(deckId);
  const names = Object.keys(values);
  return {
    query: { [byId('deck', id)]: names },
    verdict(answer) {
      const row = (answer.deck?.[id] ?? {}) as AnyRow;
      const isAll = names.every((name) => JSON.stringify(row[name]) === JSON.stringify(values[name]));
      return isAll ? { kind: 'happened', answer: {} } : { kind: 'not' };
    },
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

/** Another operation whose answer was lost. */
interface Rival {
  readonly made: Sought['made'];
  readonly known: Known | null;
  /** Whether its rows are looked for among the same ones. */
  readonly isHere: boolean;
}

interface Found {
  readonly known: Known;
  readonly rivals: readonly Rival[];
  readonly answer: QueryAnswer;
  readonly isTaken: (id: string) => boolean;
}

function verdictOf(search: Sought, { known, rivals, answer, isTaken }: Found): Verdict {
  const [key] = tableOf(search.model).key as [string];
  const before = new Set(known[search.model]);
  const [earliest = ''] = known[since] ?? [];
  const theirs = rivals.flatMap(({ made }) => made);
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
  // What was seen not to be it stays that, whatever becomes of it until the next look.
  const others = rest.filter((row) => !is(row, 'same') && !is(row, 'perhaps')).map((row) => text(row[key]));
  const learnt = others.length > 0 ? { known: { ...known, [search.model]: [...before, ...others] } } : {};
  const equal = rest.filter((row) => is(row, 'same'));
  if (used.size > 0 && equal.length > 0)
    return { kind: 'ambiguous', candidates: candidates([...used, ...equal]), why: 'several', ...learnt };
  const changed = rest.filter(
    (row) => is(row, 'perhaps') && !is(row, 'same', theirs) && arrivalAt(known, row.createdAt) !== 'never',
  );
  const missing = pairs.filter((row) => !row).length;
  // All or none were made: with one of them the others were made too, and read differently by now.
  if (missing === 0 || (used.size > 0 && changed.length === missing)) {
    const left = [...changed];
    return {
      kind: 'happened',
      answer: search.answer(pairs.flatMap((row): readonly AnyRow[] => one(row ?? left.shift()))),
    };
  }
  if (used.size === 0 && changed.length === 0) return { kind: 'not', ...learnt };
  const then = search.made.length === 1 ? madeThen(changed, known, rivals) : undefined;
  if (then && search.wasChanged?.(then, answer))
    return { kind: 'happened', answer: search.answer([then]), readsOtherwise: true };
  return { kind: 'ambiguous', candidates: candidates([...used, ...changed]), why: 'renamed', ...learnt };
}

/**
 * The only row that was made just as the request was under way. One that was changed since is taken for it: else another
 * computer would have made the like in the same moment, at the same place, and changed it as well. Of decks and
 * milestones nothing shows a change; there the moment alone would do, and that is too little to give up the person's own.
 */
function madeThen(rows: readonly AnyRow[], known: Known, rivals: readonly Rival[]): AnyRow | undefined {
  const [row, ...more] = rows.filter(({ createdAt }) => arrivalAt(known, createdAt) === 'then');
  if (!row || more.length > 0) return undefined;
  const isTheirs = rivals.some((rival) => rival.isHere && arrivalAt(rival.known, row.createdAt) === 'then');
  return isTheirs ? undefined : row;
}

const one = (row: AnyRow | undefined) => (row ? [row] : []);
