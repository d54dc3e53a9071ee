/** The rows that the calendar shows: cards by due day, overdue and undated cards, milestones and borders of runs. */
import { useMemo } from 'react';
import type { QueryObject } from '../../../shared/contract/index.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useLive } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { type CardRow, type CardSet, cardSet, cardsOf } from '../../model/card-row.ts';
import {
  byDueDay,
  type DayEvent,
  dueQuery,
  eventsByDay,
  unscheduled,
  unscheduledQuery,
} from '../../model/planning/due-calendar.ts';
import { useToday } from '../../ui/dates/today.ts';

interface DueCards {
  readonly dueSet: CardSet;
  readonly besideSet: CardSet;
  readonly cardsByDay: ReadonlyMap<string, readonly CardRow[]>;
  readonly beside: ReturnType<typeof unscheduled>;
  /** False until the first answer. */
  readonly isBesideKnown: boolean;
  readonly events: ReadonlyMap<string, readonly DayEvent[]>;
  /** Why the cards cannot be shown at all, or null. */
  readonly error: Error | null;
}

/** Cards that match `where`; with a due date from `from` to `to`, or beside the calendar. */
export function useDueCards(from: string, to: string, where: QueryObject): DueCards {
  const today = useToday();
  const { sprints, activeRunConfigs, activeMilestones } = useLookups();
  const due = useLive(
    useMemo(() => dueQuery(from, to, where), [from, to, where]),
    { keep: true },
  );
  const unscheduledCards = useLive(
    useMemo(() => unscheduledQuery(today, where), [today, where]),
    { keep: true },
  );
  const dueSet = useMemo(() => cardSet(due.data as never, null), [due.data]);
  const besideSet = useMemo(() => cardSet(unscheduledCards.data as never, null), [unscheduledCards.data]);
  const events = useMemo(() => {
    const runs = Object.values(sprints).flatMap((run) => {
      const config = activeRunConfigs.find(({ id }) => id === run.sprintConfigId);
      return config ? { ...run, name: runLabel(run, config), color: config.color } : [];
    });
    return eventsByDay(activeMilestones, runs);
  }, [sprints, activeRunConfigs, activeMilestones]);
  const dueCards = useMemo(() => cardsOf(dueSet), [dueSet]);
  const beside = useMemo(() => {
    const dates = new Map(dueCards.map(({ cardId, dueDate }) => [cardId, dueDate]));
    // The two answers arrive one after the other. A card that moves between them is never in both places: the copy that goes
    // last would take the focus with it.
    return unscheduled(cardsOf(besideSet).filter(({ cardId, dueDate }) => (dates.get(cardId) ?? dueDate) === dueDate));
  }, [besideSet, dueCards]);
  return {
    dueSet,
    besideSet,
    cardsByDay: useMemo(() => byDueDay(dueCards), [dueCards]),
    beside,
    isBesideKnown: unscheduledCards.data !== undefined,
    events,
    error: due.data === undefined ? due.error : null,
  };
}
