/** Checks that a replica repairs damaged SQLite files and keeps the person's actions. */
import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReplicaStorage } from '../../../electron/replica/store/storage.ts';
import { replicaDifferences } from '../comparison.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;
beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const rows = () => device.replica.store.rows;
const deck = () => rows().where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id as string;

/**
 * Overwrites all pages of a file except the first with random bytes. Empties SQLite's page cache, so that SQLite reads
 * the damaged pages.
 */
function damageFile(name: 'cache' | 'outbox'): void {
  const { db } = device.replica.store.engine;
  db.pragma(`${name === 'cache' ? 'main' : 'durable'}.wal_checkpoint(TRUNCATE)`);
  db.pragma('shrink_memory');
  overwrite(path.join(device.directory, `${name}.sqlite`));
}

function overwrite(file: string): void {
  const page = 4096;
  const fd = openSync(file, 'r+');
  const noise = randomFillSync(Buffer.alloc(page));
  for (let at = page; at < statSync(file).size; at += page) writeSync(fd, noise, 0, page, at);
  closeSync(fd);
}

const failureOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return device.replica.failureOf(error);
  }
  return undefined;
};

// The replica ends when it finds the damage. The supervisor of its thread then opens it again.
test.each(['a query', 'an act', 'a poll'] as const)(
  'a cache whose damage %s finds is read from the service again at the next opening, and pending changes go on',
  async (finder) => {
    await device.offline();
    const { id } = device.actOrThrow(['cards/create', { content: 'Not to be lost', deckId: deck() }]);
    device.actOrThrow(['cards/update', { id, priority: 'a' }]);
    const card = rows().where('card', '"accountSeq" IS NOT NULL ORDER BY "accountSeq"')[0]?.cardId;
    await device.idle();
    damageFile('cache');
    device.network.fault = () => undefined;
    const damaged = { code: 'cache_corrupt', message: expect.stringContaining('fetched anew') };
    if (finder === 'a query') {
      const query = { _root: [{ account: [{ resolvables: [{ entries: ['content'] }] }] }] };
      expect(failureOf(() => device.read(query))).toMatchObject(damaged);
    } else if (finder === 'an act')
      expect(device.act(['cards/update', { id: card, effort: 5 }])).toMatchObject({ ok: false, failure: damaged });
    else for (let tries = 0; device.broken.length === 0 && tries < 5; tries += 1) await world.clock.advance(61_000);
    expect(device.broken).toMatchObject([damaged]);
    expect(device.warnings.filter((text) => text.includes('damaged'))).toHaveLength(1);

    device = world.replica({ directory: device.directory });
    await device.start();
    await world.clock.advance(61_000);
    await device.idle();
    await world.clock.advance(61_000);
    await device.idle();
    expect(device.statuses.some(({ phase, progress }) => phase === 'first' && progress !== null)).toBe(true);
    expect(world.service.engine.rows.where('card', `"content" = 'Not to be lost'`)).toMatchObject([{ priority: 'a' }]);
    expect(device.replica.operations()).toEqual([]);
    expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
  },
);

test('a cache that was damaged while the program did not run is read again at the start', async () => {
  await device.offline();
  device.actOrThrow(['cards/create', { content: 'Not to be lost', deckId: deck() }]);
  await device.close();
  overwrite(path.join(device.directory, 'cache.sqlite'));
  const again = world.replica({ directory: device.directory });
  await again.start();
  await world.clock.advance(61_000);
  await again.idle();
  expect(world.service.engine.rows.where('card', `"content" = 'Not to be lost'`)).toHaveLength(1);
  expect(replicaDifferences(again.replica, world.service, world.userId)).toEqual([]);
});

test('damaged pages of the outbox file are found when it is opened', async () => {
  await device.offline();
  device.actOrThrow(['cards/create', { content: 'Not to be lost', deckId: deck() }]);
  await device.close();
  overwrite(path.join(device.directory, 'outbox.sqlite'));
  const opened = openReplicaStorage(device.directory);
  if (!opened.ok) throw new Error(opened.failure.message);
  // `openReplicaStorage` has restored the backup that was written at closing. The backup contains the operation.
  expect(opened.value.db.prepare('SELECT action, state FROM durable.operation').all()).toEqual([
    { action: 'cards/create', state: 'uncertain' },
  ]);
  opened.value.close();
});
