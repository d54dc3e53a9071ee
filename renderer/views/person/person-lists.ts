/**
 * Loads the lists of cards on a person's page. A card that belongs to several lists is shown in the first of them only.
 */
import { useMemo } from 'react';
import type { QueryObject } from '../../../shared/contract/index.ts';
import { millisecondsPerDay } from '../../../shared/domain/calendar.ts';
import { statusesOfProgressGroups } from '../../../shared/domain/progress.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useHandCards } from '../../cards/hand/hand-cards.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { type CardRow, cardsQuery, type LoadedCards, loadedCardsOf, queriedCardsOf } from '../../model/card-row.ts';
import { currentRun, runsOfConfig } from '../../model/planning/run-phase.ts';
import { useToday } from '../../ui/dates/today.ts';

/** A finished card is listed if it changed within this number of past days. */
export const recentlyFinishedPeriodDays = 14;
/** Maximum number of finished cards. */
const maxFinished = 100;

/** One list of cards on a person's page. */
export interface PersonCardList {
  readonly key: string;
  readonly title: string;
  readonly cards: readonly CardRow[];
  /** Number of cards that belong to this list, but are shown in an earlier list. */
  readonly shownEarlier: number;
}

/** Returns the current run of each active Run Config, with its name. */
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

/** Loads the lists of cards on the page of a person, in the order of the page, with the rows of their cards. */
export function usePersonPageLists(userId: string) {
  const { activeProjectsCondition } = useLookups();
  const today = useToday();
  const runs = useCurrentRuns();
  const { hand, cards, loaded: loadedHandCards } = useHandCards(userId);
  const shown = { ...activeProjectsCondition, visibility: 'default' } as const;
  // Without a current run, the only id is '', which no run has.
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
      // The query of each list loads complete rows of the list's cards, and partial rows of their sub cards. If a card
      // has both a complete and a partial row, the complete row must win. So the complete rows come last.
      rows: Object.assign(
        {},
        ...loadedLists.map(({ rows }) => rows),
        ...loadedLists.map((loaded) => Object.fromEntries(queriedCardsOf(loaded).map((card) => [card.cardId, card]))),
      ) as LoadedCards['rows'],
      // ISO time at which each card of the done pile was done, by card id.
      doneAt: new Map(hand.done.flatMap(({ cardId, cardDoneAt }) => (cardDoneAt ? [[cardId, cardDoneAt]] : []))),
      isReady: hand.ready && run.isReady && bookmarks.isReady && done.isReady,
    };
  }, [hand, runs, cards, loadedHandCards, run, bookmarks, done]);
}
