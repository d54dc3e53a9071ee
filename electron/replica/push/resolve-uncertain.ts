/**
 * Decides after a lost answer whether the service carried the request out. Rows that exist before the first sending are
 * left out of the search. Where the answer is not certain the person is asked: duplicated work is worse than a question.
 */
import { actionNamed, type Query, type QueryAnswer } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { tableOf } from '../../engine/store/schema.ts';
import type { Operation } from '../outbox/operation.ts';
import {
  type CarriedOut,
  type CreatedRowsSearch,
  type Likeness,
  type LostRequestContext,
  lostRequestSearchOf,
  seqBefore,
} from './lost-request-matchers.ts';
import { arrivalAt, type SearchClues } from './request-window.ts';

export type Verdict =
  /** `readsOtherwise`: found by its creation time; its text was changed since. */
  | { readonly kind: 'happened'; readonly answer: Record<string, unknown>; readonly readsOtherwise?: boolean }
  | { readonly kind: 'not'; readonly known?: SearchClues }
  /** Some new rows may be the created ones. `renamed`: exactly one row, which nothing rules out. */
  | {
      readonly kind: 'ambiguous';
      readonly candidates: readonly Candidate[];
      readonly why: 'several' | 'renamed';
      readonly known?: SearchClues;
    };

export interface Candidate {
  readonly id: string;
  readonly name: string;
}

const text = (value: unknown) => String(value ?? '');

/** Whether a repeat leads to the same state, so that the request is sent again without a search. */
export function isSafeToRepeat({ action, effective }: Operation): boolean {
  const known = actionNamed(action);
  return known?.retry === 'harmless' && !known.searchWith?.some((param) => effective[param]);
}

const since = 'since';

/**
 * Values to store with the operation before it is first sent: the rows that exist already, which the search leaves out.
 */
export function cluesBeforeSending(context: LostRequestContext): SearchClues | null {
  const { operation, rows } = context;
  if (isSafeToRepeat(operation)) return null;
  const search = lostRequestSearchOf(context);
  if (search?.kind !== 'created') return null;
  const [newest] = rows.where('card', '"accountSeq" IS NOT NULL ORDER BY "accountSeq" DESC LIMIT 1');
  const [key] = tableOf(search.model).key as [string];
  const createdNames = operation.writes;
  const ids = rows
    .where(search.model, search.among.condition, ...search.among.values)
    .map((row) => text((row as AnyRow)[key]))
    .filter((id) => !createdNames.has(`${search.model}\t${id}`));
  return {
    [search.model]: ids,
    [seqBefore]: [String(newest?.accountSeq ?? 0)],
    // Rows created earlier by the service's clock cannot be the operation's.
    ...(newest?.createdAt ? { [since]: [newest.createdAt] } : {}),
    ...search.known,
  };
}

interface LostSearch {
  readonly query: Query;
  readonly verdict: (answer: QueryAnswer, isPaired: (id: string) => boolean) => Verdict;
}

const verdicts: Readonly<Record<CarriedOut, Verdict>> = {
  yes: { kind: 'happened', answer: {} },
  no: { kind: 'not' },
  maybe: { kind: 'ambiguous', candidates: [], why: 'several' },
};

/**
 * The question to ask the service; undefined where no question can decide.
 * @param others operations whose answers were lost too; their rows may be among those found
 */
export function searchFor(context: LostRequestContext, others: readonly Operation[]): LostSearch | undefined {
  const { operation } = context;
  const search = lostRequestSearchOf(context);
  if (!search) return undefined;
  const { query } = search;
  if (search.kind === 'changed') return { query, verdict: (answer) => verdicts[search.carried(answer)] };
  const rivals = others
    .filter(({ id, action }) => id !== operation.id && action === operation.action)
    .flatMap((other): Rival[] => {
      const rivalRequest = lostRequestSearchOf({ ...context, operation: other });
      if (rivalRequest?.kind !== 'created') return [];
      return [
        {
          made: rivalRequest.made,
          known: other.known,
          isHere: JSON.stringify(rivalRequest.query) === JSON.stringify(query),
        },
      ];
    });
  return {
    query,
    verdict: (answer, isPaired) => verdictOf(search, { known: operation.known ?? {}, rivals, answer, isPaired }),
  };
}

/** Another operation whose answer was lost. */
interface Rival {
  readonly made: CreatedRowsSearch['made'];
  readonly known: SearchClues | null;
  /** Whether the rows that this operation may have created are among those that the search reads. */
  readonly isHere: boolean;
}

interface VerdictInput {
  readonly known: SearchClues;
  readonly rivals: readonly Rival[];
  readonly answer: QueryAnswer;
  readonly isPaired: (id: string) => boolean;
}

function verdictOf(search: CreatedRowsSearch, { known, rivals, answer, isPaired }: VerdictInput): Verdict {
  const [key] = tableOf(search.model).key as [string];
  const before = new Set(known[search.model]);
  const [earliest = ''] = known[since] ?? [];
  const rivalMatchers = rivals.flatMap(({ made }) => made);
  const matches = (row: AnyRow, like: Likeness, among = search.made) =>
    among.some((made) => made(row, answer) === like);
  const rows = (Object.values(answer[search.model] ?? {}) as AnyRow[])
    .filter((row) => !before.has(text(row[key])) && !isPaired(text(row[key])))
    .filter(({ createdAt }) => typeof createdAt !== 'string' || createdAt >= earliest)
    .sort((a, b) => Number(a.accountSeq ?? 0) - Number(b.accountSeq ?? 0));
  const pairedRows = new Set<AnyRow>();
  const pairs = search.made.map((made) => {
    const row = rows.find((candidate) => !pairedRows.has(candidate) && made(candidate, answer) === 'same');
    if (row) pairedRows.add(row);
    return row;
  });
  const candidates = (some: readonly AnyRow[]): Candidate[] =>
    some.map((row) => {
      const name = search.nameOf?.(row, answer) ?? row.title ?? row.name ?? row.tag ?? row.content;
      return { id: text(row[key]), name: text(name) };
    });
  const rest = rows.filter((row) => !pairedRows.has(row));
  // A row ruled out once stays ruled out, even if it changes before the next search.
  const others = rest.filter((row) => !matches(row, 'same') && !matches(row, 'perhaps')).map((row) => text(row[key]));
  const learnt = others.length > 0 ? { known: { ...known, [search.model]: [...before, ...others] } } : {};
  const equal = rest.filter((row) => matches(row, 'same'));
  if (pairedRows.size > 0 && equal.length > 0)
    return { kind: 'ambiguous', candidates: candidates([...pairedRows, ...equal]), why: 'several', ...learnt };
  const changed = rest.filter(
    (row) =>
      matches(row, 'perhaps') && !matches(row, 'same', rivalMatchers) && arrivalAt(known, row.createdAt) !== 'never',
  );
  const missing = pairs.filter((row) => !row).length;
  // The action creates all rows or none: one found row proves that the others exist and were changed since.
  if (missing === 0 || (pairedRows.size > 0 && changed.length === missing)) {
    const unpaired = [...changed];
    return {
      kind: 'happened',
      answer: search.answer(pairs.flatMap((row): readonly AnyRow[] => listOfOne(row ?? unpaired.shift()))),
    };
  }
  if (pairedRows.size === 0 && changed.length === 0) return { kind: 'not', ...learnt };
  const createdInFlight = search.made.length === 1 ? onlyRowCreatedInFlight(changed, known, rivals) : undefined;
  if (createdInFlight && search.wasChanged?.(createdInFlight, answer))
    return { kind: 'happened', answer: search.answer([createdInFlight]), readsOtherwise: true };
  return { kind: 'ambiguous', candidates: candidates([...pairedRows, ...changed]), why: 'renamed', ...learnt };
}

/**
 * The only row that was created while the request was in flight. A row that was changed since is taken too: otherwise
 * another computer would have created the same kind of row at the same moment in the same list, and changed it as well.
 * Decks and milestones do not show changes. For them the creation time alone is too little evidence to drop the
 * person's own.
 */
function onlyRowCreatedInFlight(
  rows: readonly AnyRow[],
  known: SearchClues,
  rivals: readonly Rival[],
): AnyRow | undefined {
  const [row, ...more] = rows.filter(({ createdAt }) => arrivalAt(known, createdAt) === 'then');
  if (!row || more.length > 0) return undefined;
  const isTheirs = rivals.some((rival) => rival.isHere && arrivalAt(rival.known, row.createdAt) === 'then');
  return isTheirs ? undefined : row;
}

const listOfOne = (row: AnyRow | undefined) => (row ? [row] : []);
