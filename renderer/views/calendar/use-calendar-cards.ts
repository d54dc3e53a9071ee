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

export type CalendarCards = ReturnType<typeof useCalendarCards>;

/** Due on one of `days`, overdue, and without a due date. */
export function useCalendarCards(days: readonly string[], where: QueryObject) {
  const today = useToday();
  const [from = today, to = today] = [days[0], days.at(-1)];
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
    return calendarEventsByDay(days, activeMilestones, runs);
  }, [days, sprints, activeRunConfigs, activeMilestones]);
  const dueCards = useMemo(() => queriedCardsOf(loadedDueCards), [loadedDueCards]);
  const beside = useMemo(() => {
    const dates = new Map(dueCards.map(({ cardId, dueDate }) => [cardId, dueDate]));
    // Leaves out cards that `dueCards` contains with another due date: the two queries update one after the other. A
    // card that is rendered twice and has the focus loses it when the second copy disappears.
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
    isUnscheduledLoaded: unscheduledCards.data !== undefined,
    events,
    /** For the shown days. Null if no read has failed, or if cards from an earlier read are still shown. */
    error: due.data === undefined ? due.error : null,
  };
}
