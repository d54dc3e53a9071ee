/** A workspace on a service, copied into a local one: compared with the service row by row. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileTransfer } from '../../electron/client/file-transfer.ts';
import { tableDefinitions } from '../../electron/engine/store/schema.ts';
import { fetchedFileName } from '../../electron/keep/messages.ts';
import { copyReplica } from '../../electron/keep/replica-copy.ts';
import { examineFolder } from '../../electron/keep/workspace-files.ts';
import { OfflinePreparation } from '../../electron/replica/reads/offline-preparation.ts';
import { createService } from '../../electron/service/service.ts';
import { FileCache } from '../../electron/workspace/file-cache.ts';
import { createAttachmentFileAccess } from '../../electron/workspace/files.ts';
import { baseUrl, createWorld, type World, type WorldReplica } from '../replica/support.ts';

let world: World;
let device: WorldReplica;
let files: string;

beforeEach(async () => {
  world = createWorld();
  world.service.setBaseUrl(baseUrl);
  device = world.replica();
  await device.start();
  files = path.join(world.directory(), 'files');
  mkdirSync(files);
});
afterEach(() => world.close());

function preparation(): { readonly prepared: OfflinePreparation; readonly save: (id: string) => Promise<never> } {
  const { replica } = device;
  const cache = new FileCache({
    folder: path.join(device.directory, 'files'),
    storedValues: replica.storedValues,
    pinnedFileIds: () => new Set(),
  });
  const transfer = createFileTransfer({ send: device.network.send, clock: world.clock, serviceUrl: baseUrl });
  const access = createAttachmentFileAccess({ replica, cache, transfer, log: () => undefined });
  const prepared = new OfflinePreparation({
    store: replica.store,
    sync: replica.sync,
    clock: world.clock,
    storedValues: replica.storedValues,
    userId: () => replica.userId,
    missingScopes: () => replica.client.refused.scopes,
    files: { maxFileBytes: 64 * 1024 * 1024, storedFiles: () => new Map(), download: (id) => access.readAndStore(id) },
    changed: () => undefined,
  });
  const save = async (id: string) => {
    const read = await access.read(id);
    if (read.ok) writeFileSync(path.join(files, fetchedFileName(id)), read.value.bytes);
    return read as never;
  };
  return { prepared, save };
}

async function copied(): Promise<{ readonly target: string; readonly problems: readonly string[] }> {
  const { prepared, save } = preparation();
  const read = await prepared.readEverything(save, () => undefined, new AbortController().signal);
  if (!read.ok) throw new Error(read.failure.message);
  const target = path.join(world.directory(), 'copy');
  const { accountId } = world.service;
  copyReplica({ folder: device.directory, files, accountId, userId: world.userId, target });
  return { target, problems: read.value };
}

/** Read only where somebody looks, or the service's own. */
const notCopied = new Set([
  'accountRole',
  'apiToken',
  'setting',
  'upload',
  'release',
  'cardHistory',
  'milestoneProgress',
  'sprintProgress',
  'sprintConfigProgress',
  'projectProgress',
  'runSchedule',
  'resolvableParticipant',
  'notice',
  'lockedCard',
  'mail',
  'deckSubscription',
  'cardSubscription',
  'deckGuardian',
  'pinnedMilestone',
]);

function rowsOf(db: Database, name: string): Map<string, Record<string, unknown>> {
  const table = tableDefinitions.get(name);
  const columns = table?.columns.map((column) => `"${column.name}"`).join(', ');
  return new Map(
    (db.prepare(`SELECT ${columns} FROM "${name}"`).all() as Record<string, unknown>[]).map((row) => [
      JSON.stringify(table?.key.map((key) => row[key])),
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          table?.byName.get(key)?.kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value,
        ]),
      ),
    ]),
  );
}

test('every row and file that the token may read is in the copy, with its id', async () => {
  const { target, problems } = await copied();
  expect(problems).toEqual([]);
  const copy = new SQLite(path.join(target, 'service.sqlite'), { readonly: true });
  const { db } = world.service.engine;
  const compared: Record<string, number> = {};
  for (const { name } of tableDefinitions.values()) {
    if (notCopied.has(name)) continue;
    const there = rowsOf(db, name);
    if (name === 'card') for (const [key, row] of there) if (row.visibility === 'deleted') there.delete(key);
    // A replica reads the bookmarks of its person.
    if (name === 'handCard') for (const [key, { userId }] of there) if (userId !== world.userId) there.delete(key);
    if (name === 'user') for (const row of there.values()) if (row.id !== world.userId) row.timezone = null;
    const here = rowsOf(copy, name);
    compared[name] = there.size;
    for (const [key, row] of there) {
      const same = name === 'file' ? { ...row, url: here.get(key)?.url } : row;
      expect(here.get(key), `${name} ${key}`).toEqual(same);
    }
  }
  expect(compared).toMatchObject({ account: 1, card: expect.any(Number), resolvableEntry: expect.any(Number) });
  copy.close();
  // It is a workspace like any other, which opens and works.
  expect(examineFolder(target, { isOpen: false, mends: false })).toEqual([]);
  const service = createService({ file: path.join(target, 'service.sqlite'), clock: () => world.clock.now() });
  const { rows } = service.engine;
  const [attachment] = rows.find('attachment', {});
  const file = rows.get('file', String(attachment?.fileId));
  const response = await service.handle(new Request(String(file?.url)), { ip: '127.0.0.1' });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(
    readFileSync(path.join(files, fetchedFileName(String(file?.id)))),
  );
  const { token } = service.administration.createToken({
    kind: 'personal',
    permission: 'admin',
    label: 'test',
    userId: world.userId,
  });
  const act = await service.handle(
    new Request('http://localhost/dispatch/cards/create', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'After the copy', deckId: rows.find('deck', { isDeleted: false })[0]?.id }),
    }),
    { ip: '127.0.0.1' },
  );
  expect(await act.json()).toMatchObject({
    accountSeq: Math.max(...(db.prepare('SELECT max(accountSeq) FROM card').pluck().all() as number[])) + 1,
  });
  service.close();
});

test('ids of another form, and what cannot be read, make a copy too; the report says what is missing', async () => {
  const { db } = device.replica.store.engine;
  const [card] = device.replica.store.rows.find('card', { visibility: 'default' });
  db.prepare('UPDATE user SET name = NULL WHERE id <> ?').run(world.userId);
  db.prepare(`UPDATE card SET cardId = 'other:1' WHERE cardId = ?`).run(card?.cardId);
  device.network.fault = (url) => (url.startsWith('/files/') ? 'forbidden' : undefined);
  const { target, problems } = await copied();
  expect(problems).toEqual([expect.stringMatching(/^\d+ files could not be read: .+/)]);
  const service = createService({ file: path.join(target, 'service.sqlite') });
  const { token } = service.administration.createToken({
    kind: 'personal',
    permission: 'admin',
    label: 'test',
    userId: world.userId,
  });
  const answer = await service.handle(
    new Request('http://localhost/dispatch/cards/update', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'other:1', content: 'Known by its old id' }),
    }),
    { ip: '127.0.0.1' },
  );
  expect(answer.status).toBe(200);
  service.close();
});

test('a copy that is stopped reads no further', async () => {
  const { prepared, save } = preparation();
  const stop = new AbortController();
  const seen: string[] = [];
  const saved: string[] = [];
  await prepared.readEverything(
    (id) => {
      saved.push(id);
      return save(id);
    },
    ({ what }) => {
      seen.push(what);
      if (what === 'files') stop.abort();
    },
    stop.signal,
  );
  expect(seen).toContain('files');
  expect(saved.length).toBeLessThanOrEqual(1);
});
