import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCrashRecord } from '../../../electron/shell/crashes/crash-record.ts';
import { ManualClock } from '../../faults/clock.ts';

let folder: string;
let clock: ManualClock;
const start = () =>
  openCrashRecord(folder, clock, (message) => {
    throw new Error(message);
  });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-runs-'));
  clock = new ManualClock();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('runs that do not end count as crashes, until one ends as intended', () => {
  expect(start().crashes).toBe(0);
  expect(start().crashes).toBe(1);
  const third = start();
  expect(third.crashes).toBe(2);
  third.end();
  expect(start().crashes).toBe(0);
});

test('a crashed window counts, also after the app was quit', () => {
  const first = start();
  first.noteCrash();
  first.end();
  expect(start().crashes).toBe(1);
});

test('crashes are forgotten after ten minutes without one, and when the person goes on', async () => {
  start();
  const second = start();
  await clock.advance(9 * 60_000);
  second.noteCrash();
  await clock.advance(9 * 60_000);
  expect(second.crashes).toBe(2);
  await clock.advance(60_000);
  expect(second.crashes).toBe(0);
  expect(start().crashes).toBe(1);
  const last = start();
  last.forget();
  expect(last.crashes).toBe(0);
});

test.each(['', '{"crashes":-1}', 'x'])('the damaged record %j counts no crashes', (text) => {
  writeFileSync(path.join(folder, 'last-run.json'), text);
  expect(start().crashes).toBe(0);
});
