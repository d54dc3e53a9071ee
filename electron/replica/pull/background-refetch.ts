/**
 * Reads all cards again within a day, a few at a time in the order of `accountSeq`. This finds changed texts, which are
 * too long for the frequent comparisons in digest.ts. It continues after a restart.
 */
import { filteredRelationKey, type Query, type QueryAnswer } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { NamedValueStore } from '../store/stored-values.ts';
import { accountQuery, cardFieldsToPull } from './selections.ts';
import type { SyncOptions } from './service-reader.ts';

interface RefetchPosition {
  /** `accountSeq` of the last card read; the next request continues after it. */
  readonly after: number;
  /** When the next cards are due, in milliseconds since 1970 by this computer's clock. */
  readonly at: number;
}
const storedName = 'readAgain';
const cardsPerRequest = 200;

interface RefetchOptions {
  readonly state: NamedValueStore;
  readonly now: number;
  /** Time in milliseconds in which all cards are read once. */
  readonly periodMs: number;
  readonly total: number;
}

export function refetchOptionsOf({ store, state, intervals, clock }: SyncOptions): RefetchOptions {
  const total = store.engine.db.prepare('SELECT count(*) FROM "card"').pluck().get() as number;
  return { state, now: clock.now(), periodMs: intervals.refetchAllMs, total };
}

const stepMs = ({ periodMs, total }: RefetchOptions) => periodMs / Math.max(Math.ceil(total / cardsPerRequest), 1);
const storedPosition = (state: NamedValueStore): RefetchPosition => ({
  after: 0,
  at: 0,
  ...(state.get(storedName) as RefetchPosition | undefined),
});

/** In milliseconds since 1970 by this computer's clock; at most `periodMs` from now, even after a clock change. */
export function nextRefetchAtMs({ state, now, periodMs }: Omit<RefetchOptions, 'total'>): number {
  const { at } = storedPosition(state);
  return at > now + periodMs ? now : at;
}

/** Call it right after all cards have been read. */
export function restartBackgroundRefetch(options: RefetchOptions): void {
  options.state.set(storedName, { after: 0, at: options.now + stepMs(options) } satisfies RefetchPosition);
}

interface Refetch {
  readonly query: Query;
  /** Stores where the next query continues. Call it in the transaction that writes the answer's rows. */
  readonly done: (answer: QueryAnswer) => void;
  /** Call it when the service refuses the query. The same cards are requested again at the next due time. */
  readonly failed: () => void;
}

/** Returns the query for the next cards, in the order of their `accountSeq`, and the functions to call afterwards. */
export function nextBackgroundRefetch(options: RefetchOptions): Refetch {
  const { state, now } = options;
  const { after } = storedPosition(state);
  const where = { accountSeq: { op: 'gt', value: after }, $order: 'accountSeq', $limit: cardsPerRequest };
  const at = now + stepMs(options);
  const note = (last: number) => state.set(storedName, { after: last, at } satisfies RefetchPosition);
  return {
    query: accountQuery({ [filteredRelationKey('cards', where)]: cardFieldsToPull(false) }),
    done: (answer) => {
      const numbers = (Object.values(answer.card ?? {}) as AnyRow[]).map(({ accountSeq }) => Number(accountSeq));
      note(numbers.length < cardsPerRequest ? 0 : Math.max(...numbers));
    },
    failed: () => note(after),
  };
}
