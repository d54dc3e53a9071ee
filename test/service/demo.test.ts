/**
 * Checks that the demo workspace has examples of everything, fulfils the engine's invariants, and is the same every
 * time. Also checks generated workspaces.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deckTypes, rowModelNames, threadContextKinds } from '../../shared/contract/index.ts';
import { computeLiveProgress } from '../../shared/domain/progress.ts';
import { invariantViolations } from '../support/invariants.ts';
import { startTestService, type TestService } from '../support/service.ts';

let studio: TestService;
beforeAll(async () => {
  studio = await startTestService({ demo: true });
});
afterAll(() => studio.close());

const count = (sql: string): number =>
  studio.service.engine.db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get() as number;
const values = (sql: string) => new Set(studio.service.engine.db.prepare(sql).pluck().all());

test('contains an example of every feature', () => {
  expect(count('project')).toBeGreaterThanOrEqual(3);
  expect(count('deck WHERE coverColor IS NOT NULL')).toBeGreaterThanOrEqual(12);
  expect(values('SELECT deckType FROM deck')).toEqual(new Set(deckTypes));
  expect(count('card')).toBeGreaterThanOrEqual(300);
  expect(values('SELECT status FROM card')).toEqual(new Set(['not_started', 'started', 'snoozing', 'done']));
  expect(values('SELECT visibility FROM card')).toEqual(new Set(['default', 'archived', 'deleted']));
  const states = values('SELECT derivedStatus FROM card');
  for (const state of ['hero', 'heroDone', 'archivedHero', 'archivedDone', 'doc', 'blocked', 'review', 'snoozing'])
    expect(states).toContain(state);
  expect(count("card WHERE inDeps <> '[]'")).toBeGreaterThan(5);
  expect(count("user WHERE kind = 'human'")).toBe(8);
  expect([count('milestone WHERE isGlobal'), count('milestone WHERE NOT isGlobal')]).toEqual([1, 3]);
  expect(count('sprint WHERE completedAt IS NOT NULL')).toBeGreaterThanOrEqual(3);
  expect(count('sprint WHERE completedAt IS NULL')).toBe(3);
  expect(count('sprintProgress')).toBeGreaterThan(20);
  expect(count('queueEntry WHERE cardDoneAt IS NULL')).toBeGreaterThan(20);
  expect(count('handCard')).toBeGreaterThan(5);
  expect(values('SELECT context FROM resolvable WHERE isClosed')).toEqual(new Set(threadContextKinds));
  expect(values('SELECT context FROM resolvable WHERE NOT isClosed')).toEqual(new Set(threadContextKinds));
  expect(count('resolvableEntryReaction')).toBeGreaterThan(10);
  expect([count('projectTag WHERE color IS NOT NULL') > 0, count('projectTag WHERE emoji IS NOT NULL') > 0]).toEqual([
    true,
    true,
  ]);
  expect(count('cardOrder WHERE label IS NOT NULL')).toBeGreaterThan(50);
  expect(count('workflowItem')).toBeGreaterThan(2);
  expect(count('release')).toBeGreaterThan(0);
  expect(count('attachment')).toBeGreaterThan(0);
});

// Conformance checks read all fields of the demo's rows. They cannot check a model without rows.
test.each(rowModelNames)('has rows of %s', (model) => {
  expect(count(`"${model}"`)).toBeGreaterThan(0);
});

test('keeps every invariant of the engine', () => {
  expect(invariantViolations(studio.service.engine)).toEqual([]);
  expect(studio.service.engine.db.pragma('integrity_check', { simple: true })).toBe('ok');
});

test('is the same whenever it is created at the same time, and its dates follow that time', async () => {
  const dump = ({ service }: TestService) =>
    service.engine.db
      .prepare('SELECT cardId, content, status, lastUpdatedAt, sprintId FROM card ORDER BY cardId')
      .all();
  const again = await startTestService({ demo: true });
  expect(dump(again)).toEqual(dump(studio));
  await again.close();
  // The demo must have started cards, whether it is created on a Thursday, a Sunday or a Monday.
  for (const day of [16, 19, 20]) {
    const other = await startTestService({ demo: true, now: `2026-04-${day}T0${day - 15}:30:00.000Z` });
    const { db } = other.service.engine;
    expect(db.prepare('SELECT count(*) FROM card').pluck().get()).toBe(count('card'));
    expect((db.prepare('SELECT max(lastUpdatedAt) FROM card').pluck().get() as string) <= other.now()).toBe(true);
    expect(db.prepare("SELECT count(*) FROM card WHERE derivedStatus = 'started'").pluck().get()).toBeGreaterThan(10);
    await other.close();
  }
});

// The cards of a run must not all get the same creation time, such as the end of the Sunday before the run.
test('the cards of each run are created in working hours of several days before the run and before today', () => {
  const rows = studio.service.engine.db
    .prepare(
      `SELECT s."index" AS run, s.startDate, c.createdAt FROM card c JOIN sprint s ON s.id = c.sprintId
       WHERE s."index" > 0 ORDER BY c.createdAt`,
    )
    .all() as { run: number; startDate: string; createdAt: string }[];
  const created = Map.groupBy(rows, ({ run }) => run);
  expect(created.size).toBe(7);
  for (const [run, cards] of created) {
    expect(new Set(cards.map(({ createdAt }) => createdAt)).size, `run ${run}`).toBe(cards.length);
    expect(new Set(cards.map(({ createdAt }) => createdAt.slice(0, 10))).size, `run ${run}`).toBeGreaterThan(4);
    for (const { createdAt, startDate } of cards) {
      expect(createdAt < startDate && createdAt < studio.now()).toBe(true);
      expect(createdAt.slice(11, 13)).toMatch(/^(?:0[7-9]|1[0-5])$/);
    }
  }
});

test('generates large workspaces that keep the invariants', async () => {
  const large = await startTestService({ demo: 2000 });
  const { db } = large.service.engine;
  expect(db.prepare('SELECT count(*) FROM card').pluck().get()).toBe(2000);
  expect(db.prepare('SELECT max(length(content)) FROM card').pluck().get() as number).toBeLessThan(2300);
  // Generated cards have version numbers but no history rows, so violations of the history are expected.
  expect(invariantViolations(large.service.engine).filter((text) => !text.startsWith('history of card'))).toEqual([]);
  const found = db.prepare("SELECT count(*) FROM cardText WHERE cardText MATCH 'lantern'").pluck().get();
  expect(found).toBeGreaterThan(0);
  await large.close();
});

test('stores the same progress as the app computes live', () => {
  const { db } = studio.service.engine;
  studio.service.runScheduler();
  const open = db.prepare('SELECT id FROM sprint WHERE completedAt IS NULL').pluck().all() as string[];
  let compared = 0;
  for (const id of open) {
    const recorded = db
      .prepare('SELECT progress FROM sprintProgress WHERE sprintId = ? ORDER BY date DESC')
      .pluck()
      .get(id);
    const cards = db
      .prepare(
        `SELECT c.derivedStatus, c.effort FROM card c JOIN deck d ON d.id = c.deckId JOIN project p ON p.id = d.projectId
         WHERE c.sprintId = ? AND p.visibility = 'default'`,
      )
      .all(id) as { derivedStatus: string; effort: number | null }[];
    if (recorded === undefined) continue;
    expect(JSON.parse(recorded as string)).toMatchObject(computeLiveProgress(cards));
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
});
