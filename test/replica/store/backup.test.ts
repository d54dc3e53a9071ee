/** Checks that backups of the outbox are made only after changes, without keeping windows waiting. */
import { statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;
beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const backup = () => path.join(device.directory, 'outbox.backup.sqlite');
const madeAt = () => statSync(backup()).mtimeMs;

test('a backup is made only if something has changed since the last one', async () => {
  device.replica.drafts.set({ key: 'first', text: 'Written', base: '', at: '' });
  expect(await device.replica.backUpOutbox()).toEqual({ ok: true, value: null });
  const first = madeAt();
  expect(await device.replica.backUpOutbox()).toEqual({ ok: true, value: null });
  expect(madeAt()).toBe(first);
  device.replica.drafts.set({ key: 'second', text: 'Written later', base: '', at: '' });
  await device.replica.backUpOutbox();
  expect(madeAt()).toBeGreaterThan(first);
});

test('a large backup is made in steps, and has what the person does meanwhile', async () => {
  device.replica.drafts.set({ key: 'long', text: 'x'.repeat(20_000_000), base: '', at: '' });
  let turns = 0;
  let isDone = false;
  const backedUp = device.replica.backUpOutbox().then(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
    if (turns === 20) device.replica.drafts.set({ key: 'meanwhile', text: 'Written meanwhile', base: '', at: '' });
  }
  await backedUp;
  // 20 MB are some 5,000 pages, of which a step copies 100.
  expect(turns).toBeGreaterThan(40);
  const copy = new Database(backup(), { readonly: true });
  expect(copy.prepare('SELECT key FROM draft ORDER BY key').pluck().all()).toEqual(['long', 'meanwhile']);
  copy.close();
});
