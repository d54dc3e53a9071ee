import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileTransfer } from '../../../electron/client/file-transfer.ts';
import { OfflinePreparation } from '../../../electron/replica/reads/offline-preparation.ts';
import { FileCache, maxStoredFileBytes } from '../../../electron/workspace/file-cache.ts';
import { type AttachmentFileAccess, createAttachmentFileAccess } from '../../../electron/workspace/files.ts';
import { AttachmentUploader } from '../../../electron/workspace/uploader.ts';
import type { OfflineReadiness } from '../../../shared/bridge/index.ts';
import { baseUrl, createWorld, type World, type WorldReplica } from '../support.ts';

let world: World;
let device: WorldReplica;
let cache: FileCache;
let files: AttachmentFileAccess;
let preparation: OfflinePreparation;
let reports: OfflineReadiness[];
/** If false, requests for files fail. */
let filesReachable: boolean;

function createPreparation(): void {
  const { replica } = device;
  reports = [];
  filesReachable = true;
  cache = new FileCache({
    folder: path.join(device.directory, 'files'),
    storedValues: replica.store.storedValues,
    pinnedFileIds: () => preparation.pinnedFileIds(),
  });
  files = createAttachmentFileAccess({
    replica,
    cache,
    transfer: createFileTransfer({
      send: (request) =>
        filesReachable
          ? world.service.handle(request, { ip: '127.0.0.1' })
          : Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } })),
      clock: world.clock,
      serviceUrl: baseUrl,
    }),
    log: () => undefined,
  });
  preparation = new OfflinePreparation({
    store: replica.store,
    sync: replica.sync,
    clock: world.clock,
    storedValues: replica.store.storedValues,
    userId: () => replica.userId,
    missingScopes: () => replica.client.refused.scopes,
    files: {
      maxFileBytes: maxStoredFileBytes,
      storedFiles: () => cache.storedFiles(),
      download: (id) => files.readAndStore(id),
    },
    changed: (readiness) => reports.push(readiness),
  });
}

/** Creates a card in a deck, with a thread that was closed long ago. Returns the deck's id. */
async function createOldThread(): Promise<string> {
  const deckId = world.service.engine.rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]
    ?.id;
  const { id } = await world.dispatch('cards/create', { content: 'Take along', deckId: deckId as never });
  const thread = await world.dispatch('resolvables/create', {
    cardId: id as never,
    context: 'comment',
    content: 'Said long ago',
  });
  await world.dispatch('resolvables/close', { id: thread.id as never });
  // The first sync does not read threads that were closed so long ago.
  const { db } = world.service.engine;
  const longAgo = '2025-01-01T00:00:00.000Z';
  db.prepare('UPDATE resolvable SET closedAt = ?, createdAt = ? WHERE id = ?').run(longAgo, longAgo, thread.id);
  db.prepare('UPDATE resolvableEntry SET createdAt = ?, lastChangedAt = ? WHERE resolvableId = ?').run(
    longAgo,
    longAgo,
    thread.id,
  );
  return deckId as string;
}

beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

async function waitForPreparation(): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    if (preparation.readiness().preparing === null) return;
    await world.clock.advance(100);
  }
  throw new Error('The preparation does not end');
}
const readinessOf = (deckId: string) =>
  preparation.readiness().cardLists.find((cardList) => cardList.deckId === deckId);

/**
 * Creates a card with an old thread and starts a replica. Attaches a file to the card without storing the file on this
 * computer, and pins the deck. Returns the deck's id.
 */
async function deckWithMissingFile(): Promise<string> {
  const deckId = await createOldThread();
  device = world.replica();
  await device.start();
  createPreparation();
  const card = device.replica.store.rows.where('card', `"content" = 'Take along'`)[0]?.cardId as string;
  // `storeAttached` does nothing, so this computer does not have the file, like a file that was attached on another
  // computer.
  const options = { upload: files.upload, storeAttached: () => undefined, clock: world.clock, log: () => undefined };
  const uploader = new AttachmentUploader({ replica: device.replica, ...options });
  expect(await uploader.attach(card, 'plan.txt', new TextEncoder().encode('The plan'))).toMatchObject({ ok: true });
  await device.idle();
  preparation.pin(deckId, true);
  return deckId;
}

describe('ready to go offline', () => {
  test('counts missing data, fetches it, and shows when', async () => {
    const deckId = await deckWithMissingFile();
    // Add a reaction to a stored comment. Reactions are read on demand only.
    const [talk] = device.replica.store.rows.where(
      'resolvableEntry',
      '"cardId" IN (SELECT "cardId" FROM "card" WHERE "deckId" = ?)',
      deckId,
    );
    const value = { type: 'emoji', value: '🦉' } as const;
    await world.dispatch('resolvables/addReaction', { entryId: talk?.entryId as never, value });
    expect(readinessOf(deckId)?.reactions).toMatchObject({
      stored: 0,
      missing: expect.toSatisfy((count) => count > 0),
    });
    expect(readinessOf(deckId)).toMatchObject({
      cards: { missing: 0 },
      comments: { missing: 1 },
      files: { stored: 0, missing: 1, missingBytes: 8, oldestAt: null },
      preparedAt: null,
    });
    preparation.start();
    await waitForPreparation();
    expect(preparation.readiness().failure).toBeNull();
    expect(readinessOf(deckId)).toMatchObject({
      cards: { missing: 0 },
      comments: { missing: 0 },
      reactions: { stored: expect.toSatisfy((count) => count > 0), missing: 0 },
      files: { stored: 1, missing: 0, storedBytes: 8 },
      preparedAt: expect.stringMatching(/^2026-03-02T09:00:0/),
    });
    expect(reports.map(({ preparing }) => preparing?.what)).toEqual(expect.arrayContaining(['comments', 'files']));

    // The file and the old comment must be readable without a network.
    device.network.fault = () => 'unreachable';
    filesReachable = false;
    const { fileId } = device.replica.store.rows.where('attachment', `"title" = 'plan.txt'`)[0] ?? {};
    const read = await files.read(String(fileId));
    expect(read.ok && new TextDecoder().decode(read.value.bytes)).toBe('The plan');
    expect(device.replica.store.rows.where('resolvableEntry', `"content" = 'Said long ago'`)).toHaveLength(1);
    expect(
      device.replica.store.rows.find('resolvableEntryReaction', { entryId: talk?.entryId as never }),
    ).toContainEqual(expect.objectContaining({ value }));
  });

  test('stops with the reason when the connection breaks, and keeps what it has read', async () => {
    const deckId = await deckWithMissingFile();
    filesReachable = false;
    preparation.start();
    await waitForPreparation();
    expect(preparation.readiness()).toMatchObject({ preparing: null, failure: { kind: 'offline' } });
    expect(readinessOf(deckId)).toMatchObject({ comments: { missing: 0 }, files: { missing: 1 }, preparedAt: null });

    device.network.fault = () => 'unreachable';
    preparation.start();
    await waitForPreparation();
    expect(preparation.readiness()).toMatchObject({ preparing: null, failure: { kind: 'offline' } });
  });

  test('can be stopped by the person', async () => {
    const deckId = await deckWithMissingFile();
    preparation.start();
    preparation.stop();
    await waitForPreparation();
    expect(preparation.readiness().failure).toBeNull();
    expect(readinessOf(deckId)).toMatchObject({ comments: { missing: 1 }, files: { missing: 1 }, preparedAt: null });
    // After the person has stopped the preparation, the replica must not request the missing comment in the background
    // either.
    await device.idle();
    expect(readinessOf(deckId)?.comments?.missing).toBe(1);
  });

  test('waits for a service that asks for a delay', async () => {
    const deckId = await deckWithMissingFile();
    let throttled = 3;
    device.network.fault = () => (throttled-- > 0 ? 'throttle' : undefined);
    preparation.start();
    await waitForPreparation();
    expect(preparation.readiness().failure).toBeNull();
    expect(readinessOf(deckId)).toMatchObject({ comments: { missing: 0 }, files: { missing: 0 } });
  });

  test('pins survive a restart, and a pinned deck created here gets its new id', async () => {
    await deckWithMissingFile();
    device.network.fault = () => 'unreachable';
    const project = device.replica.store.rows.where('project', '1')[0]?.id;
    const { id } = device.actOrThrow(['decks/create', { title: 'Made on the train', projectId: project }]);
    preparation.pin(String(id), true);
    await device.online();
    const titles = () => preparation.readiness().cardLists.map(({ title }) => title);
    expect(titles()).toContain('Made on the train');
    expect(preparation.pinned.some((deck) => deck.startsWith('local-'))).toBe(false);
    createPreparation();
    expect(titles()).toContain('Made on the train');
  });
});

describe('stored files', () => {
  test('do not exceed their limit: least recently opened ones are removed first, pinned ones last', async () => {
    const wanted = new Set(['kept']);
    device = world.replica();
    cache = new FileCache({
      folder: path.join(device.directory, 'files'),
      storedValues: device.replica.store.storedValues,
      pinnedFileIds: () => wanted,
    });
    for (const [age, id] of ['kept', 'old', 'opened', 'new'].entries()) {
      expect(await cache.write(id, new Uint8Array(100))).toBe(true);
      const at = 1_000_000 + age;
      utimesSync(path.join(device.directory, 'files', Buffer.from(id).toString('base64url')), at, at);
    }
    await cache.read('opened');
    cache.maxBytes = 250;
    expect([...cache.storedFiles().keys()].sort()).toEqual(['kept', 'opened']);
    await cache.write('newest', new Uint8Array(100));
    expect([...cache.storedFiles().keys()].sort()).toEqual(['kept', 'newest']);
    expect(await cache.write('huge', new Uint8Array(251))).toBe(false);
    expect(
      new FileCache({ folder: '', storedValues: device.replica.store.storedValues, pinnedFileIds: () => wanted })
        .maxBytes,
    ).toBe(250);
  });

  test('a file whose id is too long for a file name is not stored', async () => {
    device = world.replica();
    createPreparation();
    const id = 'x'.repeat(192);
    expect(await cache.read(id)).toBeUndefined();
    expect(await cache.write(id, new Uint8Array(1))).toBe(false);
  });

  test('on a full disk the file is shown, and the dialog shows why it is not stored', async () => {
    await deckWithMissingFile();
    const { fileId } = device.replica.store.rows.where('attachment', `"title" = 'plan.txt'`)[0] ?? {};
    const folder = path.join(device.directory, 'files');
    mkdirSync(folder, { recursive: true });
    // Simulate a full disk: each write to /dev/full fails with ENOSPC.
    const fill = () =>
      symlinkSync('/dev/full', path.join(folder, `${Buffer.from(String(fileId)).toString('base64url')}.new`));
    fill();
    preparation.start();
    await waitForPreparation();
    expect(preparation.readiness().failure).toMatchObject({ code: 'disk_full' });
    fill();
    const read = await files.read(String(fileId));
    expect(read.ok && new TextDecoder().decode(read.value.bytes)).toBe('The plan');
  });
});
