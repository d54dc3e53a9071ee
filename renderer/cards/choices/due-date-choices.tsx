import { CalendarDays, CalendarX } from 'lucide-react';
import { addDays, weekdayOf } from '../../../shared/domain/calendar.ts';
import type { CardRow } from '../../model/card-row.ts';
import { dayAndMonthText, longDayText } from '../../ui/dates/day-text.ts';
import { localDay } from '../../ui/dates/today.ts';
import { parseTypedDay } from '../../ui/dates/typed-day.ts';
import * as actions from '../card-actions.ts';
import { allCardsHaveValue, type CardChoice } from './choice.ts';

export const dueDateChoice = (cards: readonly CardRow[], day: string): CardChoice => ({
  key: `day:${day}`,
  label: longDayText(day),
  keywords: day,
  icon: <CalendarDays size={14} aria-hidden />,
  chosen: allCardsHaveValue(cards, 'dueDate', day),
  run: () => void actions.setCardDueDate(cards, day, dayAndMonthText(day)),
});

/** Returns the choice for a typed day, or null if the text is not a day. */
export function typedDueDateChoice(cards: readonly CardRow[], text: string): CardChoice | null {
  const day = parseTypedDay(text, localDay());
  return day ? dueDateChoice(cards, day) : null;
}

export function dueDateChoices(cards: readonly CardRow[]): CardChoice[] {
  const today = localDay();
  const from = (days: number) => addDays(today, days);
  // Days until Friday; 0 on a Friday.
  const toFriday = (12 - weekdayOf(today)) % 7;
  const offered = [
    ['Today', from(0)],
    ['Tomorrow', from(1)],
    ['This Friday', from(toFriday)],
    ['In a week', from(7)],
    ['In two weeks', from(14)],
    ['In four weeks', from(28)],
  ] as const;
  const [first] = cards;
  const present = first?.dueDate && allCardsHaveValue(cards, 'dueDate', first.dueDate) ? first.dueDate : null;
  return [
    ...(present && !offered.some(([, day]) => day === present) ? [dueDateChoice(cards, present)] : []),
    ...offered.map(([label, day]) => ({ ...dueDateChoice(cards, day), key: label, label, hint: dayAndMonthText(day) })),
    {
      key: 'none',
      label: 'No due date',
      isEmptyValue: true,
      icon: <CalendarX size={14} aria-hidden />,
      chosen: allCardsHaveValue(cards, 'dueDate', null),
      run: () => void actions.setCardDueDate(cards, null, ''),
    },
  ];
}
