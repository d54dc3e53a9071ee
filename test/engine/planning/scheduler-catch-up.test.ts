/**
 * Checks that the scheduler catches up after the computer slept: the same actions lead to the same state whether the
 * scheduler runs all the time or only just before each action.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActionName, Params } from '../../../shared/contract/index.ts';
import { addMilliseconds } from '../../../shared/domain/calendar.ts';
import { accountId, PlanningFixture, secondsPerUnit, startTime } from './workspace.ts';

const cardCount = 5;

type PersonAction = (w: PlanningFixture) => void;
const act =
  <A extends ActionName>(name: A, params: (w: PlanningFixture) => Params<A>): PersonAction =>
  (w) =>
    w.act(name, params(w));

const cardId = (w: PlanningFixture, n: number) => w.rows.find('card', {}, ['accountSeq'])[n]?.cardId ?? '';
const currentRun = (w: PlanningFixture, n: number) =>
  w.rows.find('sprint', { completedAt: null }, ['accountSeq'])[n]?.id ?? null;

const cards = fc.nat(cardCount - 1);
const personAction: fc.Arbitrary<PersonAction> = fc.oneof(
  fc
    .record({ n: cards, status: fc.constantFrom('started' as const, 'done' as const, 'not_started' as const) })
    .map(({ n, status }) => act('cards/update', (w) => ({ id: cardId(w, n), status }))),
  fc
    .record({ n: cards, run: fc.nat(2) })
    .map(({ n, run }) => act('cards/update', (w) => ({ id: cardId(w, n), sprintId: currentRun(w, run) }))),
  fc
    .record({ n: cards, effort: fc.nat(8) })
    .map(({ n, effort }) => act('cards/update', (w) => ({ id: cardId(w, n), effort }))),
  cards.map(
    (n): PersonAction =>
      (w) => {
        const open = w.rows.find('resolvable', { cardId: cardId(w, n), isClosed: false })[0];
        if (open) w.act('resolvables/close', { id: open.id });
        else w.act('resolvables/create', { cardId: cardId(w, n), context: 'review', content: '?' });
      },
  ),
  fc
    .record({ kinds: fc.subarray(['undone', 'review', 'blocked'] as const), hours: fc.option(fc.nat(200)) })
    .map(({ kinds, hours }) =>
      act('sprints/updateConfig', (w) => ({
        id: w.rows.find('sprintConfig', {})[0]?.id ?? '',
        moveOnFinish: [...kinds],
        autoBeastModeDurationHours: hours,
      })),
    ),
  fc
    .nat(1)
    .map((n) => act('sprints/updateSprint', (w) => ({ id: currentRun(w, n) ?? '', manualOrderLabels: [`Zone ${n}`] }))),
);

function workspace(timezone: string): PlanningFixture {
  const w = new PlanningFixture('service', timezone);
  w.act('account/update', {
    statusChangeDurations: { snooze: 4 * secondsPerUnit.day, archive: 11 * secondsPerUnit.day },
  });
  const deck = w.deck(w.project());
  const { id: milestoneId } = w.act('milestones/create', {
    accountId,
    name: 'Alpha',
    color: 'red',
    date: '2026-06-01',
    isGlobal: true,
    projectIds: null,
  });
  for (let n = 0; n < cardCount; n++) w.card(deck, { content: `Card ${n}`, ...(n % 2 ? { milestoneId } : {}) });
  w.act('sprints/createConfig', { name: 'Weekly', startDate: '2026-03-02', days: 7 });
  w.sleepUntil(startTime);
  return w;
}

const story = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 24 * 16 }), personAction }), {
  minLength: 1,
  maxLength: 8,
});
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland');

describe('catching up', () => {
  test('gives the same state as running in between', () => {
    fc.assert(
      fc.property(zones, story, fc.integer({ min: 5, max: 30 }), (timezone, steps, napHours) => {
        const [awake, asleep] = [workspace(timezone), workspace(timezone)];
        let now = startTime;
        for (const { hours, personAction: act } of steps) {
          const until = addMilliseconds(now, hours * 3_600_000);
          for (
            let nap = addMilliseconds(now, napHours * 3_600_000);
            nap < until;
            nap = addMilliseconds(nap, napHours * 3_600_000)
          )
            awake.sleepUntil(nap);
          for (const w of [awake, asleep]) {
            w.sleepUntil(until);
            act(w);
          }
          now = until;
          expect(asleep.dump()).toBe(awake.dump());
        }
        for (const w of [awake, asleep]) w.sleepUntil(addMilliseconds(now, 1000));
        expect(asleep.dump()).toBe(awake.dump());
      }),
      { numRuns: 25 },
    );
  });

  test('changes nothing more when it runs twice', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const w = workspace('UTC');
        let now = startTime;
        for (const { hours, personAction: act } of steps) {
          now = addMilliseconds(now, hours * 3_600_000);
          w.sleepUntil(now);
          const before = w.dump();
          w.sleepUntil(now);
          expect(w.dump()).toBe(before);
          act(w);
        }
      }),
      { numRuns: 10 },
    );
  });
});
