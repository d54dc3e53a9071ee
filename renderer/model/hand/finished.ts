/** What a person has finished, by day, and as a text to paste. */
import { addDays, weekStart } from '../../../shared/domain/calendar.ts';
import { codeOf } from '../../../shared/domain/short-code.ts';
import type { CardRow } from '../card-row.ts';

interface FinishedCard {
  readonly card: CardRow;
  /** `YYYY-MM-DD` in this computer's time zone. */
  readonly day: string;
}

const finishedPeriods = ['today', 'yesterday', 'week', 'earlier'] as const;
type FinishedPeriod = (typeof finishedPeriods)[number];

export const periodLabels: Readonly<Record<FinishedPeriod, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This week',
  earlier: 'Earlier',
};

export interface FinishedGroup {
  readonly period: FinishedPeriod;
  readonly cards: readonly CardRow[];
}

/** Groups cards in their order; periods without cards are left out. Days after `today` count as today. */
export function finishedGroups(
  finished: readonly FinishedCard[],
  today: string,
  firstWeekday: number,
): FinishedGroup[] {
  const yesterday = addDays(today, -1);
  const monday = weekStart(today, firstWeekday);
  const periodOf = (day: string): FinishedPeriod => {
    if (day >= today) return 'today';
    if (day === yesterday) return 'yesterday';
    return day >= monday ? 'week' : 'earlier';
  };
  return finishedPeriods.flatMap((period) => {
    const cards = finished.filter(({ day }) => periodOf(day) === period).map(({ card }) => card);
    return cards.length > 0 ? { period, cards } : [];
  });
}

/** The groups of the week of `today` only: the day before its first day is in `yesterday`, but not in the week. */
export const finishedThisWeek = (
  finished: readonly FinishedCard[],
  today: string,
  firstWeekday: number,
): FinishedGroup[] =>
  finishedGroups(
    finished.filter(({ day }) => day >= weekStart(today, firstWeekday)),
    today,
    firstWeekday,
  );

/** Characters that Markdown would read as marks. */
const escaped = (title: string): string => title.replaceAll(/[\\`*_[\]<>#]/g, '\\$&');

/** The groups as a Markdown list under a heading each: title, short code and deck of every card. */
export function finishedText(
  groups: readonly FinishedGroup[],
  decks: Readonly<Record<string, { readonly title: string }>>,
): string {
  return groups
    .map(({ period, cards }) => {
      const lines = cards.map(({ title, accountSeq, deckId }) => {
        const about = [accountSeq > 0 ? `$${codeOf(accountSeq)}` : '', decks[deckId ?? '']?.title ?? ''].filter(
          Boolean,
        );
        return `- ${escaped(title)}${about.length > 0 ? ` (${about.join(', ')})` : ''}`;
      });
      return [`**${periodLabels[period]}**`, ...lines].join('\n');
    })
    .join('\n\n');
}
