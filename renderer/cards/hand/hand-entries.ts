import { useMemo } from 'react';
import type { Row } from '../../../shared/contract/index.ts';
import { handSlotCount, takesHandSlot } from '../../../shared/domain/hand.ts';
import { currentUserId, useCurrentUserId } from '../../data/app-state.ts';
import { handQuery } from '../../data/first-queries.ts';
import { currentAnswerOf, useLiveQuery } from '../../data/live.ts';
import { currentLookups, useLookups } from '../../data/lookups.ts';
import type { HandContents } from '../../model/hand/hand-drop.ts';

/** `cardDoneAt` is the time at which the card was set to done; null if it is not done. */
export type HandEntry = Pick<Row<'queueEntry'>, 'id' | 'cardId' | 'userId' | 'sortIndex' | 'cardDoneAt' | 'createdAt'>;

export interface HandState {
  readonly userId: string | null;
  /** Not done, in order. Archived and deleted cards are left out. */
  readonly entries: readonly HandEntry[];
  /** The latest first. */
  readonly done: readonly HandEntry[];
  /** All cards that are not done, including archived and deleted cards. */
  readonly inHand: ReadonlySet<string>;
  /** In order. Archived and deleted cards are left out. */
  readonly bookmarks: readonly string[];
  readonly bookmarked: ReadonlySet<string>;
  /** Infinity if the service states no limit. */
  readonly slots: number;
  readonly ready: boolean;
}

type HandAnswer = NonNullable<ReturnType<typeof handQuery>['__answer']>;
type DerivedHand = Omit<HandState, 'slots' | 'userId'>;
const derivedHands = new WeakMap<
  object,
  { readonly inactiveDeckIds: ReadonlySet<string>; readonly state: DerivedHand }
>();
const emptyHand = {
  entries: [],
  done: [],
  inHand: new Set<string>(),
  bookmarks: [],
  bookmarked: new Set<string>(),
  ready: false,
} satisfies DerivedHand;

/** Cached per answer, so that it is computed once for all components. */
function cachedHandOf(answer: HandAnswer, inactiveDeckIds: ReadonlySet<string>): DerivedHand {
  const known = derivedHands.get(answer);
  if (known?.inactiveDeckIds === inactiveDeckIds) return known.state;
  const state = deriveHand(answer, inactiveDeckIds);
  derivedHands.set(answer, { inactiveDeckIds, state });
  return state;
}

/**
 * `inactiveDeckIds` are the decks of archived and deleted projects; their cards are left out of `entries`, `done` and
 * `bookmarks`.
 */
export function deriveHand(answer: HandAnswer, inactiveDeckIds: ReadonlySet<string>): DerivedHand {
  const isActive = (cardId: string) => !inactiveDeckIds.has(answer.card?.[cardId]?.deckId ?? '');
  const all = Object.values(answer.queueEntry ?? {}) as HandEntry[];
  const open = all.filter((entry) => entry.cardDoneAt === null);
  const bookmarks = Object.values(answer.handCard ?? {}).sort((a, b) => a.sortIndex - b.sortIndex);
  return {
    entries: open
      .filter(({ cardId }) => takesHandSlot(answer.card?.[cardId], isActive(cardId)))
      .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0) || a.createdAt.localeCompare(b.createdAt)),
    done: all
      .filter(({ cardId, cardDoneAt }) => cardDoneAt !== null && isActive(cardId))
      .sort((a, b) => (b.cardDoneAt ?? '').localeCompare(a.cardDoneAt ?? '')),
    inHand: new Set<string>(open.map(({ cardId }) => cardId)),
    bookmarks: bookmarks
      .map(({ cardId }) => cardId as string)
      .filter((cardId) => isActive(cardId) && (answer.card?.[cardId]?.visibility ?? 'default') === 'default'),
    bookmarked: new Set<string>(bookmarks.map(({ cardId }) => cardId)),
    ready: true,
  };
}

/** For code outside React. Empty while no view watches the Hand. */
export function currentHand(): DerivedHand {
  const me = currentUserId();
  const answer = me && (currentAnswerOf(handQuery(me)) as HandAnswer | undefined);
  return answer ? cachedHandOf(answer, currentLookups().inactiveDeckIds) : emptyHand;
}

export const handContentsOf = ({
  userId,
  entries,
  slots,
}: Pick<HandState, 'userId' | 'entries' | 'slots'>): HandContents => ({
  userId: userId ?? '',
  cardIds: entries.map(({ cardId }) => cardId),
  slots,
});

/** To check whether more cards fit. */
export const currentHandContents = (): HandContents => ({
  userId: currentUserId() ?? '',
  cardIds: currentHand().entries.map(({ cardId }) => cardId),
  slots: handSlotCount(currentLookups().account),
});

export function useHand(of?: string | null): HandState {
  const me = useCurrentUserId();
  const userId = of ?? me;
  const { account, inactiveDeckIds } = useLookups();
  const slots = handSlotCount(account);
  const { data } = useLiveQuery(handQuery(userId ?? ''), { enabled: userId !== null });
  const state = data && userId ? cachedHandOf(data as HandAnswer, inactiveDeckIds) : emptyHand;
  return useMemo(() => ({ ...state, userId, slots }), [state, userId, slots]);
}
