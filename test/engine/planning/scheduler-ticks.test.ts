/** Checks when the scheduler runs, which changes it reports, and how it continues after an interruption. */
import { beforeEach, describe, expect, test } from 'vitest';
import { isSchedulerBehind, isSchedulerDue, runScheduler } from '../../../electron/engine/scheduler/index.ts';
import { createService } from '../../../electron/service/service.ts';
import { invariantViolations } from '../../support/invariants.ts';
import { PlanningFixture, personActor, secondsPerUnit, startTime, timestampOnDay } from './workspace.ts';

let w: PlanningFixture;
let deck: string;
const setUp = (timezone?: string) => {
  w = new PlanningFixture('service', timezone);
  deck = w.deck(w.project());
};
beforeEach(() => setUp());

describe('a tick', () => {
  const tick = (now: string) =>
    runScheduler(w.engine, { at: now, accountId: 'account', newId: (purpose) => `${purpose}-tick` });

  test('changes nothing when nothing is due', () => {
    w.weekly();
    w.sleepUntil(startTime);
    const before = w.dump();
    expect(tick('2026-03-02T09:01:00.000Z')).toEqual(new Map());
    expect(w.dump()).toBe(before);
  });

  test('reports its changes', () => {
    const card = w.card(deck);
    w.act('cards/update', { id: card, status: 'started' });
    w.sleepUntil(startTime);
    expect(tick(timestampOnDay('2026-03-10')).get('card')).toEqual(new Set([card]));
  });

  test('is due each minute and when a UTC day begins', () => {
    expect(isSchedulerDue(w.engine, startTime)).toBe(true);
    w.sleepUntil('2026-03-02T23:59:50.000Z');
    expect(isSchedulerDue(w.engine, '2026-03-02T23:59:59.999Z')).toBe(false);
    expect(isSchedulerDue(w.engine, '2026-03-03T00:00:00.000Z')).toBe(true);
    w.sleepUntil('2026-03-03T00:00:00.000Z');
    expect(isSchedulerDue(w.engine, '2026-03-03T00:00:59.999Z')).toBe(false);
    expect(isSchedulerDue(w.engine, '2026-03-03T00:01:00.000Z')).toBe(true);
  });

  test('continues after the clock was set back', () => {
    const id = w.weekly();
    w.sleepUntil(timestampOnDay('2027-01-01'));
    w.card(deck, { milestoneId: w.milestone() });
    expect(w.runsOf(id).filter(({ completedAt }) => completedAt)).not.toEqual([]);
    w.sleepUntil(timestampOnDay('2026-03-03'));
    // What only the wrong clock completed is open again.
    expect(w.runsOf(id).filter(({ completedAt }) => completedAt)).toEqual([]);
    expect(w.progress('milestoneProgress').map(([day]) => day)).toEqual(['2026-03-03']);
    const card = w.card(deck);
    w.act('cards/update', { id: card, status: 'started' });
    w.sleepUntil(timestampOnDay('2026-03-10'));
    expect(w.cardRow(card).status).toBe('snoozing');
  });

  test('deletes notices that are too old', () => {
    const card = w.card(deck, { assigneeId: 'ben' });
    w.act('resolvables/create', { cardId: card, context: 'comment', content: '?' });
    w.sleepUntil(startTime);
    w.sleepUntil(timestampOnDay('2026-05-20'));
    expect(w.rows.find('notice', {})).toHaveLength(1);
    w.sleepUntil(timestampOnDay('2026-06-02'));
    expect(w.rows.find('notice', {})).toEqual([]);
  });

  // Each change must get the time at which it was due, not the time at which the scheduler continues. The scheduler
  // must not lose a change that was due between two interruptions.
  test('that is interrupted again and again ends in the same state as one that is not', () => {
    const story = (sleep: (until: string) => void) => {
      setUp('UTC');
      const id = w.weekly();
      const milestoneId = w.milestone();
      const cards = Array.from({ length: 12 }, () => w.card(deck, { milestoneId, sprintId: w.runsOf(id)[0]?.id }));
      w.sleepUntil(startTime);
      for (const [index, card] of cards.entries()) {
        w.now = timestampOnDay('2026-03-02', `1${index % 4}:00:00.000`);
        w.act('cards/update', { id: card, status: index % 3 === 0 ? 'done' : 'started' });
      }
      w.act('account/update', {
        statusChangeDurations: { snooze: 3 * secondsPerUnit.day, archive: 9 * secondsPerUnit.day },
      });
      sleep(timestampOnDay('2026-03-30'));
      return w.dump();
    };
    const whole = story((until) => w.sleepUntil(until));
    let ticks = 0;
    const inParts = story((until) => {
      w.now = until;
      do {
        ticks++;
        runScheduler(w.engine, {
          at: until,
          accountId: 'account',
          newId: (purpose) => `${purpose}-auto`,
          mayGoOn: () => false,
        });
      } while (isSchedulerBehind(w.engine));
    });
    expect(ticks).toBeGreaterThan(30);
    expect(inParts).toBe(whole);
    expect(isSchedulerDue(w.engine, w.now)).toBe(false);
  });
});

describe('dates', () => {
  test('A late tick dates no change before the later actions of people', () => {
    const w = new PlanningFixture('service', 'Asia/Kolkata');
    const deck = w.deck(w.project());
    const [run] = w.runsOf(w.weekly());
    const [edited, other] = [w.card(deck, { sprintId: run?.id ?? '' }), w.card(deck, { sprintId: run?.id ?? '' })];
    w.sleepUntil(timestampOnDay('2026-03-08', '18:29:30.000'));
    w.now = timestampOnDay('2026-03-08', '18:30:13.000');
    w.act('cards/update', { id: edited, effort: 3 });
    w.sleepUntil(timestampOnDay('2026-03-08', '18:30:45.000'));
    // The run ended at midnight in Kolkata, before the edit. But `lastUpdatedAt` of the cards that moved to the next
    // run must not be before the edit. Otherwise a client that polls for changes since the edit misses the moves.
    expect(w.runsOf(run?.sprintConfigId ?? '')[0]?.completedAt).toBe(timestampOnDay('2026-03-08', '18:30:00.000'));
    for (const [cardId, version] of [
      [edited, 3],
      [other, 2],
    ] as const)
      expect(w.cardRow(cardId)).toMatchObject({ version, lastUpdatedAt: timestampOnDay('2026-03-08', '18:30:13.000') });
    expect(invariantViolations(w.engine)).toEqual([]);
  });

  test('A change is not dated before the last one of its row when the clock is set back', () => {
    const w = new PlanningFixture();
    const deck = w.deck(w.project());
    const card = w.card(deck);
    const { id: step } = w.act('workflowItems/create', { deckId: deck, content: 'Step' });
    const { id: thread } = w.act('resolvables/create', { cardId: card, context: 'comment', content: 'One' });
    const [entry] = w.rows.find('resolvableEntry', { resolvableId: thread });
    w.now = timestampOnDay('2026-03-01');
    w.act('cards/update', { id: card, effort: 1 });
    w.act('workflowItems/update', { id: step, effort: 1 });
    w.act('resolvables/updateComment', { entryId: entry?.entryId ?? '', content: 'Two' });
    expect(w.cardRow(card)).toMatchObject({ version: 2, lastUpdatedAt: startTime });
    expect(w.rows.get('workflowItem', step)).toMatchObject({ version: 2, lastUpdatedAt: startTime });
    expect(w.rows.get('resolvableEntry', entry?.entryId ?? '')).toMatchObject({ version: 2, lastChangedAt: startTime });
  });

  test('Due changes are made before a request, and the timer is set for them', () => {
    let now = Date.parse(timestampOnDay('2026-03-08', '18:29:30.000'));
    const service = createService({ file: ':memory:', clock: () => now, initialContent: { timezone: 'Asia/Kolkata' } });
    const call = {
      at: new Date(now).toISOString(),
      accountId: service.accountId,
      newId: () => crypto.randomUUID(),
      actor: personActor(service.accountId),
    };
    const { id } = service.engine.perform(
      'sprints/createConfig',
      { name: 'Weekly', startDate: '2026-03-02', days: 7, timezone: 'Asia/Kolkata' },
      call,
    ).answer;
    service.runScheduler();
    expect(service.schedulerDueInMs()).toBe(30_000);
    now += 30_000;
    expect(service.schedulerDueInMs()).toBe(0);
    const { token } = service.administration.createToken({
      kind: 'organization',
      permission: 'read',
      label: 'Reader',
    });
    const answer = service.answer({
      method: 'POST',
      path: '/',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ query: { _root: ['account'] } })),
      ip: '127.0.0.1',
    });
    expect(answer.status).toBe(200);
    expect(service.engine.rows.find('sprint', { sprintConfigId: id }, ['index'])[0]?.completedAt).not.toBeNull();
    service.close();
  });
});
