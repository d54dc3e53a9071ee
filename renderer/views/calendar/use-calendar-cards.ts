/**
 * Loads the rows of the calendar: cards by due day, overdue and undated cards, milestones, first and last days of runs.
 */
import { useMemo } from 'react';
import type { QueryObject } from '../../../shared/contract/index.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { loadedCardsOf, queriedCardsOf } from '../../model/card-row.ts';
import {
  calendarEventsByDay,
  cardsByDueDay,
  cardsToScheduleQuery,
  dueCardsQuery,
  splitCardsToSchedule,
} from '../../model/planning/due-calendar.ts';
import { useToday } from '../../ui/dates/today.ts';

/** The rows of the calendar. */
export type CalendarCards = ReturnType<typeof useCalendarCards>;

/**
 * Loads cards that match `where`: cards that are due from `from` to `to`, overdue cards, and cards without a due date.
 */
export function useCalendarCards(from: string, to: string, where: QueryObject) {
  const today = useToday();
  const { sprints, activeRunConfigs, activeMilestones } = useLookups();
  const due = useLiveQuery(dueCardsQuery(from, to, where), { keepsPrevious: true });
  const unscheduledCards = useLiveQuery(cardsToScheduleQuery(today, where), { keepsPrevious: true });
  const loadedDueCards = useMemo(() => loadedCardsOf(due.data as never, null), [due.data]);
  const loadedUnscheduledCards = useMemo(
    () => loadedCardsOf(unscheduledCards.data as never, null),
    [unscheduledCards.data],
  );
  const events = useMemo(() => {
    const runs = Object.values(sprints).flatMap((run) => {
      const config = activeRunConfigs.find(({ id }) => id === run.sprintConfigId);
      return config ? { ...run, name: runLabel(run, config), color: config.color } : [];
    });
    return calendarEventsByDay(activeMilestones, runs);
  }, [sprints, activeRunConfigs, activeMilestones]);
  const dueCards = useMemo(() => queriedCardsOf(loadedDueCards), [loadedDueCards]);
  const beside = useMemo(() => {
    const dates = new Map(dueCards.map(({ cardId, dueDate }) => [cardId, dueDate]));
    // Leaves out cards that `dueCards` contains with another due date. The two queries update one after the other, so
    // both can contain a card whose due date has just changed. If such a card is rendered twice and has the focus, the
    // focus is lost when the second copy disappears.
    return splitCardsToSchedule(
      queriedCardsOf(loadedUnscheduledCards).filter(
        ({ cardId, dueDate }) => (dates.get(cardId) ?? dueDate) === dueDate,
      ),
    );
  }, [loadedUnscheduledCards, dueCards]);
  return {
    loadedDueCards,
    loadedUnscheduledCards,
    cardsByDay: useMemo(() => cardsByDueDay(dueCards), [dueCards]),
    beside,
    /** False until the overdue and undated cards are loaded. */
    isUnscheduledLoaded: unscheduledCards.data !== undefined,
    events,
    /**
     * Why the cards due in the shown days could not be read. Null if no read has failed, or if cards from an earlier
     * read are still shown.
     */
    error: due.data === undefined ? due.error : null,
  };
}
