import { useCallback, useEffect, useMemo, useRef } from 'react';
import { rowMapOf } from '../../../shared/contract/index.ts';
import { addDays } from '../../../shared/domain/calendar.ts';
import { setCardDueDate, shiftDueDates } from '../../cards/card-actions.ts';
import { registerDraggableList } from '../../dnd/drag.ts';
import type { CardRow } from '../../model/card-row.ts';
import { shownCardsOfDay } from '../../model/planning/due-calendar.ts';
import { dayAndMonthText, longDayText } from '../../ui/dates/day-text.ts';
import { listColumnOf, setActiveList } from '../../workbench/active-list.ts';
import { cardSelector } from '../../workbench/reveal-card.ts';
import { useClearSelectionOnLeave } from '../../workbench/use-clear-selection-on-leave.ts';
import { useCarriedCardInView, useFocusAfterCardLeaves } from '../../workbench/use-focus-after-card-removal.ts';
import { showCalendarDay } from './CalendarHeader.tsx';
import type { CalendarCards } from './use-calendar-cards.ts';

interface CalendarListOptions
  extends Pick<CalendarCards, 'loadedDueCards' | 'loadedUnscheduledCards' | 'cardsByDay' | 'beside' | 'events'> {
  /** Of the grid, as YYYY-MM-DD. */
  readonly days: readonly string[];
  /** Per day, for its cards and events. */
  readonly maxLines: number;
}

/** Null removes the due date. */
export const moveCardsToDueDay = (cards: readonly CardRow[], day: string | null): void =>
  void setCardDueDate(cards, day, day ? dayAndMonthText(day) : '');

/** Returns a function that returns the ids of the shown cards in their order. */
export function useCalendarAsActiveList(options: CalendarListOptions): () => readonly string[] {
  const { days, maxLines, loadedDueCards, loadedUnscheduledCards, cardsByDay, beside, events } = options;
  const columns = useMemo(() => {
    const onlyOverdue = beside.overdue.filter(({ cardId }) => !loadedDueCards.rows[cardId]);
    return [
      ...days.map((day) => {
        // A full day hides some of its cards, which arrow keys must not focus.
        const shown = shownCardsOfDay(cardsByDay.get(day) ?? [], events.get(day)?.length ?? 0, maxLines);
        return listColumnOf(`day:${day}`, longDayText(day), shown);
      }),
      listColumnOf('undated', 'No due date', [...onlyOverdue, ...beside.undated]),
    ];
  }, [days, cardsByDay, events, maxLines, beside, loadedDueCards]);
  const now = { rows: rowMapOf(loadedUnscheduledCards.rows, loadedDueCards.rows), days, columns };
  const latest = useRef(now);
  latest.current = now;
  const order = useCallback(() => latest.current.columns.flatMap(({ ids }) => ids), []);
  useClearSelectionOnLeave('calendar');
  useFocusAfterCardLeaves(columns, days);
  useEffect(() => registerDraggableList({ key: 'calendar', cardOf: (id) => latest.current.rows[id], order }), [order]);
  useEffect(
    () =>
      setActiveList({
        key: 'calendar',
        title: 'Calendar',
        columns,
        columnsPerRow: 7,
        hasManualOrder: false,
        moveAction: 'cards/update',
        cardOf: (id) => latest.current.rows[id],
        move: (cards, column) => moveCardsToDueDay(cards, latest.current.days[column] ?? null),
        moveBy: (cards, direction) => {
          const by = { left: -1, right: 1, up: -7, down: 7 }[direction];
          const due = cards[0]?.dueDate;
          if (!due) return;
          void shiftDueDates(cards, by);
          const to = addDays(due, by);
          if (latest.current.days.includes(due) && !latest.current.days.includes(to)) showCalendarDay(to);
        },
        reveal: (id) =>
          document
            .querySelector(`[data-card-list="calendar"] ${cardSelector(id)}`)
            ?.scrollIntoView({ block: 'nearest' }),
      }),
    [columns],
  );
  useCarriedCardInView(columns);
  return order;
}
