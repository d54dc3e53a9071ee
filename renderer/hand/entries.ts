/** The own Hand: its entries in order, its done pile, its free slots. */
import { useMemo } from 'react';
import type { Row } from '../../shared/contract/index.ts';
import { useMe } from '../data/app-state.ts';
import { handQuery } from '../data/first-queries.ts';
import { useLive } from '../data/live.ts';
import { type Lookups, useLookups } from '../data/lookups.ts';

export type HandEntry = Pick<Row<'queueEntry'>, 'id' | 'cardId' | 'userId' | 'sortIndex' | 'cardDoneAt' | 'createdAt'>;

export interface HandState {
  readonly userId: string | null;
  /** Not done, in order. */
  readonly entries: readonly HandEntry[];
  /** Done, the latest first. */
  readonly done: readonly HandEntry[];
  readonly inHand: ReadonlySet<string>;
  /** Bookmarked cards in order. */
  readonly bookmarks: readonly string[];
  readonly bookmarked: ReadonlySet<string>;
  readonly slots: number;
  readonly ready: boolean;
}

type HandAnswer = NonNullable<ReturnType<typeof handQuery>['__answer']>;
const derived = new WeakMap<object, Omit<HandState, 'slots' | 'userId'>>();
const nothing = {
  entries: [],
  done: [],
  inHand: new Set<string>(),
  bookmarks: [],
  bookmarked: new Set<string>(),
  ready: false,
} satisfies Omit<HandState, 'slots' | 'userId'>;

/** Computed once per answer, whoever asks. */
function derive(answer: HandAnswer): Omit<HandState, 'slots' | 'userId'> {
  const known = derived.get(answer);
  if (known) return known;
  const all = Object.values(answer.queueEntry ?? {}) as HandEntry[];
  const entries = all
    .filter((entry) => entry.cardDoneAt === null)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0) || a.createdAt.localeCompare(b.createdAt));
  const bookmarks = Object.values(answer.handCard ?? {})
    .sort((a, b) => a.sortIndex - b.sortIndex)
    .map((row) => row.cardId);
  const state = {
    entries,
    done: all
      .filter((entry) => entry.cardDoneAt !== null)
      .sort((a, b) => (b.cardDoneAt ?? '').localeCompare(a.cardDoneAt ?? '')),
    inHand: new Set<string>(entries.map((entry) => entry.cardId)),
    bookmarks,
    bookmarked: new Set<string>(bookmarks),
    ready: true,
  };
  derived.set(answer, state);
  return state;
}

/** Places of every Hand. */
export const slotsOf = ({ account }: Pick<Lookups, 'account'>): number => account?.maxHandSlotCount ?? 7;

let own: Pick<HandState, 'inHand' | 'bookmarked' | 'entries'> = nothing;

/** The own Hand as last seen, for commands outside of React. */
export const currentHand = (): typeof own => own;

/** The Hand of the person this workspace works for, or of another one. */
export function useHand(of?: string | null): HandState {
  const me = useMe();
  const userId = of ?? me;
  const slots = slotsOf(useLookups());
  const { data } = useLive(handQuery(userId ?? ''), { enabled: userId !== null });
  const state = data && userId ? derive(data as HandAnswer) : nothing;
  if (userId === me) own = state;
  return useMemo(() => ({ ...state, userId, slots }), [state, userId, slots]);
}
