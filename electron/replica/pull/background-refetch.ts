/**
 * Reads all cards again within a day, some at a time, in the order of their numbers: texts are too long for frequent
 * comparisons (digest.ts). The position is stored, so that a program that runs for minutes at a time reaches all cards
 * too.
 */
import { type Query, type QueryAnswer, related } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { StoredValues } from '../store/stored-values.ts';
import { accountQuery, cardFields } from './selections.ts';

interface RefetchPosition {
  /** `accountSeq` of the card that was read last; the next reading continues from there. */
  readonly after: number;
  /** When the next cards are due, local milliseconds. */
  readonly at: number;
}
const name = 'readAgain';
const cardsPerRequest = 200;

export interface RefetchOptions {
  readonly state: StoredValues;
  readonly now: number;
  /** Milliseconds within which all cards are read. */
  readonly periodMs: number;
  /** Number of stored cards. */
  readonly total: number;
}

const stepMs = ({ periodMs, total }: RefetchOptions) => periodMs / Math.max(Math.ceil(total / cardsPerRequest), 1);
const stored = (state: StoredValues): RefetchPosition => ({
  after: 0,
  at: 0,
  ...(state.get(name) as RefetchPosition | undefined),
});

/** When the next cards are due, local milliseconds. A clock that was set back delays it by one round at most. */
export function refetchAt({ state, now, periodMs }: Omit<RefetchOptions, 'total'>): number {
  const { at } = stored(state);
  return at > now + periodMs ? now : at;
}

/** Starts a new round: all cards have just been read. */
export function startRefetch(options: RefetchOptions): void {
  options.state.set(name, { after: 0, at: options.now + stepMs(options) } satisfies RefetchPosition);
}

interface Refetch {
  readonly query: Query;
  /** Stores the position. Call it in the transaction that writes the rows. */
  readonly done: (answer: QueryAnswer) => void;
  /** Call it when the service refuses: the same cards are tried again when the next are due. */
  readonly failed: () => void;
}

export function nextRefetch(options: RefetchOptions): Refetch {
  const { state, now } = options;
  const { after } = stored(state);
  const where = { accountSeq: { op: 'gt', value: after }, $order: 'accountSeq', $limit: cardsPerRequest };
  const at = now + stepMs(options);
  const note = (last: number) => state.set(name, { after: last, at } satisfies RefetchPosition);
  return {
    query: accountQuery({ [related('cards', where)]: cardFields(false) }),
    done: (answer) => {
      const numbers = (Object.values(answer.card ?? {}) as AnyRow[]).map(({ accountSeq }) => Number(accountSeq));
      note(numbers.length < cardsPerRequest ? 0 : Math.max(...numbers));
    },
    failed: () => note(after),
  };
}
