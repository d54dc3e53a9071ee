/** A clock that is probably wrong must not end runs and archive cards of a local workspace. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClockGuard } from '../../electron/service/clock-guard.ts';
import { createDemoStudioContent } from '../../electron/service/demo/studio.ts';
import { createService, type Service } from '../../electron/service/service.ts';
import { ManualClock } from '../faults/clock.ts';

const day = 24 * 3600 * 1000;
let clock: ManualClock;
/** What setting the clock adds to it; the computer's uptime goes on without it. */
let set: number;
let service: Service;

beforeEach(() => {
  clock = new ManualClock();
  set = 0;
  const started = clock.now();
  service = createService({
    file: ':memory:',
    clock: () => clock.now() + set,
    uptimeMs: () => clock.now() - started,
    content: createDemoStudioContent(),
  });
  service.runScheduler();
});
afterEach(() => service.close());

const counts = () => {
  const { rows } = service.engine;
  return {
    runs: rows.find('sprint', { isDeleted: false }).length,
    open: rows.find('sprint', { isDeleted: false, completedAt: null }).length,
    archived: rows.find('card', { visibility: 'archived' }).length,
  };
};
const ask = (name: 'clock/doubt' | 'clock/trust') =>
  service.administration.answer({ administration: name, params: {} });

test('two years ahead: nothing happens before the person answers, and setting the clock right ends the doubt', () => {
  const before = counts();
  set = 730 * day;
  expect(service.runScheduler()).toBe(true);
  expect(service.schedulerDueInMs()).toBe(Number.POSITIVE_INFINITY);
  expect(counts()).toEqual(before);
  expect(ask('clock/doubt')).toMatchObject({ shown: clock.now() + set });
  set = 0;
  expect(ask('clock/doubt')).toBe(null);
  service.runScheduler();
  expect(counts()).toEqual(before);
});

test('if the person says that the clock is right, what is due happens', () => {
  const before = counts();
  set = 730 * day;
  service.runScheduler();
  ask('clock/trust');
  expect(ask('clock/doubt')).toBe(null);
  expect(counts().archived).toBeGreaterThan(before.archived);
});

test('sleep and an evening at the wrong time zone raise no doubt', async () => {
  await clock.advance(7 * day);
  service.runScheduler();
  expect(ask('clock/doubt')).toBe(null);
  set = 12 * 3600 * 1000;
  service.runScheduler();
  expect(ask('clock/doubt')).toBe(null);
});

test('coming back takes back the runs that a clock in the future made', () => {
  const before = counts();
  set = 730 * day;
  service.runScheduler();
  ask('clock/trust');
  expect(counts().runs).toBeGreaterThan(before.runs + 10);
  set = 0;
  ask('clock/trust');
  expect(counts().runs).toBe(before.runs);
  expect(counts().open).toBe(before.open);
  // The next event is no further away than a run is long.
  expect(service.schedulerDueInMs()).toBeLessThan(60 * day);
});

test.each([
  ['off for a week', 7, false],
  ['off for two months', 59, false],
  ['off for years', 730, true],
  ['set back since it last ran', -30, true],
])('%s', (_name, days, isAsked) => {
  expect(new ClockGuard(() => 0, clock.now()).doubt(clock.now() + days * day) !== null).toBe(isAsked);
});
