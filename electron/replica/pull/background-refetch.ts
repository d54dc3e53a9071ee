/**
 * Texts of cards are too long to be compared often (digest.ts): cards are read again whole, by their numbers, some with
 * each turn, all within a day. What was read is kept, since a program that runs for minutes only has to get through too.
 */
import { type Query, type QueryAnswer, related } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { StoredValues } from '../store/stored-values.ts';
import { accountQuery, cardFields } from './selections.ts';

interface Again {
  /** Number of the card that was read last. */
  readonly after: number;
  /** When the next are due, local milliseconds. */
  readonly at: number;
}
const name = 'readAgain';
const cardsAtOnce = 200;

export interface AgainOptions {
  readonly state: StoredValues;
  readonly now: number;
  /** Milliseconds within which all are read. */
  readonly within: number;
  /** Cards that are stored. */
  readonly total: number;
}

const turn = ({ within, total }: AgainOptions) => within / Math.max(Math.ceil(total / cardsAtOnce), 1);
const stored = (state: StoredValues): Again => ({ after: 0, at: 0, ...(state.get(name) as Again | undefined) });

/** When the next cards are due; a clock that was set back delays it by one round at most. */
export function againAt({ state, now, within }: Omit<AgainOptions, 'total'>): number {
  const { at } = stored(state);
  return at > now + within ? now : at;
}

/** All have just been read. */
export function startAgain(options: AgainOptions): void {
  options.state.set(name, { after: 0, at: options.now + turn(options) } satisfies Again);
}

export interface AgainTurn {
  readonly query: Query;
  /** Notes that these were read; within the transaction that writes them. */
  readonly done: (answer: QueryAnswer) => void;
  /** They cannot be read: the same ones are tried in the next turn. */
  readonly failed: () => void;
}

export function againTurn(options: AgainOptions): AgainTurn {
  const { state, now } = options;
  const { after } = stored(state);
  const where = { accountSeq: { op: 'gt', value: after }, $order: 'accountSeq', $limit: cardsAtOnce };
  const at = now + turn(options);
  const note = (last: number) => state.set(name, { after: last, at } satisfies Again);
  return {
    query: accountQuery({ [related('cards', where)]: cardFields(false) }),
    done: (answer) => {
      const numbers = (Object.values(answer.card ?? {}) as AnyRow[]).map(({ accountSeq }) => Number(accountSeq));
      note(numbers.length < cardsAtOnce ? 0 : Math.max(...numbers));
    },
    failed: () => note(after),
  };
}
