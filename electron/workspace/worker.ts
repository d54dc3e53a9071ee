/**
 * The script of a worker thread that runs one workspace's replica, so that it never blocks the main process. The main
 * process can start it before it knows which workspace to open: loading it takes longer than opening the files.
 */

import { statSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { StorageUse } from '../../shared/bridge/index.ts';
import { defectFailure } from '../../shared/contract/index.ts';
import { unlimitedRequestBudget } from '../client/budget.ts';
import { systemClock } from '../client/clock.ts';
import { createFileTransfer } from '../client/file-transfer.ts';
import { createHttpSender } from '../client/http-sender.ts';
import { connectToEmbeddedService } from '../client/port-sender.ts';
import { localPollIntervals, remotePollIntervals } from '../replica/pull/poll-intervals.ts';
import { OfflinePreparation } from '../replica/reads/offline-preparation.ts';
import { openReplica } from '../replica/replica.ts';
import { replicaFileNames } from '../replica/store/replica-files.ts';
import { countUnsentChanges } from '../replica/store/storage.ts';
import { createWorkspaceCommandHandler, parseWatchName } from './command-handler.ts';
import { FileCache, maxStoredFileBytes } from './file-cache.ts';
import { createAttachmentFileAccess } from './files.ts';
import type {
  CloseWorkspaceMessage,
  CountUnsentChangesMessage,
  MessageFromWorker,
  MessageToWorker,
  OpenWorkspaceMessage,
  ReplicaWorkerData,
} from './messages.ts';
import { createWorkerNetwork } from './network-port.ts';
import { AttachmentUploader } from './uploader.ts';
import { createWorkerRequestBudget } from './worker-request-budget.ts';

const main = parentPort;
if (!main) throw new Error("A workspace's worker needs a parent thread");
const post = (message: MessageFromWorker, transfer: readonly ArrayBuffer[] = []) => main.postMessage(message, transfer);

const log = (log: 'info' | 'warn' | 'error', message: string, details?: Record<string, unknown>) =>
  post({ log, message, ...(details ? { details } : {}) });

// Only log unhandled rejections. By default, an unhandled rejection makes Node end the worker thread.
process.on('unhandledRejection', (reason) =>
  log('error', "A workspace's thread left a rejection unhandled", {
    error: reason instanceof Error ? reason.stack : String(reason),
  }),
);

function start(data: ReplicaWorkerData): void {
  const servicePort = data.servicePort ? connectToEmbeddedService(data.servicePort) : null;
  const budgetPort = createWorkerRequestBudget(post);
  const network = createWorkerNetwork(post);
  let uploader: AttachmentUploader | undefined;
  const opened = openReplica({
    directory: data.directory,
    baseUrl: data.baseUrl,
    token: typeof data.token === 'string' ? data.token : '',
    userId: data.userId,
    send: servicePort?.send ?? createHttpSender(data.baseUrl, network.send),
    clock: systemClock,
    // The embedded service has no rate limit.
    budget: servicePort ? unlimitedRequestBudget : budgetPort,
    intervals: servicePort ? localPollIntervals : remotePollIntervals,
    events: {
      patched({ watchId: name, ...patch }) {
        const { windowId, watchId } = parseWatchName(name);
        post({ event: 'data/patch', windowId, payload: { watchId, ...patch } });
      },
      renamed: (payload) => post({ event: 'data/renamed', windowId: null, payload }),
      status(payload) {
        post({ event: 'sync/status', windowId: null, payload });
        uploader?.statusChanged(payload);
      },
      notifications: (payload) => post({ event: 'notifications/changed', windowId: null, payload }),
      outbox: (payload) => post({ event: 'outbox/changed', windowId: null, payload }),
    },
    onBroken(failed) {
      post({ failed });
      main?.close();
    },
    log,
  });
  if (!opened.ok) {
    post({ failed: opened.failure });
    main?.close();
    return;
  }
  const replica = opened.value;
  if (typeof data.token !== 'string') replica.stopWithoutToken(data.token);
  servicePort?.onCommit((commit) => replica.onServiceCommit(commit));
  const cache: FileCache = new FileCache({
    folder: path.join(data.directory, 'files'),
    storedValues: replica.storedValues,
    pinnedFileIds: () => preparation.pinnedFileIds(),
  });
  const files = createAttachmentFileAccess({
    replica,
    cache,
    transfer: createFileTransfer({
      send: servicePort?.send ?? network.send,
      clock: systemClock,
      serviceUrl: data.baseUrl,
    }),
    log,
  });
  const sender = new AttachmentUploader({
    replica,
    upload: files.upload,
    storeAttached: files.storeAttached,
    clock: systemClock,
    log,
  });
  uploader = sender;
  const preparation: OfflinePreparation = new OfflinePreparation({
    // Use getters, because the replica replaces both objects when it replaces a damaged cache.
    get store() {
      return replica.store;
    },
    get sync() {
      return replica.sync;
    },
    clock: systemClock,
    storedValues: replica.storedValues,
    userId: () => replica.userId,
    missingScopes: () => replica.client.refused.scopes,
    files: {
      maxFileBytes: maxStoredFileBytes,
      storedFiles: () => cache.storedFiles(),
      download: (fileId) => files.readAndStore(fileId),
    },
    changed: (payload) => post({ event: 'sync/readiness', windowId: null, payload }),
  });
  const storage = {
    use: () => storageUse(data.directory, cache),
    limit(bytes: number) {
      cache.maxBytes = bytes;
    },
  };
  const commandHandler = createWorkspaceCommandHandler({
    replica,
    uploader: sender,
    preparation,
    storage,
    servicePort,
    now: () => systemClock.now(),
  });

  main?.on('message', (message: MessageToWorker) => {
    if ('call' in message)
      void commandHandler
        .answer(message.call, message.windowId, message.params)
        .then((answer) => post({ id: message.id, answer }));
    else if ('file' in message)
      void files
        .read(message.file)
        .catch((error: unknown) => ({ ok: false as const, failure: replica.failureOf(error) ?? defectFailure(error) }))
        .then((answer) => post({ id: message.id, answer }));
    else if ('backUp' in message) void replica.backUpOutbox().then((answer) => post({ id: message.id, answer }));
    else if ('reconnect' in message) replica.reconnect(message.reconnect);
    else if ('setUser' in message) replica.setUser(message.setUser);
    else if ('activity' in message) replica.setActivity(message.activity);
    else if ('release' in message) commandHandler.release(message.release);
    else if ('granted' in message) budgetPort.granted(message.granted, message.left);
    else if ('answerTo' in message) network.answered(message);
    else {
      preparation.stop();
      sender.close();
      replica
        .close()
        .catch((error: unknown) => log('error', 'A workspace did not close', { error: String(error) }))
        .finally(() => {
          servicePort?.close();
          main?.close();
        });
    }
  });
  post({ ready: true });
  replica.start();
}

/** A folder that cannot be read counts as one change. */
function unsentIn(folder: string): number {
  try {
    return countUnsentChanges(folder);
  } catch (error) {
    log('warn', 'The unsent changes of a workspace could not be counted', { folder, error: String(error) });
    return 1;
  }
}

main.once('message', (message: OpenWorkspaceMessage | CountUnsentChangesMessage | CloseWorkspaceMessage) => {
  if ('countUnsentIn' in message)
    post({ unsent: message.countUnsentIn.reduce((sum, folder) => sum + unsentIn(folder), 0) });
  if (!('open' in message)) {
    main.close();
    return;
  }
  try {
    start(message.open);
  } catch (error) {
    post({ failed: defectFailure(error) });
    process.exitCode = 1;
    main.close();
  }
});

/** Sizes in bytes; the time of the last backup is null for none. */
function storageUse(directory: string, cache: FileCache): StorageUse {
  const stat = (name: string) => statSync(path.join(directory, name), { throwIfNoEntry: false });
  const sizeOf = (name: string) => ['', '-wal'].reduce((sum, ending) => sum + (stat(name + ending)?.size ?? 0), 0);
  const storedFiles = [...cache.storedFiles().values()];
  return {
    rowsBytes: sizeOf(replicaFileNames.cache),
    outboxBytes: sizeOf(replicaFileNames.outbox),
    filesBytes: storedFiles.reduce((sum, { bytes }) => sum + bytes, 0),
    fileCount: storedFiles.length,
    maxFilesBytes: cache.maxBytes,
    backedUpAt: stat(replicaFileNames.backup)?.mtime.toISOString() ?? null,
  };
}
