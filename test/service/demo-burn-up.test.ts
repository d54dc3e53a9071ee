/**
 * Checks the burn-up chart of the demo's current run on Wednesday 15 April 2026. The expected numbers are counted by
 * hand from the demo's cards.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBurnUpRows } from '../../renderer/progress/burn-up/burn-up-data.ts';
import { progressChartData } from '../../renderer/progress/progress.ts';
import type { Row } from '../../shared/contract/index.ts';
import { paceRangeOfRuns, velocityOfRuns } from '../../shared/domain/forecast.ts';
import { computeLiveProgress, type ProgressRow } from '../../shared/domain/progress.ts';
import {
  type CardHistoryChange,
  type CurrentCardValues,
  computePastProgress,
} from '../../shared/domain/progress-history.ts';
import { startTestService, type TestService } from '../support/service.ts';

const today = '2026-04-15';
const run = { from: '2026-04-06', to: '2026-04-19' };
const workdays = {
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: false,
  sunday: false,
};

let studio: TestService;
let runs: readonly Row<'sprint'>[];
beforeAll(async () => {
  studio = await startTestService({ demo: true, now: `${today}T10:00:00.000Z` });
  runs = find<Row<'sprint'>>('SELECT * FROM sprint ORDER BY startDate');
});
afterAll(() => studio.close());

const find = <T>(sql: string, ...params: string[]) => studio.service.engine.db.prepare(sql).all(...params) as T[];
const idOfRun = (index: number) => runs[index]?.id ?? '';
const cardsOf = (runId: string) => find<CurrentCardValues>('SELECT * FROM card WHERE sprintId = ?', runId);
const versionsOf = (runId: string): CardHistoryChange[] =>
  find<CardHistoryChange & { diff: string }>(
    'SELECT h.* FROM cardHistory h JOIN card USING (cardId) WHERE sprintId = ?',
    runId,
  ).map((version) => ({ ...version, diff: JSON.parse(version.diff) }));
const recordedOf = (runId: string): ProgressRow[] =>
  find<{ date: string; progress: string }>('SELECT * FROM sprintProgress WHERE sprintId = ?', runId).map(
    ({ date, progress }) => ({ date, progress: JSON.parse(progress) }),
  );

/** Runs 3 to 5 with the effort of their done cards: 74 (23 cards), 72 (25 cards) and 68 (23 cards). */
const past = [74, 72, 68].map((done, at) => ({
  id: `run ${at + 3}`,
  done,
  from: ['2026-02-23', '2026-03-09', '2026-03-23'][at] ?? '',
  to: ['2026-03-08', '2026-03-22', '2026-04-05'][at] ?? '',
}));

function rowsOf(recorded: readonly ProgressRow[], measure: 'effort' | 'cards') {
  const { points } = progressChartData(
    { recorded, live: null, fallbackEffort: 0 },
    { ...run, endedAt: null },
    today,
    measure,
  );
  const pace = paceRangeOfRuns(past, workdays);
  const rows = createBurnUpRows({ run, points, rows: recorded, measure, fallbackEffort: 0, workdays, pace, today });
  return Object.fromEntries(rows.map((row) => [row.day, row]));
}

test('the burn-up of everybody', () => {
  const doneIn = [2, 3, 4].map((at) => computeLiveProgress(cardsOf(idOfRun(at))).effort.done);
  expect(doneIn).toEqual(past.map(({ done }) => done));
  // The velocity is (74 + 72 + 68) / 3. Each run has ten workdays, so the paces are 7.4, 7.2 and 6.8 per workday.
  expect(velocityOfRuns(past)).toBeCloseTo(71.333, 3);
  expect(paceRangeOfRuns(past, workdays)).toEqual({ slow: 6.8, fast: 7.4 });

  const rows = rowsOf(recordedOf(idOfRun(5)), 'effort');
  // The run has 59 cards with 216 effort and ten workdays, so the ideal line rises by 21.6 per workday. The done effort
  // is 2 + 2 + 2 on Tuesday, 3 on Wednesday, 2 + 2 + 1 on Thursday and 3 + 2 + 1 + 3 + 2 on Friday.
  expect(rows['2026-04-06']).toMatchObject({ scope: 216, done: 0, ideal: 21.6 });
  expect(rows['2026-04-07']).toMatchObject({ scope: 216, done: 6, ideal: 43.2 });
  expect(rows['2026-04-08']).toMatchObject({ done: 9 });
  expect(rows['2026-04-09']).toMatchObject({ done: 14 });
  expect(rows['2026-04-10']).toMatchObject({ done: 25, ideal: 108 });
  expect(rows['2026-04-11']).toMatchObject({ done: 25, ideal: 108, isWorkday: false });
  // Two workdays are left, Thursday and Friday: the forecast is 25 + 2 × 6.8 to 25 + 2 × 7.4.
  const [low, high] = rows['2026-04-19']?.range ?? [];
  expect([low, high]).toEqual([expect.closeTo(38.6), expect.closeTo(39.8)]);
  expect(rows[today]).toMatchObject({ done: 25, scope: 216, range: [25, 25], ideal: 172.8 });
  expect(rows[today]?.states).toEqual({
    done: 25,
    started: 63,
    review: 37,
    blocked: 15,
    snoozing: 29,
    assigned: 47,
    unassigned: 0,
  });
  expect(rowsOf(recordedOf(idOfRun(5)), 'cards')[today]).toMatchObject({ done: 12, scope: 59 });
});

test('the burn-up of one person, from the history of cards', () => {
  const id = idOfRun(5);
  const [rosa] = find<{ id: string }>("SELECT id FROM user WHERE name = 'rosa'");
  const counts = ({ sprintId, assigneeId }: CurrentCardValues) => sprintId === id && assigneeId === rosa?.id;
  const rows = rowsOf(
    computePastProgress(cardsOf(id), versionsOf(id), { from: run.from, to: today }, counts),
    'effort',
  );
  // Rosa's done cards are Footsteps (3), Fog horn (1) and Shearwaters (2). The effort of her open cards is
  // 8 + 2 + 3 + 5 + 2 + 2 + 5.
  expect(rows['2026-04-07']).toMatchObject({ done: 0, scope: 33 });
  expect(rows['2026-04-08']).toMatchObject({ done: 3, scope: 33 });
  expect(rows['2026-04-09']).toMatchObject({ done: 4 });
  expect(rows['2026-04-10']).toMatchObject({ done: 6 });
  expect(rows[today]).toMatchObject({ done: 6, scope: 33 });
});

test('the history of all cards gives the days that the service recorded', () => {
  const id = idOfRun(5);
  const recorded = recordedOf(id);
  const rebuilt = computePastProgress(
    cardsOf(id),
    versionsOf(id),
    { from: run.from, to: today },
    ({ sprintId }) => sprintId === id,
  );
  for (const { date, progress } of rebuilt) {
    const row = recorded.findLast((each) => each.date <= date);
    expect(row?.progress, date).toMatchObject(progress as object);
  }
  expect(rebuilt.at(-1)?.progress).toEqual(computeLiveProgress(cardsOf(id)));
});
