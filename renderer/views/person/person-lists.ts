/** A card that belongs to several lists is shown in the first of them only. */
import { useMemo } from 'react';
import { type QueryObject, rowMapOf } from '../../../shared/contract/index.ts';
import { millisecondsPerDay } from '../../../shared/domain/calendar.ts';
import { statusesOfProgressGroups } from '../../../shared/domain/progress.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useHandCards } from '../../cards/hand/hand-cards.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { type CardRow, cardsQuery, type LoadedCards, loadedCardsOf, queriedCardsOf } from '../../model/card-row.ts';
import { currentRun, runsOfConfig } from '../../model/planning/run-phase.ts';
import { useToday } from '../../ui/dates/today.ts';

/** A finished card is listed if it changed within this period. */
export const recentlyFinishedPeriodDays = 14;
const maxFinished = 100;

export interface PersonCardList {
  readonly key: string;
  readonly title: string;
  readonly cards: readonly CardRow[];
  /** Belong to this list, but are shown in an earlier one. */
  readonly shownEarlier: number;
}

/** Of each active Run Config, with its name. */
function useCurrentRuns() {
  const { sprints, activeRunConfigs } = useLookups();
  const today = useToday();
  return useMemo(
    () =>
      activeRunConfigs.flatMap((config) => {
        const sprint = currentRun(runsOfConfig(sprints, config.id), today);
        return sprint ? { sprint, label: runLabel(sprint, config) } : [];
      }),
    [sprints, activeRunConfigs, today],
  );
}

function useCards(where: QueryObject): { loaded: LoadedCards; isReady: boolean } {
  const { data } = useLiveQuery(cardsQuery(where, null), { keepsPrevious: true });
  return useMemo(() => ({ loaded: loadedCardsOf(data as never, null), isReady: data !== undefined }), [data]);
}

/** In the order of the page. */
export function usePersonPageLists(userId: string) {
  const { activeProjectsCondition } = useLookups();
  const today = useToday();
  const runs = useCurrentRuns();
  const { hand, cards, loaded: loadedHandCards } = useHandCards(userId);
  const shown = { ...activeProjectsCondition, visibility: 'default' } as const;
  // No run has the id ''.
  const sprintId = runs.length === 0 ? [''] : runs.map(({ sprint }) => sprint.id as string);
  const run = useCards({ ...shown, assigneeId: userId, sprintId, status: { op: 'neq', value: 'done' } });
  const bookmarks = useCards({ ...shown, handCards: { userId } });
  const done = useCards({
    ...shown,
    derivedStatus: statusesOfProgressGroups('done'),
    assigneeId: userId,
    lastUpdatedAt: {
      op: 'gte',
      value: new Date(Date.parse(today) - recentlyFinishedPeriodDays * millisecondsPerDay).toISOString(),
    },
    $order: { field: 'lastUpdatedAt', dir: 'desc' },
    $limit: maxFinished,
  });
  return useMemo(() => {
    const seen = new Set<string>();
    const list = (key: string, title: string, all: readonly CardRow[]): PersonCardList => {
      const own = all.filter(({ cardId }) => !seen.has(cardId));
      for (const { cardId } of own) seen.add(cardId);
      return { key, title, cards: own, shownEarlier: all.length - own.length };
    };
    const loadedLists = [loadedHandCards, run.loaded, bookmarks.loaded, done.loaded];
    return {
      hand,
      runs,
      lists: {
        hand: list('hand', 'Hand', cards),
        run: list('run', runs.map(({ label }) => label).join(', ') || 'Current run', queriedCardsOf(run.loaded)),
        bookmarks: list(
          'bookmarks',
          'Bookmarks',
          hand.bookmarks.flatMap((id) => bookmarks.loaded.rows[id] ?? []),
        ),
        finished: list('finished', 'Done lately', queriedCardsOf(done.loaded)),
      },
      // Each list's query loads complete rows of its cards, and partial rows of their sub cards. The complete rows come
      // last, because they must win.
      rows: rowMapOf(
        ...loadedLists.map(({ rows }) => rows),
        ...loadedLists.map((loaded) => Object.fromEntries(queriedCardsOf(loaded).map((card) => [card.cardId, card]))),
      ) as LoadedCards['rows'],
      // ISO time by card id.
      doneAt: new Map(hand.done.flatMap(({ cardId, cardDoneAt }) => (cardDoneAt ? [[cardId, cardDoneAt]] : []))),
      isReady: hand.ready && run.isReady && bookmarks.isReady && done.isReady,
    };
  }, [hand, runs, cards, loadedHandCards, run, bookmarks, done]);
}
