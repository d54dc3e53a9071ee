/** Checks that a replica repairs damaged SQLite files and keeps the person's actions. */
import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReplicaStorage } from '../../../electron/replica/store/storage.ts';
import { unpackAnswer, unpackPatch } from '../../../shared/bridge/packed.ts';
import type { Query } from '../../../shared/contract/index.ts';
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
const board: Query = { _root: [{ account: [{ decks: ['title', { cards: ['title', 'priority'] }] }] }] };

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

// In the case “a query”, a query finds the damage. The replica must replace the damaged cache by an empty one, and then
// run the query again.
test.each(['a query', 'an act', 'a poll'] as const)(
  'a cache whose damage %s finds is read from the service again, while pending changes and watches go on',
  async (finder) => {
    const shown = unpackAnswer(device.replica.watch('board', board)) as Record<string, Record<string, object>>;
    await device.offline();
    const { id } = device.actOrThrow(['cards/create', { content: 'Not to be lost', deckId: deck() }]);
    device.actOrThrow(['cards/update', { id, priority: 'a' }]);
    const card = rows().where('card', '"accountSeq" IS NOT NULL ORDER BY "accountSeq"')[0]?.cardId;
    await device.idle();
    damageFile('cache');
    device.network.fault = () => undefined;
    device.statuses.length = 0;
    if (finder === 'a query') device.read({ _root: [{ account: [{ resolvables: [{ entries: ['content'] }] }] }] });
    else if (finder === 'an act')
      expect(device.act(['cards/update', { id: card, effort: 5 }])).toMatchObject({
        ok: false,
        failure: { code: 'cache_corrupt', message: expect.stringContaining('fetched anew') },
      });
    const damageWarnings = () => device.warnings.filter((text) => text.includes('damaged'));
    expect(damageWarnings()).toHaveLength(finder === 'a poll' ? 0 : 1);
    await world.clock.advance(61_000);
    await device.idle();
    await world.clock.advance(61_000);
    await device.idle();

    expect(device.statuses.some(({ phase, progress }) => phase === 'first' && progress !== null)).toBe(true);
    expect(damageWarnings()).toHaveLength(1);
    expect(world.service.engine.rows.where('card', `"content" = 'Not to be lost'`)).toMatchObject([{ priority: 'a' }]);
    expect(device.replica.operations()).toEqual([]);
    expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
    // A window that is open all the time gets patches. With these patches, it must show the same rows as a new answer.
    for (const { text } of device.patches.filter(({ watchId }) => watchId === 'board')) {
      const { set, gone } = unpackPatch(text);
      for (const [model, changed] of Object.entries(set)) shown[model] = { ...shown[model], ...changed };
      for (const [model, keys] of Object.entries(gone)) for (const key of keys) delete shown[model]?.[key];
    }
    const { _root, ...now } = device.read(board);
    for (const [model, there] of Object.entries(now)) expect(shown[model]).toEqual(there);
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

test('a cache that is damaged again at once is not rebuilt for ever', async () => {
  damageFile('cache');
  device.read(board);
  await device.idle();
  damageFile('cache');
  expect(() => device.read({ _root: [{ account: [{ resolvables: [{ entries: ['content'] }] }] }] })).toThrow();
  expect(device.replica.failureOf({ code: 'SQLITE_CORRUPT' })).toMatchObject({
    code: 'cache_corrupt',
    message: expect.stringContaining('Check the disk'),
  });
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
