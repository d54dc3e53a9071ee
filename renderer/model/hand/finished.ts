import { addDays, startOfWeek } from '../../../shared/domain/calendar.ts';
import { type CardRow, shortCodeOfCard } from '../card-row.ts';

interface FinishedCard {
  readonly card: CardRow;
  /** `YYYY-MM-DD` in this computer's time zone. */
  readonly day: string;
}

export const finishedPeriodLabels = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This week',
  earlier: 'Earlier',
} as const;
type FinishedPeriod = keyof typeof finishedPeriodLabels;
const finishedPeriods = Object.keys(finishedPeriodLabels) as readonly FinishedPeriod[];

export interface FinishedCardGroup {
  readonly period: FinishedPeriod;
  readonly cards: readonly CardRow[];
}

/** Within a group, the cards keep their order. A day after `today` counts as today. */
export function groupFinishedCards(
  finished: readonly FinishedCard[],
  today: string,
  firstWeekday: number,
): FinishedCardGroup[] {
  const yesterday = addDays(today, -1);
  const firstDayOfWeek = startOfWeek(today, firstWeekday);
  const periodOf = (day: string): FinishedPeriod => {
    if (day >= today) return 'today';
    if (day === yesterday) return 'yesterday';
    return day >= firstDayOfWeek ? 'week' : 'earlier';
  };
  return finishedPeriods.flatMap((period) => {
    const cards = finished.filter(({ day }) => periodOf(day) === period).map(({ card }) => card);
    return cards.length > 0 ? { period, cards } : [];
  });
}

/** On the first day of the week, yesterday belongs to the week before. */
export const finishedCardGroupsThisWeek = (
  finished: readonly FinishedCard[],
  today: string,
  firstWeekday: number,
): FinishedCardGroup[] =>
  groupFinishedCards(
    finished.filter(({ day }) => day >= startOfWeek(today, firstWeekday)),
    today,
    firstWeekday,
  );

const escapedMarkdown = (title: string): string => title.replaceAll(/[\\`*_[\]<>#]/g, '\\$&');

/** Per group a bold heading and a list with title, short code and deck of each card. */
export function finishedCardsMarkdown(
  groups: readonly FinishedCardGroup[],
  decks: Readonly<Record<string, { readonly title: string }>>,
): string {
  return groups
    .map(({ period, cards }) => {
      const lines = cards.map((card) => {
        const about = [shortCodeOfCard(card), decks[card.deckId ?? '']?.title].filter(Boolean);
        return `- ${escapedMarkdown(card.title)}${about.length > 0 ? ` (${about.join(', ')})` : ''}`;
      });
      return [`**${finishedPeriodLabels[period]}**`, ...lines].join('\n');
    })
    .join('\n\n');
}

/** `free 1`, `free 2` … Empty if the Hand has no limit. */
export const freeSlotKeys = (count: number): string[] =>
  Number.isFinite(count) ? Array.from({ length: Math.max(0, count) }, (_, index) => `free ${index + 1}`) : [];

/** Such as "3/7"; only "3" if the Hand has no limit. */
export const usedSlotsText = (taken: number, slots: number): string =>
  Number.isFinite(slots) ? `${taken}/${slots}` : String(taken);
