/** Planning, open Hands and the board on screen, then all cards, newest first, then threads and done piles. */
import { filteredRelationKey, type Query, type QueryAnswer, serviceLimits } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { planningModelListsIn, planningModelSelections } from '../reads/read-back.ts';
import { accountRowIn, type CompleteRowList, greatestTimestamp, idsInAccountList } from './answers.ts';
import { trueTimestampLimit } from './polls.ts';
import { accountQuery, cardFieldsToPull, fieldsToPull, threadFieldsToPull } from './selections.ts';

/** Threads closed longer ago than this are read without comments. Opening such a thread reads its comments. */
export const recentThreadMaxAgeMs = 90 * 24 * 3600 * 1000;
/** Cards in a Hand's done pile are read only if they were done within this time. */
const maxDoneEntryAgeMs = 30 * 24 * 3600 * 1000;

type FirstSyncStage = 'hello' | 'deck' | 'cards' | 'threads' | 'oldThreads' | 'hands' | 'finish' | 'done';

/** Stored, so that an interrupted first sync can resume. */
export interface FirstSyncState {
  readonly stage: FirstSyncStage;
  /** The next page contains cards with a smaller `accountSeq`; null before the first page. */
  readonly beforeSeq: number | null;
  /** Offset of the next page of threads or Hand entries. */
  readonly offset: number;
  /** Number of cards at the service. */
  readonly total: number;
  /** Number of cards read so far. */
  readonly done: number;
  /** The newest timestamp of a card at the service when the first sync began. The first poll reads later changes. */
  readonly startedFrom: string | null;
}

export const initialFirstSyncState: FirstSyncState = {
  stage: 'hello',
  beforeSeq: null,
  offset: 0,
  total: 0,
  done: 0,
  startedFrom: null,
};

interface FirstSyncStep {
  readonly query: Query;
  readonly lists: (answer: QueryAnswer) => CompleteRowList[];
  readonly next: (answer: QueryAnswer) => FirstSyncState;
}

const lastChangedCardKey = filteredRelationKey('cards', { $order: '-lastUpdatedAt', $limit: 1 });
/**
 * The newest card is stored before the person can send changes: after a lost answer, the app searches for the created
 * row only among rows newer than the newest card stored at the sending (resolve-uncertain.ts).
 */
const newestCardKey = filteredRelationKey('cards', { $order: '-accountSeq', $limit: 1 });

/** Undefined for the stages `finish` and `done`, which need no request. */
export function firstSyncRequest(
  state: FirstSyncState,
  options: {
    readonly showsOrder: boolean;
    readonly focus: readonly string[];
    readonly mayRead: (model: string) => boolean;
    /** Milliseconds since 1970 by this computer's clock. */
    readonly now: number;
  },
): FirstSyncStep | undefined {
  const page = serviceLimits.queryLimit;
  const cards = cardFieldsToPull(options.showsOrder);
  // The first screen shows names and pictures of owners, so read its cards with their owners.
  const cardsWithOwners = options.mayRead('user') ? [...cards, { assignee: fieldsToPull('user') }] : cards;
  const noLists = () => [];
  const since = (ms: number) => new Date(Date.parse(state.startedFrom ?? '') - ms || 0).toISOString();
  switch (state.stage) {
    case 'hello': {
      const hands = options.mayRead('queueEntry')
        ? [
            {
              [filteredRelationKey('queueEntries', { cardDoneAt: null })]: [
                ...fieldsToPull('queueEntry'),
                { card: cardsWithOwners },
              ],
            },
          ]
        : [];
      const [root] = accountQuery(
        ...planningModelSelections(),
        ...hands,
        { [lastChangedCardKey]: cards, [newestCardKey]: cards },
        'count:cards',
      )._root as [{ account: [] }];
      return {
        query: { _root: [root, { loggedInUser: fieldsToPull('user') }] },
        lists: planningModelListsIn,
        next(answer) {
          const account = accountRowIn(answer);
          const newest = (limit: string) => greatestTimestamp(answer, 'card', 'lastUpdatedAt', limit);
          // If no timestamp can be true, this computer's clock is far behind.
          const at =
            newest(trueTimestampLimit(null, options.now)) ??
            newest('~') ??
            String(account?.createdAt ?? new Date(0).toISOString());
          const stage = options.focus.length > 0 ? 'deck' : 'cards';
          return { ...state, stage, total: Number(account?.['count:cards']) || 0, startedFrom: at };
        },
      };
    }
    case 'deck': {
      // Open threads are read too, because each card on a board shows how many it has.
      const threads = options.mayRead('resolvable')
        ? [{ [filteredRelationKey('resolvables', { isClosed: false })]: threadFieldsToPull }]
        : [];
      const key = filteredRelationKey('cards', { deckId: { op: 'in', value: options.focus } });
      return {
        query: accountQuery({ [key]: [...cardsWithOwners, ...threads] }),
        lists: noLists,
        next: () => ({ ...state, stage: 'cards' }),
      };
    }
    case 'cards': {
      const key = filteredRelationKey('cards', {
        ...(state.beforeSeq === null ? {} : { accountSeq: { op: 'lt', value: state.beforeSeq } }),
        $order: '-accountSeq',
        $limit: page,
      });
      return {
        query: accountQuery({ [key]: cards }),
        lists: noLists,
        next(answer) {
          const ids = idsInAccountList(answer, key);
          const rows = (answer.card ?? {}) as Record<string, AnyRow>;
          const seqs = ids.map((id) => Number(rows[id]?.accountSeq)).filter((seq) => seq > 0);
          const done = state.done + ids.length;
          // A page without a right number shows no way to the next one. Comparisons find the other cards later.
          if (ids.length < page || seqs.length === 0)
            return { ...state, stage: 'threads', done, total: Math.max(done, state.total) };
          return { ...state, beforeSeq: Math.min(...seqs), done };
        },
      };
    }
    case 'threads':
    case 'oldThreads': {
      if (!options.mayRead('resolvable')) return skipTo({ ...state, stage: 'hands', offset: 0 });
      const recent = since(recentThreadMaxAgeMs);
      const isOld = state.stage === 'oldThreads';
      const where = isOld
        ? { isClosed: true, closedAt: { op: 'lt', value: recent } }
        : { $or: [{ isClosed: false }, { closedAt: { op: 'gte', value: recent } }, { closedAt: null }] };
      const order = [
        { field: 'createdAt', dir: 'asc' },
        { field: 'id', dir: 'asc' },
      ];
      const key = filteredRelationKey('resolvables', { ...where, $order: order, $limit: page, $offset: state.offset });
      return {
        query: accountQuery({ [key]: isOld ? fieldsToPull('resolvable') : threadFieldsToPull }),
        lists: noLists,
        next(answer) {
          if (idsInAccountList(answer, key).length >= page) return { ...state, offset: state.offset + page };
          return { ...state, stage: isOld ? 'hands' : 'oldThreads', offset: 0 };
        },
      };
    }
    case 'hands': {
      if (!options.mayRead('queueEntry')) return skipTo({ ...state, stage: 'finish', offset: 0 });
      const order = [
        { field: 'cardDoneAt', dir: 'asc' },
        { field: 'id', dir: 'asc' },
      ];
      const where = { cardDoneAt: { op: 'gte', value: since(maxDoneEntryAgeMs) } };
      const key = filteredRelationKey('queueEntries', { ...where, $order: order, $limit: page, $offset: state.offset });
      return {
        query: accountQuery({ [key]: fieldsToPull('queueEntry') }),
        lists: noLists,
        next: (answer) =>
          idsInAccountList(answer, key).length >= page
            ? { ...state, offset: state.offset + page }
            : { ...state, stage: 'finish', offset: 0 },
      };
    }
    default:
      return undefined;
  }
}

/** Returns a step that reads nothing, for stages whose rows the token may not read. */
function skipTo(next: FirstSyncState): FirstSyncStep {
  return { query: accountQuery(), lists: () => [], next: () => next };
}
