import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../shared/domain/calendar.ts';
import { computeLiveProgress } from '../../shared/domain/progress.ts';
import {
  type CardHistoryChange,
  type CurrentCardValues,
  cardsWithoutHistory,
  computePastProgress,
} from '../../shared/domain/progress-history.ts';

const first = '2026-11-02';
const days = { from: first, to: addDays(first, 9) };

const change = fc.record(
  {
    assigneeId: fc.constantFrom('ada', 'ben', null),
    sprintId: fc.constantFrom('run', 'other', null),
    effort: fc.constantFrom(null, 1, 3),
    derivedStatus: fc.constantFrom('assigned', 'started', 'done', 'archived'),
  },
  { requiredKeys: [] },
);
/** The day on which a card is created, and the card's later changes as [day, change]. */
const life = fc.record({
  created: fc.integer({ min: -3, max: 9 }),
  changes: fc.array(fc.tuple(fc.nat(9), change), { maxLength: 5 }),
});

test('progress led back equals progress that was counted day by day', () => {
  fc.assert(
    fc.property(fc.array(life, { maxLength: 5 }), (lives) => {
      const versions: CardHistoryChange[] = [];
      /** The state of the cards at the end of each day. */
      const seen = new Map<string, CurrentCardValues[]>();
      const cards = lives.map(({ created, changes }, at): CurrentCardValues => {
        const cardId = `card ${at}`;
        const createdAt = `${addDays(first, created)}T08:00:00.000Z`;
        const blank = { assigneeId: null, sprintId: null, milestoneId: null, effort: null };
        let card: CurrentCardValues = { cardId, createdAt, derivedStatus: 'unassigned', ...blank };
        versions.push({ cardId, versionCreatedAt: createdAt, diff: {} });
        for (let day = -3; day <= 9; day++) {
          if (day < created) continue;
          for (const [at, [on, changed]] of changes.entries()) {
            if (on !== day) continue;
            const diff = Object.fromEntries(
              Object.entries(changed).map(([field, value]) => [field, [card[field as keyof CurrentCardValues], value]]),
            );
            versions.push({ cardId, versionCreatedAt: `${addDays(first, day)}T1${at}:00:00.000Z`, diff });
            card = { ...card, ...changed };
          }
          const date = addDays(first, day);
          seen.set(date, [...(seen.get(date) ?? []), card]);
        }
        return card;
      });
      const counts = (card: CurrentCardValues) => card.sprintId === 'run' && card.assigneeId === 'ada';
      const rows = computePastProgress(cards, versions, days, counts);
      expect(rows.map(({ date }) => date)).toEqual(Array.from({ length: 10 }, (_, at) => addDays(first, at)));
      for (const { date, progress } of rows)
        expect(progress).toEqual(computeLiveProgress((seen.get(date) ?? []).filter(counts)));
    }),
  );
});

test('a service that records only the status, and changes in other forms', () => {
  const card: CurrentCardValues = {
    cardId: 'a',
    createdAt: '2026-11-01T00:00:00.000Z',
    assigneeId: 'ada',
    sprintId: 'run',
    milestoneId: null,
    effort: 3,
    derivedStatus: 'done',
  };
  const versions = [
    { cardId: 'a', versionCreatedAt: '2026-11-04T09:00:00.000Z', diff: { status: ['started', 'done'] } },
    {
      cardId: 'a',
      versionCreatedAt: '2026-11-03T09:00:00.000Z',
      diff: { status: ['not_started', 'started'], effort: 7 },
    },
    { cardId: 'a', versionCreatedAt: '2026-11-02T09:00:00.000Z', diff: null },
  ];
  const rows = computePastProgress([card], versions, { from: '2026-11-02', to: '2026-11-05' }, () => true);
  expect(rows.map(({ progress }) => progress)).toMatchObject(
    ['assigned', 'started', 'done', 'done'].map((state) => ({ cards: { [state]: 1 }, effort: { [state]: 3 } })),
  );
  expect(cardsWithoutHistory([card, { ...card, cardId: 'b' }], versions).map(({ cardId }) => cardId)).toEqual(['b']);
});

test.each([
  ['0001-01-01', '0001-01-03'],
  ['9999-12-29', '9999-12-31'],
])('progress from %s to %s is led back day by day', (from, to) => {
  const done: CurrentCardValues = {
    cardId: 'card',
    createdAt: `${from}T00:00:00.000Z`,
    assigneeId: null,
    sprintId: 'run',
    milestoneId: null,
    effort: 3,
    derivedStatus: 'done',
  };
  const version = {
    cardId: 'card',
    versionCreatedAt: `${to}T23:59:59.999Z`,
    diff: { derivedStatus: ['started', 'done'] },
  };
  const rows = computePastProgress([done], [version], { from, to }, () => true);
  expect(rows.map(({ date }) => date)).toEqual([from, addDays(from, 1), to]);
  expect(rows.map(({ progress }) => (progress as { effort: { done?: number } }).effort.done ?? 0)).toEqual([0, 0, 3]);
});
