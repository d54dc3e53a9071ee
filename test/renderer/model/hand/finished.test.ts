import { expect, test } from 'vitest';
import {
  finishedCardGroupsThisWeek,
  finishedCardsMarkdown,
  groupFinishedCards,
} from '../../../../renderer/model/hand/finished.ts';
import { cardRow } from '../../support.ts';

const finished = (id: string, day: string) => ({ card: cardRow(id, { title: id }), day });

test('finished cards by day: today, yesterday, the rest of this week, earlier', () => {
  // Today is Wednesday, 3 June 2026.
  const cards = [
    finished('a', '2026-06-03'),
    finished('b', '2026-06-02'),
    finished('c', '2026-06-01'),
    finished('d', '2026-05-31'),
  ];
  const periods = (firstWeekday: number) =>
    groupFinishedCards(cards, '2026-06-03', firstWeekday).map(({ period, cards: all }) => [
      period,
      ...all.map(({ cardId }) => cardId),
    ]);
  expect(periods(1)).toEqual([
    ['today', 'a'],
    ['yesterday', 'b'],
    ['week', 'c'],
    ['earlier', 'd'],
  ]);
  expect(periods(0)).toEqual([
    ['today', 'a'],
    ['yesterday', 'b'],
    ['week', 'c', 'd'],
  ]);
});

test('on its first day a week has no yesterday', () => {
  // Today is Monday, 1 June 2026.
  const cards = [finished('monday', '2026-06-01'), finished('sunday', '2026-05-31')];
  const periods = (firstWeekday: number) =>
    finishedCardGroupsThisWeek(cards, '2026-06-01', firstWeekday).map(({ period }) => period);
  expect(groupFinishedCards(cards, '2026-06-01', 1).map(({ period }) => period)).toEqual(['today', 'yesterday']);
  expect(periods(1)).toEqual(['today']);
  expect(periods(0)).toEqual(['today', 'yesterday']);
});

test('the text is a Markdown list with short code and deck, and titles do not become marks', () => {
  const groups = [
    { period: 'today' as const, cards: [cardRow('a', { title: 'Fix *all* [links]', accountSeq: 1, deckId: 'bugs' })] },
    { period: 'yesterday' as const, cards: [cardRow('b', { title: 'Not sent yet', accountSeq: 0, deckId: null })] },
  ];
  const text = finishedCardsMarkdown(groups, { bugs: { title: 'Bugs' } });
  expect(text).toMatch(
    /^\*\*Today\*\*\n- Fix \\\*all\\\* \\\[links\\\] \(\$\w+, Bugs\)\n\n\*\*Yesterday\*\*\n- Not sent yet$/,
  );
});
