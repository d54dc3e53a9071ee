/**
 * Decides after a lost answer whether the service carried out the request, from its effect. In doubt, the app asks the
 * person, because doing work twice is worse than a question.
 */
import { isSafeToRepeat, type Query, type QueryAnswer } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { tableDefinitionOf } from '../../engine/store/schema.ts';
import type { Operation } from '../outbox/operation.ts';
import {
  accountSeqClueKey,
  type CreatedRowMatch,
  type CreatedRowsSearch,
  type LostRequestContext,
  type LostRequestOutcome,
  lostRequestSearchOf,
} from './lost-request-matchers.ts';
import { creationTimeFitOf, type LostRequestClues } from './request-window.ts';

type LostRequestVerdict =
  /** `hasChangedText`: the row was found by its creation time, because its text has changed after its creation. */
  | { readonly kind: 'happened'; readonly answer: Record<string, unknown>; readonly hasChangedText?: boolean }
  | { readonly kind: 'not'; readonly clues?: LostRequestClues }
  /**
   * `several`: more rows match than the request creates. `renamed`: too few rows have the sent text, but other new rows
   * may be the created ones with changed texts. `partly`: the row has some of the changed values, but somebody else may
   * have set them.
   */
  | {
      readonly kind: 'ambiguous';
      readonly candidates: readonly CreatedRowCandidate[];
      readonly why: 'several' | 'renamed' | 'partly';
      readonly clues?: LostRequestClues;
    };

/** A row that the operation may have created. The person can choose it. */
export interface CreatedRowCandidate {
  readonly id: string;
  readonly name: string;
}

const toText = (value: unknown) => String(value ?? '');

const createdSinceKey = 'since';

/**
 * The values to store before the first sending, mainly ids of existing rows; null for an operation that needs no search
 * for created rows.
 */
export function lostRequestCluesOf(context: LostRequestContext): LostRequestClues | null {
  const { operation, rows } = context;
  if (isSafeToRepeat(operation.action, operation.effective)) return null;
  const search = lostRequestSearchOf(context);
  if (search?.kind !== 'created') return null;
  const [newest] = rows.where('card', '"accountSeq" IS NOT NULL ORDER BY "accountSeq" DESC LIMIT 1');
  const [key] = tableDefinitionOf(search.model).key as [string];
  const createdNames = operation.writes;
  const ids = rows
    .where(search.model, search.existing.condition, ...search.existing.values)
    .map((row) => toText((row as AnyRow)[key]))
    .filter((id) => !createdNames.has(`${search.model}\t${id}`));
  return {
    [search.model]: ids,
    [accountSeqClueKey]: [String(newest?.accountSeq ?? 0)],
    // By the service's clock. The operation creates its rows later, so the search ignores older ones.
    ...(newest?.createdAt ? { [createdSinceKey]: [newest.createdAt] } : {}),
    ...search.clues,
  };
}

interface LostSearch {
  readonly query: Query;
  readonly verdict: (answer: QueryAnswer, isPaired: (id: string) => boolean) => LostRequestVerdict;
}

const verdicts: Readonly<Record<LostRequestOutcome, LostRequestVerdict>> = {
  yes: { kind: 'happened', answer: {} },
  no: { kind: 'not' },
  maybe: { kind: 'ambiguous', candidates: [], why: 'partly' },
};

/**
 * Undefined if no query can decide.
 * @param others returns further operations with lost answers, which may have created the found rows
 */
export function createLostRequestCheck(
  context: LostRequestContext,
  others: () => readonly Operation[],
): LostSearch | undefined {
  const { operation } = context;
  const search = lostRequestSearchOf(context);
  if (!search) return undefined;
  const { query } = search;
  if (search.kind === 'changed') return { query, verdict: (answer) => verdicts[search.carriedOut(answer)] };
  const rivals = () =>
    others()
      .filter(({ id, action }) => id !== operation.id && action === operation.action)
      .flatMap((other): Rival[] => {
        const rivalRequest = lostRequestSearchOf({ ...context, operation: other });
        if (rivalRequest?.kind !== 'created') return [];
        return [
          {
            matchers: rivalRequest.matchers,
            clues: other.known,
            isInSearch: JSON.stringify(rivalRequest.query) === JSON.stringify(query),
          },
        ];
      });
  return {
    query,
    verdict: (answer, isPaired) =>
      verdictOf(search, { clues: operation.known ?? {}, rivals: rivals(), answer, isPaired }),
  };
}

/** Another lost operation with the same action, which may have created some of the found rows. */
interface Rival {
  readonly matchers: CreatedRowsSearch['matchers'];
  readonly clues: LostRequestClues | null;
  /** True if the search also reads the rows that this other operation may have created. */
  readonly isInSearch: boolean;
}

interface VerdictInput {
  readonly clues: LostRequestClues;
  readonly rivals: readonly Rival[];
  readonly answer: QueryAnswer;
  readonly isPaired: (id: string) => boolean;
}

function verdictOf(search: CreatedRowsSearch, { clues, rivals, answer, isPaired }: VerdictInput): LostRequestVerdict {
  const [key] = tableDefinitionOf(search.model).key as [string];
  const before = new Set(clues[search.model]);
  const [earliest = ''] = clues[createdSinceKey] ?? [];
  const rivalMatchers = rivals.flatMap(({ matchers }) => matchers);
  const matches = (row: AnyRow, like: CreatedRowMatch, among = search.matchers) =>
    among.some((matcher) => matcher(row, answer) === like);
  const rows = (Object.values(answer[search.model] ?? {}) as AnyRow[])
    .filter((row) => !before.has(toText(row[key])) && !isPaired(toText(row[key])))
    .filter(({ createdAt }) => typeof createdAt !== 'string' || createdAt >= earliest)
    .sort((a, b) => Number(a.accountSeq ?? 0) - Number(b.accountSeq ?? 0));
  const pairedRows = new Set<AnyRow>();
  const pairs = search.matchers.map((matcher) => {
    const row = rows.find((candidate) => !pairedRows.has(candidate) && matcher(candidate, answer) === 'same');
    if (row) pairedRows.add(row);
    return row;
  });
  const candidates = (some: readonly AnyRow[]): CreatedRowCandidate[] =>
    some.map((row) => {
      const name = search.nameOf?.(row, answer) ?? row.title ?? row.name ?? row.tag ?? row.content;
      return { id: toText(row[key]), name: toText(name) };
    });
  const rest = rows.filter((row) => !pairedRows.has(row));
  // The texts show that the operation did not create these rows. Later searches ignore them even if their texts change.
  const others = rest.filter((row) => !matches(row, 'same') && !matches(row, 'perhaps')).map((row) => toText(row[key]));
  const learnt = others.length > 0 ? { clues: { ...clues, [search.model]: [...before, ...others] } } : {};
  const equal = rest.filter((row) => matches(row, 'same'));
  if (pairedRows.size > 0 && equal.length > 0)
    return { kind: 'ambiguous', candidates: candidates([...pairedRows, ...equal]), why: 'several', ...learnt };
  const changed = rest.filter(
    (row) =>
      matches(row, 'perhaps') &&
      !matches(row, 'same', rivalMatchers) &&
      creationTimeFitOf(clues, row.createdAt) !== 'impossible',
  );
  const missing = pairs.filter((row) => !row).length;
  // The action creates all rows or none. If some rows are found, the missing rows exist too, with changed texts.
  if (missing === 0 || (pairedRows.size > 0 && changed.length === missing)) {
    const unpaired = [...changed];
    return {
      kind: 'happened',
      answer: search.answer(pairs.map((row) => row ?? unpaired.shift()).filter((row) => row !== undefined)),
    };
  }
  if (pairedRows.size === 0 && changed.length === 0) return { kind: 'not', ...learnt };
  const createdInFlight = search.matchers.length === 1 ? onlyRowCreatedInFlight(changed, clues, rivals) : undefined;
  if (createdInFlight && search.wasChanged?.(createdInFlight, answer))
    return { kind: 'happened', answer: search.answer([createdInFlight]), hasChangedText: true };
  return { kind: 'ambiguous', candidates: candidates([...pairedRows, ...changed]), why: 'renamed', ...learnt };
}

/**
 * The row if it is the only one created while the request was in flight, and no other lost request can have created it.
 * Its text differs, but another computer is unlikely to create a row in the same list within these seconds. The caller
 * accepts it only if it shows a change; rows of models without `wasChanged`, such as decks, never do, so the person
 * decides.
 */
function onlyRowCreatedInFlight(
  rows: readonly AnyRow[],
  clues: LostRequestClues,
  rivals: readonly Rival[],
): AnyRow | undefined {
  const [row, ...more] = rows.filter(({ createdAt }) => creationTimeFitOf(clues, createdAt) === 'inFlight');
  if (!row || more.length > 0) return undefined;
  const isTheirs = rivals.some(
    (rival) => rival.isInSearch && creationTimeFitOf(rival.clues, row.createdAt) === 'inFlight',
  );
  return isTheirs ? undefined : row;
}
