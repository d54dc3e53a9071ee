/** Checks files that are attached offline or on a faulty network, and their transfer to the service. */
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileTransfer } from '../../../electron/client/file-transfer.ts';
import { maxBytesOfAllWaitingUploads, maxBytesPerWaitingUpload } from '../../../electron/replica/outbox/uploads.ts';
import { openReplicaStorage } from '../../../electron/replica/store/storage.ts';
import { FileCache } from '../../../electron/workspace/file-cache.ts';
import { type AttachmentFileAccess, createAttachmentFileAccess } from '../../../electron/workspace/files.ts';
import { AttachmentUploader } from '../../../electron/workspace/uploader.ts';
import type { NetworkFault } from '../../faults/network.ts';
import { baseUrl, type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;
let uploader: AttachmentUploader;
let files: AttachmentFileAccess;

function watch(): void {
  files = createAttachmentFileAccess({
    replica: device.replica,
    cache: new FileCache({
      folder: `${device.directory}/files`,
      storedValues: device.replica.store.storedValues,
      pinnedFileIds: () => new Set(),
    }),
    // Requests for files also use the faulty network of the replica.
    transfer: createFileTransfer({
      send: (request) => device.network.send(request),
      clock: world.clock,
      serviceUrl: baseUrl,
    }),
    log: () => undefined,
  });
  uploader = new AttachmentUploader({
    replica: device.replica,
    upload: files.upload,
    storeAttached: files.storeAttached,
    clock: world.clock,
    log: () => undefined,
  });
}

beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
  watch();
});
afterEach(async () => {
  uploader.close();
  await world.close();
});

const plain = `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned')`;
const card = () => device.replica.store.rows.where('card', `${plain} ORDER BY "accountSeq"`)[0]?.cardId as string;
const text = new TextEncoder();
const attach = (name = 'map.txt', cardId = card()) => uploader.attach(cardId, name, text.encode(`Inside ${name}`));
const serviceAttachments = (name = 'map.txt') => world.service.engine.rows.where('attachment', `"title" = '${name}'`);
const settle = async () => {
  device.replica.sync.refresh();
  for (let turn = 0; turn < 40; turn += 1) {
    await device.idle();
    uploader.statusChanged(device.replica.status());
    await world.clock.advance(2000);
  }
  await device.idle();
};
const goOffline = async () => {
  await device.offline();
  uploader.statusChanged(device.replica.status());
};
const goOnline = () => {
  device.network.fault = () => undefined;
  return settle();
};
const waitingUploads = () => device.replica.operations().filter(({ upload }) => upload);

test('with a connection a file is attached at once', async () => {
  const attached = await attach();
  expect(attached).toMatchObject({ ok: true, value: { attachmentId: expect.any(String), failure: null } });
  expect(waitingUploads()).toEqual([]);
  await settle();
  expect(serviceAttachments()).toHaveLength(1);
});

test('without a connection a file waits and is shown, survives a restart, and is attached once with all its bytes', async () => {
  await goOffline();
  expect(await attach()).toEqual({ ok: true, value: { attachmentId: null, failure: null } });
  expect(waitingUploads()).toMatchObject([
    { label: 'Attach map.txt', state: 'queued', upload: { cardId: card(), name: 'map.txt', size: 14 } },
  ]);
  expect(device.replica.status()).toMatchObject({ waiting: 1, attention: 0 });

  uploader.close();
  await device.close();
  device = world.replica({ directory: device.directory });
  device.network.fault = () => 'unreachable';
  await device.start();
  watch();
  expect(waitingUploads()).toHaveLength(1);
  await goOnline();
  expect(waitingUploads()).toEqual([]);
  expect(serviceAttachments()).toHaveLength(1);
  const { url } = world.service.engine.rows.get('file', serviceAttachments()[0]?.fileId as string) as { url: string };
  const stored = await world.service.handle(new Request(url), { ip: '127.0.0.1' });
  expect(await stored.text()).toBe('Inside map.txt');
});

// The replica must store why an upload failed, so that the outbox can show why the file waits.
test('while the file store fails, a file waits and the reason is shown', async () => {
  device.network.fault = (path) => (path.startsWith('/s3/upload') ? 'error500' : undefined);
  await attach();
  const [waiting] = waitingUploads();
  expect(waiting).toMatchObject({ state: 'queued', failure: { kind: 'offline' } });
  expect(waiting?.failure?.message).toContain('problem (status 500)');
  await goOnline();
  expect(waitingUploads()).toEqual([]);
});

// The app must also open attached files from this computer's storage. Otherwise images are broken until the replica has
// read the attachment from the service.
test('a file attached here can be opened while it waits, before the service has named it, and offline afterwards', async () => {
  const opened = async (fileId: string) => {
    const read = await files.read(fileId);
    return read.ok ? { text: new TextDecoder().decode(read.value.bytes), type: read.value.type } : read.failure.kind;
  };
  const here = () => device.replica.store.rows.where('attachment', `"title" LIKE '%.png'`).map(({ fileId }) => fileId);
  // The file still has its local id, because the attachment has not been read back.
  await attach('chart.png');
  const [unnamed] = here();
  expect(unnamed).toMatch(/^local-/);
  expect(await opened(String(unnamed))).toEqual({ text: 'Inside chart.png', type: 'image/png' });
  await goOffline();
  await attach('map.png');
  const [waiting] = waitingUploads();
  expect(await opened(`waiting-${-(waiting?.id ?? 0)}`)).toEqual({ text: 'Inside map.png', type: 'image/png' });

  await goOnline();
  expect(here()).toHaveLength(2);
  await goOffline();
  for (const fileId of here()) {
    expect(fileId).not.toMatch(/^local-/);
    expect(await opened(String(fileId))).toMatchObject({ type: 'image/png', text: expect.stringMatching(/^Inside/) });
  }
});

test('files of a card created offline are attached to that card', async () => {
  await goOffline();
  const { id } = device.actOrThrow(['cards/create', { content: 'Made on a plane', deckId: null }]);
  await attach('plane.txt', String(id));
  await goOnline();
  const [made] = world.service.engine.rows.where('card', `"title" = 'Made on a plane'`);
  expect(serviceAttachments('plane.txt')).toMatchObject([{ cardId: made?.cardId }]);
});

test.each([
  ['/s3/sign', 'dropAfter'],
  ['/s3/upload', 'dropBefore'],
  ['/s3/upload', 'dropAfter'],
  ['/s3/upload', 'error502After'],
  ['/dispatch/cards/addFile', 'dropBefore'],
  ['/dispatch/cards/addFile', 'dropAfter'],
  ['/dispatch/cards/addFile', 'error502After'],
  ['/dispatch/cards/addFile', 'truncate'],
] satisfies [string, NetworkFault][])('it is attached once when %s meets %s', async (place, fault) => {
  let isDone = false;
  device.network.fault = (path) => {
    if (isDone || !path.startsWith(place)) return undefined;
    isDone = true;
    return fault;
  };
  expect(await attach()).toMatchObject({ ok: true });
  await settle();
  expect(isDone).toBe(true);
  expect(serviceAttachments()).toHaveLength(1);
  expect(device.replica.operations()).toEqual([]);
});

describe('a refused file', () => {
  beforeEach(async () => {
    device.network.fault = (path) => (path === '/s3/sign' ? 'forbidden' : undefined);
    expect(await attach()).toMatchObject({ ok: true, value: { attachmentId: null, failure: { kind: 'scope' } } });
    await settle();
    expect(waitingUploads()).toMatchObject([{ state: 'rejected', tries: 1, failure: { kind: 'scope' } }]);
    expect(device.replica.status()).toMatchObject({ waiting: 1, attention: 1 });
    device.network.fault = () => undefined;
  });

  test('waits for the person, who can send it again', async () => {
    await settle();
    expect(serviceAttachments()).toEqual([]);
    device.replica.retry(waitingUploads()[0]?.id ?? 0);
    await settle();
    expect(serviceAttachments()).toHaveLength(1);
    expect(waitingUploads()).toEqual([]);
  });

  test('can be discarded', async () => {
    device.replica.discard(waitingUploads()[0]?.id ?? 0);
    await settle();
    expect(waitingUploads()).toEqual([]);
    expect(serviceAttachments()).toEqual([]);
    expect(device.replica.status()).toMatchObject({ waiting: 0, attention: 0 });
  });
});

// After the upload, one transaction must remove the file from the outbox and add the operation that attaches it.
// Otherwise the operation is sent although the file could not be removed, and the file is attached a second time.
test('a file that cannot be removed from the outbox is attached once, after it can be removed', async () => {
  const { db } = device.replica.store.engine;
  db.exec(
    `CREATE TEMP TRIGGER full BEFORE DELETE ON durable.upload BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  );
  await attach();
  await settle();
  expect(serviceAttachments()).toEqual([]);
  db.exec('DROP TRIGGER full');
  await settle();
  expect(serviceAttachments()).toHaveLength(1);
  expect(device.replica.operations()).toEqual([]);
});

test('a file that is discarded during its upload is not attached', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  device.network.delay = (path) => (path.startsWith('/s3/upload') ? promise : Promise.resolve());
  const answer = attach();
  await world.clock.advance(10);
  expect(waitingUploads()).toMatchObject([{ state: 'sending' }]);
  device.replica.discard(waitingUploads()[0]?.id ?? 0);
  resolve();
  expect(await answer).toEqual({ ok: true, value: { attachmentId: null, failure: null } });
  await settle();
  expect(serviceAttachments()).toEqual([]);
});

test('a file whose upload throws is not shown as being sent while it waits for the next try', async () => {
  uploader.close();
  const { replica } = device;
  const upload = () => Promise.reject(new Error('A defect'));
  const { storeAttached } = files;
  uploader = new AttachmentUploader({ replica, upload, storeAttached, clock: world.clock, log: () => undefined });
  expect(await attach()).toEqual({ ok: true, value: { attachmentId: null, failure: null } });
  expect(waitingUploads()).toMatchObject([{ state: 'queued', tries: 1 }]);
});

test('nothing is sent while the person works offline', async () => {
  device.replica.setOffline(true);
  uploader.statusChanged(device.replica.status());
  await attach();
  await settle();
  expect(serviceAttachments()).toEqual([]);
  device.replica.setOffline(false);
  await settle();
  expect(serviceAttachments()).toHaveLength(1);
});

test('a file that is too large to wait is refused with a message', async () => {
  await goOffline();
  const large = new Uint8Array(maxBytesPerWaitingUpload + 1);
  expect(await uploader.attach(card(), 'film.mp4', large)).toMatchObject({
    ok: false,
    failure: { code: 'too_large_to_wait', message: expect.stringContaining('“film.mp4” has 67 MB') },
  });
  const most = new Uint8Array(maxBytesPerWaitingUpload);
  for (let kept = 0; kept + maxBytesPerWaitingUpload <= maxBytesOfAllWaitingUploads; kept += maxBytesPerWaitingUpload)
    expect(await uploader.attach(card(), 'part.mp4', most)).toMatchObject({ ok: true });
  expect(await attach()).toMatchObject({
    ok: false,
    failure: { code: 'too_large_to_wait', message: expect.stringContaining('together at most 268 MB') },
  });
});

test('from a backup a file waits for the person, since it may have been attached already', async () => {
  await goOffline();
  await attach();
  uploader.close();
  await device.close();
  writeFileSync(`${device.directory}/outbox.sqlite`, 'rotten to the core'.repeat(400));
  const opened = openReplicaStorage(device.directory);
  if (!opened.ok) throw new Error(opened.failure.message);
  opened.value.close();
  device = world.replica({ directory: device.directory });
  device.replica.start();
  watch();
  await settle();
  expect(waitingUploads()).toMatchObject([{ state: 'rejected', failure: { code: 'ambiguous' } }]);
  expect(serviceAttachments()).toEqual([]);
});

test('a picture is found by its local id too, after the service has named it', async () => {
  const attached = await attach('map.png');
  if (!attached.ok || attached.value.attachmentId === null) throw new Error('The file was not attached');
  const fileId = device.replica.store.rows.get('attachment', attached.value.attachmentId)?.fileId ?? '';
  const read = async (id: string) => {
    const outcome = await files.read(id);
    return outcome.ok ? [new TextDecoder().decode(outcome.value.bytes), outcome.value.type] : outcome.failure.message;
  };
  const picture = ['Inside map.png', 'image/png'];
  expect(await read(fileId)).toEqual(picture);
  await settle();
  expect(await read(fileId)).toEqual(picture);
  // The replica must find the file by the service's id, too.
  expect(await read(serviceAttachments('map.png')[0]?.fileId ?? '')).toEqual(picture);
  expect(await read(fileId)).toEqual(picture);
});
