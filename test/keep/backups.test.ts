/** Checks when backups are made, which are kept, and that a failure costs no backup. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Backups, backupFileName, readBackups, timesToDelete } from '../../electron/workspace/backups.ts';
import { conflictFailure } from '../../shared/contract/index.ts';
import { ManualClock } from '../faults/clock.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-03-02T09:30:00.000Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-backups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('one per hour is kept for a day, one per day for two weeks, one per week for half a year', () => {
  const hourly = Array.from({ length: 365 * 24 }, (_, index) => now - index * hour);
  const gone = new Set(timesToDelete(hourly, now));
  const ages = hourly.filter((time) => !gone.has(time)).map((time) => (now - time) / day);
  expect(ages.filter((age) => age < 1)).toHaveLength(24);
  expect(ages.filter((age) => age >= 1 && age < 14).length).toBeGreaterThanOrEqual(13);
  expect(ages.filter((age) => age >= 14 && age < 182).length).toBeGreaterThanOrEqual(23);
  expect(ages.filter((age) => age >= 182)).toEqual([]);
});

test('the newest three stay whatever their age, and deleting twice deletes nothing more', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 400 * day })), (ages) => {
      const times = ages.map((age) => now - age);
      const gone = new Set(timesToDelete(times, now));
      const kept = times.filter((time) => !gone.has(time));
      for (const time of times.toSorted((a, b) => b - a).slice(0, 3)) expect(gone.has(time)).toBe(false);
      expect(timesToDelete(kept, now)).toEqual([]);
    }),
  );
});

test('names of files are read back, and other files are left alone', () => {
  const name = backupFileName('Łódź / Garden: 2', 'a-b_c', '2026-03-02T09:30:00.000Z');
  expect(name).toBe('Łódź  Garden 2 a-b_c 2026-03-02T09-30-00Z.decktop');
  for (const file of [name, 'Garden.decktop', 'x w 2026-99-99T00-00-00Z.decktop', 'notes.txt'])
    writeFileSync(path.join(folder, file), 'x');
  expect(readBackups(folder)).toEqual([
    { name, workspaceId: 'a-b_c', workspaceName: 'Łódź  Garden 2', at: '2026-03-02T09:30:00.000Z', bytes: 1 },
  ]);
});

test('each hour with changes brings one backup, old ones go, and a failure is told once and deletes nothing', async () => {
  const clock = new ManualClock(now);
  const failures: string[] = [];
  let version = 1;
  let isFull = false;
  const backups = new Backups({
    clock,
    folder: () => folder,
    workspaces: () => [{ id: 'w', name: 'Garden' }],
    versionOf: () => String(version),
    pack: async ({ target }) => {
      if (isFull) return { ok: false, failure: conflictFailure('disk_full', 'The disk is full.') };
      writeFileSync(target, 'x');
      return { ok: true, value: target };
    },
    onFailure: (message) => failures.push(message),
    onChange: () => undefined,
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10 * 60_000) {
      await clock.advance(10 * 60_000);
      await backups.run();
    }
  };
  writeFileSync(path.join(folder, 'mine.txt'), '');
  mkdirSync(path.join(folder, 'Garden w 2026-01-02T09-30-00Z.decktop.part'));
  mkdirSync(path.join(folder, 'Garden other 2026-01-02T09-30-00Z.decktop.part'));
  backups.start();
  expect(backups.state.files).toEqual([]);
  await clock.advance(60_000);
  await backups.run();
  expect(backups.state.files).toHaveLength(1);
  // Nothing changes, so nothing is copied.
  await pass(3 * hour);
  expect(backups.state.files).toHaveLength(1);
  version += 1;
  await pass(hour / 2);
  expect(backups.state.files).toHaveLength(2);
  version += 1;
  await pass(hour / 2);
  expect(backups.state.files).toHaveLength(2);
  await pass(hour / 2);
  expect(backups.state.files).toHaveLength(3);
  for (let passed = 0; passed < 4 * 24; passed += 1) {
    version += 1;
    await pass(hour);
  }
  const { files } = backups.state;
  expect(files.length).toBeGreaterThan(24);
  expect(files.length).toBeLessThan(31);
  isFull = true;
  version += 1;
  await pass(5 * hour);
  expect(failures).toEqual(['Garden: The disk is full.']);
  expect(backups.state).toMatchObject({ failure: 'Garden: The disk is full.', files });
  isFull = false;
  await pass(hour);
  expect(backups.state.failure).toBeNull();
  // Not those of another computer that uses the same folder.
  const others = readdirSync(folder).filter((name) => !name.endsWith('.decktop'));
  expect(others).toEqual(['Garden other 2026-01-02T09-30-00Z.decktop.part', 'mine.txt']);
  backups.stop();
});
