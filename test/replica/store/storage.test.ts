import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OptimisticStore } from '../../../electron/replica/outbox/optimistic-store.ts';
import { outboxMigrations } from '../../../electron/replica/store/migrations.ts';
import { countUnsentChanges, openReplicaStorage } from '../../../electron/replica/store/storage.ts';
import { replicaDifferences } from '../comparison.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;

beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const deck = () => device.replica.store.rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0`)[0]?.id as string;

/** Creates a card offline and closes the replica. Returns the replica's folder. */
async function workAndEnd(): Promise<string> {
  device.network.fault = () => 'unreachable';
  device.actOrThrow(['cards/create', { content: 'Not to be lost', deckId: deck() }]);
  await device.idle();
  await device.close();
  return device.directory;
}

test('closing leaves no timer that would keep the thread alive', async () => {
  await device.close();
  expect(world.clock.pendingTimers).toBe(0);
});

// `probeOrder` must send its request with the sync's abort signal, so that closing can abort the request.
test('closing aborts the request for manual order after two seconds', async () => {
  const { directory } = device;
  await device.close();
  const again = world.replica({ directory });
  const { promise, resolve } = Promise.withResolvers<void>();
  again.network.delay = () => promise;
  again.replica.start();
  await world.clock.advance(0);
  expect(again.replica.sync.currentJob).toBe('Asking for manual order');
  let isClosed = false;
  void again.close().then(() => {
    isClosed = true;
  });
  await world.clock.advance(2_000);
  await expect.poll(() => isClosed).toBe(true);
  resolve();
});

async function reopen(directory: string): Promise<WorldReplica> {
  const again = world.replica({ directory });
  await again.start();
  await world.clock.advance(61_000);
  await again.idle();
  return again;
}

test('the changes of a closed replica are counted without a change of its files', async () => {
  expect(() => countUnsentChanges(device.directory)).toThrow('database is locked');
  device.actOrThrow(['cards/create', { content: 'Sent', deckId: deck() }]);
  await device.idle();
  const directory = await workAndEnd();
  const content = readFileSync(path.join(directory, 'outbox.sqlite'));
  expect(countUnsentChanges(directory)).toBe(1);
  expect(readFileSync(path.join(directory, 'outbox.sqlite')).equals(content)).toBe(true);
  expect(countUnsentChanges(world.directory())).toBe(0);
});

const found = () => world.service.engine.rows.where('card', `"content" = 'Not to be lost'`);

test('a damaged cache is read again, and pending operations stay', async () => {
  const directory = await workAndEnd();
  for (const ending of ['-wal', '-shm']) rmSync(path.join(directory, `cache.sqlite${ending}`), { force: true });
  writeFileSync(path.join(directory, 'cache.sqlite'), 'This is no database. '.repeat(500));
  const again = await reopen(directory);
  expect(found()).toHaveLength(1);
  expect(replicaDifferences(again.replica, world.service, world.userId)).toEqual([]);
});

test('a cache with other tables is read again, and pending operations stay', async () => {
  const directory = await workAndEnd();
  const db = new Database(path.join(directory, 'cache.sqlite'));
  db.exec(`UPDATE "replica.state" SET value = '"another"' WHERE name = 'schema'`);
  db.close();
  const again = await reopen(directory);
  expect(found()).toHaveLength(1);
  expect(replicaDifferences(again.replica, world.service, world.userId)).toEqual([]);
});

// The pending operation changes a card that the new cache does not have yet. The replica must perform the operation
// again when the first sync has read the card.
test('a new cache shows the effects of pending operations', async () => {
  const cardId = device.replica.store.rows.where('card', `"derivedStatus" = 'assigned'`)[0]?.cardId as string;
  device.replica.pauseOutbox(true);
  device.actOrThrow(['cards/update', { id: cardId, effort: 99 }]);
  await device.close();
  for (const name of readdirSync(device.directory).filter((file) => file.startsWith('cache')))
    rmSync(path.join(device.directory, name));
  const again = world.replica({ directory: device.directory });
  await again.start();
  expect(again.read({ [`card("${cardId}")`]: ['effort'] }).card?.[cardId]).toMatchObject({ effort: 99 });
  again.replica.pauseOutbox(false);
  await again.idle();
  expect(again.replica.operations()).toEqual([]);
  expect(replicaDifferences(again.replica, world.service, world.userId)).toEqual([]);
});

// The new cache lacks what others have changed meanwhile, so the app must read a card before it sends the person's
// changes to the card. Otherwise the person's text replaces the others' text, and the app does not report that the
// person's effort replaced theirs.
test('with a new cache, waiting changes meet changes of others before they are sent', async () => {
  const card = device.replica.store.rows.where('card', `"derivedStatus" = 'assigned'`)[0];
  const cardId = card?.cardId as string;
  await device.offline();
  device.actOrThrow(['cards/update', { id: cardId, content: `${card?.content}\n\nMy last line` }]);
  device.actOrThrow(['cards/update', { id: cardId, effort: 8 }]);
  await device.close();
  for (const name of readdirSync(device.directory).filter((file) => file.startsWith('cache')))
    rmSync(path.join(device.directory, name));
  await world.dispatch('cards/update', {
    id: cardId as never,
    content: `Their first line\n\n${card?.content}`,
    effort: 5,
  });
  const again = await reopen(device.directory);
  const { content } = world.service.engine.rows.get('card', cardId as never) ?? {};
  expect(content).toMatch(/^Their first line[\s\S]*My last line$/);
  expect(again.replica.restorableConflicts.overwritten()).toMatchObject([{ field: 'effort', theirs: 5, mine: 8 }]);
  expect(again.replica.operations()).toEqual([]);
  expect(replicaDifferences(again.replica, world.service, world.userId)).toEqual([]);
});

test('rows that only this side knows survive a new cache', async () => {
  const card = device.replica.store.rows.find('card', {})[0]?.cardId as string;
  device.actOrThrow(['watchings/addCard', { cardId: card }]);
  await device.idle();
  await device.close();
  for (const name of readdirSync(device.directory).filter((file) => file.startsWith('cache')))
    rmSync(path.join(device.directory, name));
  const again = await reopen(device.directory);
  expect(again.replica.store.rows.find('cardSubscription', { cardId: card })).toHaveLength(1);
});

test('a damaged outbox is renamed and replaced by its backup', async () => {
  device.network.fault = () => 'unreachable';
  device.actOrThrow(['cards/create', { content: 'Not to be lost', deckId: deck() }]);
  await device.idle();
  await device.close();
  const { directory } = device;
  for (const ending of ['-wal', '-shm']) rmSync(path.join(directory, `outbox.sqlite${ending}`), { force: true });
  writeFileSync(path.join(directory, 'outbox.sqlite'), 'garbage '.repeat(1000));
  const { warnings } = await reopen(directory);
  expect(readdirSync(directory).some((name) => name.includes('.damaged-'))).toBe(true);
  expect(warnings).toContainEqual(expect.stringMatching(/Its backup is used.*outbox\.sqlite\.damaged-/));
  expect(found()).toHaveLength(1);
});

test.each([
  ['a before-image', 'cache.sqlite', `UPDATE "replica.image" SET image = '{"a'`],
  ['the model of a before-image', 'cache.sqlite', `UPDATE "replica.image" SET model = 'x'`],
  ['the cursors', 'cache.sqlite', `UPDATE "replica.state" SET value = '{"a' WHERE name = 'cursors'`],
  [
    'a lost text and the report of an import',
    'outbox.sqlite',
    `INSERT INTO lostText VALUES (1, 'card', 'c', 'content', x'00ff', ''); UPDATE importRun SET failure = '{', report = x'ff'`,
  ],
])('a workspace with an unreadable value opens and goes on: %s', async (_name, file, sql) => {
  device.replica.store.drafts.addLostText('c', 'lost', '2026-01-01T00:00:00.000Z');
  const directory = await workAndEnd();
  const db = new Database(path.join(directory, file));
  if (file === 'outbox.sqlite') db.exec('DELETE FROM lostText');
  db.exec(sql);
  db.close();
  const again = await reopen(directory);
  expect(again.warnings.filter((warning) => warning.includes('TypeError'))).toEqual([]);
  expect(again.replica.store.drafts.lostTexts('c', String).every(({ text }) => typeof text === 'string')).toBe(true);
  expect(found()).toHaveLength(1);
});

test('a damaged outbox whose backup is damaged too is reported, and the next start begins without it', async () => {
  const directory = await workAndEnd();
  for (const ending of ['-wal', '-shm']) rmSync(path.join(directory, `outbox.sqlite${ending}`), { force: true });
  for (const name of ['outbox.sqlite', 'outbox.backup.sqlite'])
    writeFileSync(path.join(directory, name), 'garbage '.repeat(1000));
  expect(openReplicaStorage(directory)).toMatchObject({ ok: false, failure: { code: 'outbox_corrupt' } });
  expect(readdirSync(directory).filter((name) => name.includes('.damaged-'))).toHaveLength(2);
  const opened = openReplicaStorage(directory);
  if (!opened.ok) throw new Error(opened.failure.message);
  opened.value.close();
});

test('files of a newer program are not changed, and a message explains why', async () => {
  const directory = await workAndEnd();
  const db = new Database(path.join(directory, 'outbox.sqlite'));
  db.pragma(`user_version = ${outboxMigrations.length + 1}`);
  db.close();
  expect(openReplicaStorage(directory)).toMatchObject({
    ok: false,
    failure: { kind: 'conflict', code: 'newer_schema', message: expect.stringContaining('Update Decktop') },
  });
});

test('a second program cannot write, and the first is not affected', () => {
  expect(openReplicaStorage(device.directory)).toMatchObject({
    ok: false,
    failure: { kind: 'conflict', code: 'already_open' },
  });
  expect(device.act(['cards/create', { content: 'Still here', deckId: deck() }])).toMatchObject({ ok: true });
});

test('on a full disk a change is refused, and all others are kept', async () => {
  const { db } = device.replica.store.engine;
  const pages = db.pragma('durable.page_count', { simple: true }) as number;
  db.pragma(`durable.max_page_count = ${pages}`);
  const before = device.replica.operations().length;
  const long = 'x'.repeat(200_000);
  expect(device.act(['cards/create', { content: long, deckId: deck() }])).toMatchObject({
    ok: false,
    failure: { kind: 'conflict', code: 'disk_full' },
  });
  expect(device.replica.operations()).toHaveLength(before);
  expect(device.replica.store.rows.where('card', '"content" = ?', long)).toEqual([]);
  db.pragma('durable.max_page_count = 1000000');
  expect(device.act(['cards/create', { content: long, deckId: deck() }])).toMatchObject({ ok: true });
  await device.idle();
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

// The answer cannot be stored, so the operation stays in the state `sending`. `nextToSearch` must find it, too.
// Otherwise the change waits until a restart.
test('an action whose answer cannot be stored is searched for once the disk accepts writes again', async () => {
  const { db } = device.replica.store.engine;
  device.network.delay = async (path) => void (path.startsWith('/dispatch/') && db.pragma('query_only = 1'));
  device.actOrThrow(['cards/create', { content: 'Stored later', deckId: deck() }]);
  await device.idle();
  expect(device.replica.operations()).toMatchObject([{ state: 'sending' }]);
  device.network.delay = undefined;
  db.pragma('query_only = 0');
  await world.clock.advance(120_000);
  await device.idle();
  expect(device.replica.operations()).toEqual([]);
  expect(device.network.carriedOut('cards/create')).toHaveLength(1);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

// The transaction that discards the operation is rolled back. The operation in memory must then be as before, with its
// merged params and the list of rows that it wrote, which are only in memory (`Outbox.reload`).
test('a change whose discarding cannot be stored stays as it was', async () => {
  await device.offline();
  const { store } = device.replica;
  device.actOrThrow(['cards/create', { content: 'Stays', deckId: deck() }]);
  const before = structuredClone(store.outbox.all);
  expect(before[0]?.writes.size).toBeGreaterThan(0);
  const { db } = store.engine;
  db.exec(`CREATE TEMP TRIGGER full BEFORE DELETE ON "replica.image" BEGIN SELECT RAISE(ABORT, 'full'); END`);
  expect(() => store.discard(new Set([before[0]?.id as number]))).toThrow('full');
  db.exec('DROP TRIGGER full');
  expect(store.outbox.all).toEqual(before);
});

test('the message names a folder that cannot be written', () => {
  const directory = world.directory();
  writeFileSync(path.join(directory, 'file'), '');
  expect(openReplicaStorage(path.join(directory, 'file', 'inside'))).toMatchObject({
    ok: false,
    failure: { kind: 'conflict', message: expect.stringContaining(directory) },
  });
});

const files = path.join(import.meta.dirname, 'outbox-files');

test('there is a file of every version, and all of them open', () => {
  expect(readdirSync(files).sort()).toEqual(outboxMigrations.map((_, index) => `version-${index + 1}.sql`));
});

test.each(readdirSync(files))('%s opens with all its pending operations', async (name) => {
  const directory = world.directory();
  const written = new Database(path.join(directory, 'outbox.sqlite'));
  written.exec(readFileSync(path.join(files, name), 'utf8'));
  const had = written.pragma('user_version', { simple: true }) as number;
  written.close();
  expect(countUnsentChanges(directory)).toBe(had > 1 ? 2 : 1);
  const again = world.replica({ directory });
  const { replica } = again;
  expect(replica.operations()).toMatchObject([
    { action: 'cards/create', label: 'New card', params: { content: `Written by version ${had}` } },
    ...(had > 1 ? [{ action: 'cards/addFile', upload: { name: 'plan.txt', size: 8 } }] : []),
  ]);
  expect(replica.drafts.get('card:card-1')).toMatchObject({ text: 'half a thought', base: 'half' });
  expect(replica.drafts.lostTexts('local-BBBBBBBBBBBBBBBBBBBBBB', (id) => replica.store.ids.renamed(id))).toMatchObject(
    [{ text: 'gave way' }],
  );
  expect(replica.storedValues.get('pinnedDecks')).toEqual(['deck-1']);
  expect(replica.status()).toMatchObject({ pausedByPerson: true });
  // The pending operation in outbox.sqlite was written by a previous version of the app. The replica must send it.
  replica.start();
  await again.idle();
  replica.pauseOutbox(false);
  await again.idle();
  expect(world.service.engine.rows.where('card', '"content" = ?', `Written by version ${had}`)).toHaveLength(1);
  expect(replica.store.rows.find('cardSubscription', { cardId: 'card-1' as never })).toHaveLength(1);
});

test('a full disk stops the reading with a message, and reading continues once there is space', async () => {
  const { db } = device.replica.store.engine;
  const pages = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${pages}`);
  const cards = Array.from({ length: 50 }, (_, index) => ({ content: `${index} ${'long '.repeat(4000)}` }));
  await world.dispatch('cards/createMany', { cards, deckId: deck() as never });
  await world.clock.advance(31_000);
  await device.idle();
  expect(device.replica.status()).toMatchObject({ failure: { kind: 'conflict', code: 'disk_full' } });
  expect(device.read({ _root: [{ account: ['name'] }] }).account).toBeDefined();
  db.pragma('max_page_count = 1000000');
  await world.clock.advance(120_000);
  await device.idle();
  expect(device.replica.status().failure).toBeNull();
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

test('on a read-only disk a change is refused with a message, and everything can be read', async () => {
  const { db } = device.replica.store.engine;
  const before = device.replica.operations();
  db.pragma('query_only = 1');
  expect(device.act(['cards/create', { content: 'Not taken', deckId: deck() }])).toMatchObject({
    ok: false,
    failure: { kind: 'conflict', code: 'disk_read_only', message: expect.stringContaining(device.directory) },
  });
  expect(device.replica.operations()).toEqual(before);
  expect(device.read({ _root: [{ account: ['name'] }] }).account).toBeDefined();
  db.pragma('query_only = 0');
  expect(device.act(['cards/create', { content: 'Taken', deckId: deck() }])).toMatchObject({ ok: true });
});

test('outbox, drafts and choices are backed up every ten minutes', async () => {
  device.network.fault = () => 'unreachable';
  device.actOrThrow(['cards/create', { content: 'Not to be lost', deckId: deck() }]);
  device.replica.drafts.set({ key: 'card:1', text: 'half a', base: '', at: '2026-01-01T00:00:00.000Z' });
  device.replica.pauseOutbox(true);
  const backup = path.join(device.directory, 'outbox.backup.sqlite');
  await world.clock.advance(10 * 60_000);
  await vi.waitFor(() => expect(existsSync(backup)).toBe(true), 10_000);
  const copy = new Database(backup, { readonly: true });
  const all = (sql: string) => copy.prepare(sql).pluck().all();
  expect(all('SELECT action FROM operation')).toEqual(['cards/create']);
  expect(all('SELECT text FROM draft')).toEqual(['half a']);
  expect(all(`SELECT value FROM fact WHERE name = 'outboxPaused'`)).toEqual(['true']);
  copy.close();
});

const mode = (entry: string) => (statSync(entry).mode & 0o777).toString(8);

test.skipIf(process.platform === 'win32')(
  'the files of a replica are readable for their owner only, existing ones included',
  async () => {
    const { directory } = device;
    const modes = () => new Map(readdirSync(directory).map((name) => [name, mode(path.join(directory, name))]));
    const open = [...modes()].filter(([, bits]) => bits !== '600');
    expect([open, mode(directory)]).toEqual([[], '700']);
    await device.close();
    expect(modes().get('outbox.backup.sqlite')).toBe('600');
    for (const name of readdirSync(directory)) chmodSync(path.join(directory, name), 0o644);
    chmodSync(directory, 0o755);
    await reopen(directory);
    expect([...modes()].filter(([, bits]) => bits !== '600')).toEqual([]);
    expect(mode(directory)).toBe('700');
  },
);

describe('a stored change that cannot be read', () => {
  const damages = {
    'params that are no JSON': `params = '{"id":'`,
    'params of another type': `params = '[]'`,
    'a param of another type': `params = '{"id":7}'`,
    'a footprint that is no JSON': `footprint = 'x'`,
    'a footprint of another type': `footprint = '{"card\tx":7}'`,
    'an unknown state': `state = 'lost'`,
    'a time that is none': `at = 'yesterday'`,
    'an answer that is null': `answer = 'null'`,
  };
  test.each(Object.entries(damages))('(%s) is named and kept, and the others are sent', async (_name, damage) => {
    const [first, second] = device.replica.store.rows.where('card', `"visibility" = 'default' AND "isDoc" IS NOT 1`);
    await device.offline();
    device.actOrThrow(['cards/update', { id: first?.cardId, content: 'Damaged' }]);
    device.actOrThrow(['cards/update', { id: second?.cardId, content: 'Sent' }]);
    await device.close();
    const file = new Database(path.join(device.directory, 'outbox.sqlite'));
    file.prepare(`UPDATE operation SET ${damage} WHERE id = (SELECT min(id) FROM operation)`).run();
    file.close();
    const again = world.replica({ directory: device.directory });
    const [damaged] = again.replica.operations();
    expect(damaged).toMatchObject({ state: 'rejected', failure: { code: 'unreadable' } });
    expect(JSON.stringify(damaged?.params)).toContain('Damaged'.slice(0, damage.startsWith('params') ? 0 : 7));
    await again.start();
    expect(world.service.engine.rows.get('card', second?.cardId as string)?.content).toBe('Sent');
    expect(world.service.engine.rows.get('card', first?.cardId as string)?.content).toBe(first?.content);
    expect(again.replica.operations()).toHaveLength(1);
    again.replica.retry(damaged?.id as number);
    await again.idle();
    expect(again.replica.operations()).toHaveLength(1);
    again.replica.discard(damaged?.id as number);
    expect(again.replica.operations()).toEqual([]);
  });

  test('values that are no JSON are kept under another name', async () => {
    await device.close();
    const file = new Database(path.join(device.directory, 'outbox.sqlite'));
    file.prepare(`UPDATE fact SET value = '{' WHERE name = 'identity'`).run();
    file.close();
    const again = world.replica({ directory: device.directory });
    await again.start();
    expect(again.replica.status()).toMatchObject({ phase: 'fresh' });
    expect(again.replica.storedValues.get('identity')).toMatchObject({ isPerson: true });
  });
});

test('a draft whose value has another type is a text again, and the others stay', async () => {
  for (const key of ['a', 'b'])
    device.replica.drafts.set({ key, text: `Text ${key}`, base: '', at: `2026-04-0${key}` });
  await device.close();
  const file = new Database(path.join(device.directory, 'outbox.sqlite'));
  file.prepare(`UPDATE draft SET text = CAST('Bytes' AS BLOB), base = 7, at = x'00ff' WHERE key = 'a'`).run();
  file.close();
  const { drafts } = world.replica({ directory: device.directory }).replica;
  expect(drafts.get('b')).toMatchObject({ text: 'Text b' });
  expect(drafts.get('a')).toMatchObject({ text: 'Bytes', base: '7', at: expect.any(String) });
  expect(drafts.list()).toHaveLength(2);
});

/** Counts how often `work` compares an operation with another one: the comparison reads the footprint. */
function comparisonsDuring({ outbox }: OptimisticStore, work: () => void): number {
  let compared = 0;
  for (const operation of outbox.all) {
    const { footprint } = operation;
    Object.defineProperty(operation, 'footprint', {
      configurable: true,
      get() {
        compared += 1;
        return footprint;
      },
    });
  }
  work();
  const comparisons = compared;
  for (const operation of outbox.all)
    Object.defineProperty(operation, 'footprint', { value: operation.footprint, writable: true });
  return comparisons;
}

test('thousands of waiting changes are listed in time that grows with their number', async () => {
  const cards = device.replica.store.rows.where('card', `"visibility" = 'default' AND "isDoc" IS NOT 1 LIMIT 100`);
  await device.offline();
  for (const { cardId } of cards) device.actOrThrow(['cards/update', { id: cardId, content: 'Changed' }]);
  const comparisons = comparisonsDuring(device.replica.store, () =>
    expect(device.replica.operations()).toHaveLength(cards.length),
  );
  expect(comparisons).toBeLessThan(10 * cards.length);
});

test('thousands of stored changes that cannot be read are listed in time that grows with their number', async () => {
  const count = 5_000;
  const [card] = device.replica.store.rows.where('card', `"visibility" = 'default' AND "isDoc" IS NOT 1 LIMIT 1`);
  await device.offline();
  device.actOrThrow(['cards/update', { id: card?.cardId, content: 'Changed' }]);
  await device.close();
  const file = new Database(path.join(device.directory, 'outbox.sqlite'));
  const columns = file.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('operation') as string[];
  const copied = columns
    .filter((name) => !['id', 'key', 'params', 'footprint'].includes(name))
    .map((name) => `"${name}"`);
  file.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
    INSERT INTO operation (${copied}, key, params, footprint) SELECT ${copied}, key || i, '{', 'x' FROM operation, n`);
  file.close();
  const { replica } = world.replica({ directory: device.directory });
  const comparisons = comparisonsDuring(replica.store, () => {
    expect(replica.operations()).toHaveLength(count);
    expect(replica.status()).toMatchObject({ attention: count - 1 });
  });
  expect(comparisons).toBeLessThan(10 * count);
});
