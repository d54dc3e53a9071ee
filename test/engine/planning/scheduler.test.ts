import { beforeEach, describe, expect, test } from 'vitest';
import { createDatabaseReader } from '../../../electron/engine/query/reader.ts';
import type { Viewer } from '../../../electron/engine/types.ts';
import { addDays } from '../../../shared/domain/calendar.ts';
import { answerOf } from '../../support/answers.ts';
import { PlanningFixture, secondsPerUnit, startTime, timestampOnDay } from './workspace.ts';

let w: PlanningFixture;
let project: string;
let deck: string;
const setUp = (timezone?: string) => {
  w = new PlanningFixture('service', timezone);
  project = w.project();
  deck = w.deck(project);
};
beforeEach(() => setUp());

describe('snoozing', () => {
  test('starts for started cards that were unchanged for long enough, to the millisecond', () => {
    const card = w.card(deck, { assigneeId: 'ada' });
    w.act('cards/update', { id: card, status: 'started' });
    w.sleepUntil('2026-03-09T08:59:59.999Z');
    expect(w.cardRow(card).status).toBe('started');
    const { version } = w.cardRow(card);
    w.sleepUntil('2026-03-09T09:00:00.000Z');
    expect(w.cardRow(card)).toMatchObject({ status: 'snoozing', derivedStatus: 'snoozing', version: version + 1 });
    expect(w.rows.find('cardHistory', { cardId: card, version: version + 1 })).toMatchObject([{ changerId: null }]);
  });

  test('counts from the last change, and affects no other cards', () => {
    const [changed, done, idle, archived] = [w.card(deck), w.card(deck), w.card(deck), w.card(deck)];
    for (const id of [changed, archived]) w.act('cards/update', { id, status: 'started' });
    w.act('cards/update', { id: done, status: 'done' });
    w.act('cards/update', { id: archived, visibility: 'archived' });
    w.now = timestampOnDay('2026-03-05');
    w.act('cards/update', { id: changed, effort: 3 });
    w.sleepUntil(timestampOnDay('2026-03-10'));
    expect([changed, done, idle, archived].map((id) => w.cardRow(id).status)).toEqual([
      'started',
      'done',
      'not_started',
      'not_started',
    ]);
    w.sleepUntil(timestampOnDay('2026-03-12'));
    expect(w.cardRow(changed)).toMatchObject({ status: 'snoozing', lastUpdatedAt: timestampOnDay('2026-03-12') });
  });

  test('ends when the card is started again', () => {
    const card = w.card(deck);
    w.act('cards/update', { id: card, status: 'started' });
    w.sleepUntil(timestampOnDay('2026-03-20'));
    w.act('cards/update', { id: card, status: 'started' });
    expect(w.cardRow(card)).toMatchObject({ status: 'started', derivedStatus: 'started' });
    w.sleepUntil(timestampOnDay('2026-03-26'));
    expect(w.cardRow(card).status).toBe('started');
    w.sleepUntil(timestampOnDay('2026-03-27'));
    expect(w.cardRow(card).status).toBe('snoozing');
  });
});

describe('archiving', () => {
  const archiveAfter = (archive: number | null) =>
    w.act('account/update', { statusChangeDurations: { snooze: secondsPerUnit.day, archive } });
  const done = () => {
    const card = w.card(deck);
    w.act('cards/update', { id: card, status: 'done' });
    return card;
  };

  test('affects done cards that were unchanged for long enough', () => {
    archiveAfter(3 * secondsPerUnit.day);
    const card = done();
    w.sleepUntil('2026-03-05T08:59:59.999Z');
    expect(w.cardRow(card).visibility).toBe('default');
    w.sleepUntil(timestampOnDay('2026-03-05'));
    expect(w.cardRow(card)).toMatchObject({ visibility: 'archived', derivedStatus: 'archivedDone', status: 'done' });
  });

  test('never happens when its time is null', () => {
    archiveAfter(null);
    const card = done();
    w.sleepUntil(timestampOnDay('2031-03-05'));
    expect(w.cardRow(card).visibility).toBe('default');
  });

  test('waits for open threads, and counts from when they close', () => {
    archiveAfter(3 * secondsPerUnit.day);
    const card = done();
    const id = w.act('resolvables/create', { cardId: card, context: 'comment', content: '?' }).id;
    w.sleepUntil(timestampOnDay('2026-03-10'));
    expect(w.cardRow(card).visibility).toBe('default');
    w.act('resolvables/close', { id });
    w.sleepUntil('2026-03-13T08:59:59.999Z');
    expect(w.cardRow(card).visibility).toBe('default');
    w.sleepUntil(timestampOnDay('2026-03-13'));
    expect(w.cardRow(card).visibility).toBe('archived');
  });
});

describe('runs', () => {
  test('are completed when their last day has passed in the Run Config’s time zone', () => {
    setUp('America/New_York');
    const id = w.weekly();
    // The clocks skip an hour on 2026-03-08, so this run has 167 hours.
    w.sleepUntil('2026-03-09T03:59:59.999Z');
    expect(w.runsOf(id)[0]?.completedAt).toBeNull();
    w.sleepUntil('2026-03-09T04:00:00.000Z');
    expect(w.runsOf(id)[0]?.completedAt).toBe('2026-03-09T04:00:00.000Z');
    expect(w.runsOf(id).map(({ startDate }) => startDate)).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
    ]);
  });

  test('move their unfinished cards on when they end', () => {
    const id = w.weekly();
    const [undone, done] = [
      w.card(deck, { sprintId: w.runsOf(id)[0]?.id }),
      w.card(deck, { sprintId: w.runsOf(id)[0]?.id }),
    ];
    w.act('cards/update', { id: done, status: 'done' });
    w.sleepUntil('2026-03-09T00:00:00.000Z');
    expect(w.cardRow(undone)).toMatchObject({
      sprintId: w.runsOf(id)[1]?.id,
      lastUpdatedAt: '2026-03-09T00:00:00.000Z',
    });
    expect(w.cardRow(done).sprintId).toBe(w.runsOf(id)[0]?.id);
  });

  test('start with the zones and capacities of the previous run', () => {
    const id = w.weekly();
    const last = w.runsOf(id).at(-1)?.id ?? '';
    w.act('sprints/updateSprint', { id: last, manualOrderLabels: ['Must', null], userCapacities: { ada: 12 } });
    w.sleepUntil(timestampOnDay('2026-03-09'));
    expect(w.runsOf(id).at(-1)).toMatchObject({
      index: 3,
      accountSeq: 4,
      manualOrderLabels: ['Must', null],
      userCapacities: { ada: 12 },
      name: null,
      description: null,
      autoMilestoneId: null,
      lockedAt: null,
    });
  });

  test('follow each other in order after weeks of sleep over New Year', () => {
    w.now = timestampOnDay('2026-12-07');
    const id = w.weekly('2026-12-07');
    const card = w.card(deck, { sprintId: w.runsOf(id)[0]?.id });
    w.sleepUntil(timestampOnDay('2027-02-01'));
    const runs = w.runsOf(id);
    expect(runs.map(({ index }) => index)).toEqual(runs.map((_, index) => index));
    expect(runs.map(({ accountSeq }) => accountSeq)).toEqual(runs.map((_, index) => index + 1));
    for (const [index, run] of runs.entries()) {
      expect(run.startDate).toBe(addDays('2026-12-07', 7 * index));
      expect(run.endDate).toBe(addDays(run.startDate, 6));
      const ends = `${addDays(run.endDate, 1)}T00:00:00.000Z`;
      expect(run.completedAt).toBe(ends <= w.now ? ends : null);
    }
    expect(runs.filter(({ completedAt }) => completedAt)).toHaveLength(8);
    expect(runs).toHaveLength(11);
    expect(w.cardRow(card).sprintId).toBe(runs[8]?.id);
    // Each move to the next run raises the card's version by one.
    expect(w.cardRow(card).version).toBe(9);
  });

  test('end on time when they are completed early, without being completed again', () => {
    const id = w.weekly();
    w.act('sprints/updateSprint', { id: w.runsOf(id)[0]?.id ?? '', complete: true });
    w.sleepUntil(timestampOnDay('2026-03-10'));
    expect(w.runsOf(id)[0]?.completedAt).toBe(startTime);
    expect(w.runsOf(id).filter(({ completedAt }) => completedAt)).toHaveLength(1);
    expect(w.runsOf(id)).toHaveLength(4);
  });

  test('of the past are created by the first tick', () => {
    const id = w.weekly('2026-01-05');
    expect(w.runsOf(id).at(-1)?.startDate).toBe('2026-03-16');
    w.sleepUntil(w.now);
    expect(
      w
        .runsOf(id)
        .filter(({ completedAt }) => completedAt)
        .at(-1),
    ).toMatchObject({
      endDate: '2026-03-01',
      completedAt: '2026-03-02T00:00:00.000Z',
    });
  });
});

describe('Beast Mode', () => {
  test('starts the given number of hours after midnight in the Run Config’s time zone', () => {
    setUp('Europe/Berlin');
    const id = w.weekly('2026-03-30');
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: 12 });
    const card = w.card(deck, { sprintId: w.runsOf(id)[0]?.id });
    // Summer time began the day before, so midnight in Berlin is 22:00 UTC.
    w.sleepUntil('2026-03-30T09:59:59.999Z');
    expect(w.runsOf(id)[0]?.lockedAt).toBeNull();
    w.sleepUntil('2026-03-30T10:30:00.000Z');
    expect(w.runsOf(id).map(({ lockedAt }) => lockedAt)).toEqual(['2026-03-30T10:00:00.000Z', null, null]);
    expect(w.rows.get('lockedCard', card)).toMatchObject({ lockedAt: '2026-03-30T10:00:00.000Z', level: 0 });
  });

  test('with 0 hours, starts with the run, also for cards that moved on, and raises their level', () => {
    const id = w.weekly();
    const card = w.card(deck, { sprintId: w.runsOf(id)[0]?.id });
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: 0 });
    w.sleepUntil(timestampOnDay('2026-03-17'));
    expect(w.runsOf(id).map(({ lockedAt }) => lockedAt)).toEqual([
      startTime,
      '2026-03-09T00:00:00.000Z',
      '2026-03-16T00:00:00.000Z',
      null,
      null,
    ]);
    expect(w.rows.get('lockedCard', card)).toEqual({
      cardId: card,
      sprintId: w.runsOf(id)[2]?.id,
      lockedAt: '2026-03-16T00:00:00.000Z',
      level: 2,
    });
  });

  test('never starts after the end of the run, nor without the plan', () => {
    const id = w.weekly();
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: 24 * 7 });
    w.sleepUntil(timestampOnDay('2026-03-12'));
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: 24 * 6 });
    w.act('account/update', { planFeatures: [] });
    w.sleepUntil(timestampOnDay('2026-03-20'));
    expect(w.runsOf(id).every(({ lockedAt }) => lockedAt === null)).toBe(true);
  });
});

describe('progress', () => {
  test('counts by derived status, with done states together and empty ones omitted', () => {
    const milestoneId = w.milestone();
    const card = (effort: number | null = null, more = {}) => w.card(deck, { milestoneId, effort, ...more });
    const [done, archivedDone, started, blocked, review] = [card(3), card(5), card(1), card(2), card()];
    card(8, { assigneeId: 'ada' });
    card();
    card(4);
    card(null, { isDoc: true });
    const hero = card();
    w.card(deck, { parentCardId: hero });
    const [archived, deleted] = [card(13), card(13)];
    w.card(null, { milestoneId });
    for (const id of [done, archivedDone]) w.act('cards/update', { id, status: 'done' });
    w.act('cards/update', { id: archivedDone, visibility: 'archived' });
    w.act('cards/update', { id: archived, visibility: 'archived' });
    w.act('cards/update', { id: deleted, visibility: 'deleted' });
    w.act('cards/update', { id: started, status: 'started' });
    w.act('resolvables/create', { cardId: blocked, context: 'block', content: '!' });
    w.act('resolvables/create', { cardId: review, context: 'review', content: '?' });
    w.sleepUntil(startTime);
    expect(w.progress('milestoneProgress')).toEqual([
      [
        '2026-03-02',
        {
          cards: { done: 2, started: 1, review: 1, blocked: 1, assigned: 1, unassigned: 2, hero: 1 },
          effort: { done: 8, started: 1, review: 0, blocked: 2, assigned: 8, unassigned: 4, hero: 0 },
          stats: {
            done: [2, 8, 0],
            started: [1, 1, 0],
            review: [1, 0, 1],
            blocked: [1, 2, 0],
            assigned: [1, 8, 0],
            unassigned: [2, 4, 1],
            hero: [1, 0, 1],
          },
          noEffortCards: 3,
        },
      ],
    ]);
    w.sleepUntil(timestampOnDay('2026-03-09'));
    expect(w.progress('milestoneProgress').at(-1)).toMatchObject(['2026-03-09', { cards: { snoozing: 1 } }]);
  });

  test('leaves out cards of projects that are not active', () => {
    const milestoneId = w.milestone();
    const far = w.deck(w.project('Far'));
    w.card(deck, { milestoneId });
    w.card(far, { milestoneId });
    w.sleepUntil(startTime);
    w.act('projects/setVisibility', { id: w.rows.get('deck', far)?.projectId ?? '', visibility: 'archived' });
    w.sleepUntil(timestampOnDay('2026-03-03'));
    expect(w.progress('milestoneProgress')).toMatchObject([['2026-03-02', { cards: { unassigned: 1 } }]]);
    w.act('projects/setVisibility', { id: project, visibility: 'deleted' });
    w.sleepUntil(timestampOnDay('2026-03-03', '10:00:00.000'));
    expect(w.progress('milestoneProgress').at(-1)).toEqual([
      '2026-03-03',
      { cards: {}, effort: {}, stats: {}, noEffortCards: 0 },
    ]);
  });

  test('shows a viewer of some projects the numbers of these projects, on the days of their changes', () => {
    const milestoneId = w.milestone();
    const hidden = w.deck(w.project('Hidden'));
    const readBy = (projects: Viewer['projects']) => {
      const query = { [`milestone(${milestoneId})`]: [{ 'progress({"$order":"date"})': ['progress'] }] };
      const reader = createDatabaseReader(w.engine.db);
      const answer = answerOf(reader, query, { userId: 'ada', projects, scopes: 'all' });
      const rows = Object.values(answer.milestoneProgress ?? {}) as unknown as { date: string; progress: object }[];
      return rows.map(({ date, progress }) => [date, (progress as { cards: object }).cards]);
    };
    w.card(deck, { milestoneId });
    const other = w.card(hidden, { milestoneId });
    w.sleepUntil(startTime);
    w.sleepUntil(timestampOnDay('2026-03-03'));
    w.act('cards/update', { id: other, status: 'done' });
    w.sleepUntil(timestampOnDay('2026-03-04'));
    w.card(deck, { milestoneId });
    w.sleepUntil(timestampOnDay('2026-03-04', '10:00:00.000'));
    expect(readBy(new Set([project]))).toEqual([
      ['2026-03-02', { unassigned: 1 }],
      ['2026-03-04', { unassigned: 2 }],
    ]);
    const whole = [
      ['2026-03-02', { unassigned: 2 }],
      ['2026-03-03', { done: 1, unassigned: 1 }],
      ['2026-03-04', { done: 1, unassigned: 2 }],
    ];
    expect(readBy('all')).toEqual(whole);
    expect(readBy(new Set(w.rows.find('project', {}).map(({ id }) => id)))).toEqual(whole);
  });

  test('has rows only for days with changes, with the numbers at their end', () => {
    const milestoneId = w.milestone();
    w.sleepUntil(startTime);
    expect(w.progress('milestoneProgress')).toEqual([]);
    const card = w.card(deck, { milestoneId });
    w.sleepUntil(timestampOnDay('2026-03-02', '10:00:00.000'));
    w.act('cards/update', { id: card, effort: 5 });
    w.sleepUntil(timestampOnDay('2026-03-02', '11:00:00.000'));
    w.sleepUntil(timestampOnDay('2026-03-05'));
    expect(w.progress('milestoneProgress')).toMatchObject([['2026-03-02', { effort: { unassigned: 5 } }]]);
    w.act('cards/update', { id: card, effort: 8 });
    w.sleepUntil(timestampOnDay('2026-03-05', '10:00:00.000'));
    expect(w.progress('milestoneProgress')).toHaveLength(2);
    w.act('cards/update', { id: card, effort: 5 });
    w.sleepUntil(timestampOnDay('2026-03-05', '11:00:00.000'));
    expect(w.progress('milestoneProgress')).toHaveLength(1);
  });

  test('of a run counts its cards, and of a Run Config the done cards of all its runs', () => {
    const id = w.weekly();
    const [first, second] = w.runsOf(id).map((run) => run.id) as [string, string];
    const [a, b] = [w.card(deck, { sprintId: first, effort: 2 }), w.card(deck, { sprintId: second })];
    w.act('cards/update', { id: a, status: 'done' });
    w.sleepUntil(startTime);
    expect(w.rows.find('sprintProgress', { sprintId: first })).toMatchObject([
      { date: '2026-03-02', progress: { stats: { done: [1, 2, 0] } } },
    ]);
    expect(w.progress('sprintConfigProgress')).toEqual([['2026-03-02', { stats: { done: [1, 2, 0] } }]]);
    w.sleepUntil(timestampOnDay('2026-03-04'));
    w.act('cards/update', { id: b, status: 'done' });
    w.sleepUntil(timestampOnDay('2026-03-04', '10:00:00.000'));
    expect(w.progress('sprintConfigProgress').at(-1)).toEqual(['2026-03-04', { stats: { done: [2, 2, 1] } }]);
    w.act('cards/update', { id: a, sprintId: null });
    w.act('cards/update', { id: b, sprintId: null });
    w.sleepUntil(timestampOnDay('2026-03-05'));
    // The changes were made on the 4th, but the scheduler processes them only on the 5th. They must still count for the
    // 4th.
    expect(w.progress('sprintConfigProgress')).toEqual([
      ['2026-03-02', { stats: { done: [1, 2, 0] } }],
      ['2026-03-04', { stats: {} }],
    ]);
  });

  test('after a sleep has a row for each day with automatic changes', () => {
    const milestoneId = w.milestone();
    w.sleepUntil(startTime);
    const [early, late] = [w.card(deck, { milestoneId }), w.card(deck, { milestoneId })];
    w.act('cards/update', { id: early, status: 'started' });
    w.sleepUntil(timestampOnDay('2026-03-04'));
    w.act('cards/update', { id: late, status: 'started' });
    w.sleepUntil(timestampOnDay('2026-03-04', '10:00:00.000'));
    w.sleepUntil(timestampOnDay('2026-03-30'));
    expect(w.progress('milestoneProgress')).toMatchObject([
      ['2026-03-02', { cards: { started: 1, unassigned: 1 } }],
      ['2026-03-04', { cards: { started: 2 } }],
      ['2026-03-09', { cards: { started: 1, snoozing: 1 } }],
      ['2026-03-11', { cards: { snoozing: 2 } }],
    ]);
  });
});

describe('the order of changes during a sleep', () => {
  const started = (more = {}) => {
    const card = w.card(deck, more);
    w.act('cards/update', { id: card, status: 'started' });
    return card;
  };

  test('cards snooze before their run ends and moves them on', () => {
    const id = w.weekly('2026-02-27');
    w.sleepUntil(startTime);
    const [first, second] = w.runsOf(id);
    w.act('account/update', { statusChangeDurations: { snooze: 3 * secondsPerUnit.day, archive: null } });
    const card = started({ sprintId: first?.id });
    // The card starts to snooze at 9:00 on the 5th. It moves to the next run at midnight at the start of the 6th.
    w.sleepUntil(timestampOnDay('2026-03-07'));
    expect(w.cardRow(card)).toMatchObject({ status: 'snoozing', sprintId: second?.id });
    expect(
      w.rows.find('cardHistory', { cardId: card }, ['version']).map(({ versionCreatedAt }) => versionCreatedAt),
    ).toEqual([startTime, startTime, timestampOnDay('2026-03-05'), '2026-03-06T00:00:00.000Z']);
  });

  test('cards snooze later when a run moved them on meanwhile', () => {
    const id = w.weekly('2026-02-25');
    w.sleepUntil(startTime);
    w.act('account/update', { statusChangeDurations: { snooze: 3 * secondsPerUnit.day, archive: null } });
    const card = started({ sprintId: w.runsOf(id).find(({ completedAt }) => completedAt === null)?.id });
    w.sleepUntil(timestampOnDay('2026-03-08'));
    // The end of the run changes the card at midnight at the start of the 4th, so the card snoozes three days later.
    expect(w.cardRow(card)).toMatchObject({ status: 'snoozing', lastUpdatedAt: '2026-03-07T00:00:00.000Z' });
  });

  test('changes at midnight count for the day that starts', () => {
    const milestoneId = w.milestone();
    w.sleepUntil('2026-03-03T00:00:00.000Z');
    started({ milestoneId });
    w.sleepUntil(timestampOnDay('2026-03-03'));
    w.sleepUntil(timestampOnDay('2026-03-12'));
    expect(w.progress('milestoneProgress').map(([day]) => day)).toEqual(['2026-03-03', '2026-03-10']);
  });
});
