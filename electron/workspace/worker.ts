/**
 * The script of a worker thread that runs one workspace's replica, so that it never blocks the main process. The main
 * process can start it before it knows which workspace to open: loading it takes longer than opening the files.
 */

import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { OfflinePreparationProgress, StorageUse } from '../../shared/bridge/index.ts';
import {
  conflictFailure,
  defectFailure,
  FailureError,
  type Outcome,
  serviceLimits,
} from '../../shared/contract/index.ts';
import { type RequestBudget, unlimitedRequestBudget } from '../client/budget.ts';
import { systemClock } from '../client/clock.ts';
import { createFileTransfer } from '../client/file-transfer.ts';
import { createHttpSender } from '../client/http-sender.ts';
import { connectToEmbeddedService } from '../client/port-sender.ts';
import { privateFileMode } from '../engine/private-files.ts';
import { connectRpc } from '../engine/thread-rpc.ts';
import { fetchedFileName } from '../keep/messages.ts';
import { localPollIntervals, remotePollIntervals } from '../replica/pull/poll-intervals.ts';
import { OfflinePreparation } from '../replica/reads/offline-preparation.ts';
import { openReplica } from '../replica/replica.ts';
import { replicaFileNames } from '../replica/store/replica-files.ts';
import { countUnsentChanges } from '../replica/store/storage.ts';
import { createWorkspaceCommandHandler, parseWatchName } from './command-handler.ts';
import { FileCache, maxStoredFileBytes } from './file-cache.ts';
import { createAttachmentFileAccess } from './files.ts';
import { Imports } from './import/imports.ts';
import type { LivingFolders } from './living/living-folders.ts';
import type {
  EventMessage,
  EverythingRead,
  LogMessage,
  MainThreadFunctions,
  ReplicaWorkerData,
  WorkspaceThreadFunctions,
} from './messages.ts';
import { createWorkerNetwork } from './network-port.ts';
import { AttachmentUploader } from './uploader.ts';

const thread = parentPort;
if (!thread) throw new Error("A workspace's worker needs a parent thread");

const functions: Partial<WorkspaceThreadFunctions> = { open, countUnsent, close: () => thread.close() };
const main = connectRpc<MainThreadFunctions>(thread, functions);

const log = (level: LogMessage['level'], message: string, details?: Record<string, unknown>) =>
  main.post('log', { level, message, ...(details ? { details } : {}) });

// Only log unhandled rejections. By default, an unhandled rejection makes Node end the worker thread.
process.on('unhandledRejection', (reason) =>
  log('error', "A workspace's thread left a rejection unhandled", {
    error: reason instanceof Error ? reason.stack : String(reason),
  }),
);

function open(data: ReplicaWorkerData): Outcome<null> {
  try {
    return openWorkspace(data);
  } catch (error) {
    return { ok: false, failure: defectFailure(error) };
  }
}

function openWorkspace(data: ReplicaWorkerData): Outcome<null> {
  const servicePort = data.servicePort ? connectToEmbeddedService(data.servicePort) : null;
  const network = createWorkerNetwork(main);
  const post = (message: EventMessage) => main.post('event', message);
  let uploader: AttachmentUploader | undefined;
  let folders: LivingFolders | undefined;
  const opened = openReplica({
    directory: data.directory,
    baseUrl: data.baseUrl,
    token: typeof data.token === 'string' ? data.token : '',
    userId: data.userId,
    send: servicePort?.send ?? createHttpSender(data.baseUrl, network),
    clock: systemClock,
    // The embedded service has no rate limit.
    budget: servicePort ? unlimitedRequestBudget : mainBudget,
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
      committed: (changed) => folders?.cardsChanged(changed),
    },
    onBroken: (failure) => main.post('broken', failure),
    log,
  });
  if (!opened.ok) return opened;
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
      send: servicePort?.send ?? network,
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
    store: replica.store,
    sync: replica.sync,
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
  const imports = new Imports({
    replica,
    clock: systemClock,
    changed: (payload) => post({ event: 'import/changed', windowId: null, payload }),
    canDeleteTags: servicePort !== null,
    log,
  });
  // Loaded late, because most workspaces have none.
  const openFolders = async (): Promise<LivingFolders> => {
    const { LivingFolders: Folders } = await import('./living/living-folders.ts');
    folders ??= new Folders({
      replica,
      clock: systemClock,
      directory: data.directory,
      changed: (payload) => post({ event: 'folders/changed', windowId: null, payload }),
      notice: (text) => post({ event: 'app/command', windowId: null, payload: { name: 'notice', text } }),
      log,
    });
    return folders;
  };
  const answered = <T>(work: Promise<T>): Promise<Outcome<T>> =>
    work.then(
      (value): Outcome<T> => ({ ok: true, value }),
      (error: unknown) => ({
        ok: false,
        failure: error instanceof FailureError ? error.failure : (replica.failureOf(error) ?? defectFailure(error)),
      }),
    );
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
    imports,
    folders: openFolders,
    storage,
    servicePort,
    now: () => systemClock.now(),
    host: servicePort ? null : new URL(data.baseUrl).host,
  });

  Object.assign(functions, {
    call: ({ command, windowId, params }) => commandHandler.answer(command, windowId, params),
    file: (fileId) =>
      files.read(fileId).catch((error: unknown) => ({
        ok: false as const,
        failure: replica.failureOf(error) ?? defectFailure(error),
      })),
    backUp: () => replica.backUpOutbox(),
    inspectFolder: ({ deckId, path: chosen }) =>
      answered(openFolders().then((opened) => opened.inspect(deckId, chosen))),
    keepFolder: ({ deckId, path: chosen }) =>
      answered(openFolders().then((opened) => opened.keep(deckId, chosen).then(() => null))),
    async readEverything(folder, signal): Promise<Outcome<EverythingRead>> {
      const accountId = replica.store.rows.find('account', {})[0]?.id;
      const userId = replica.userId ?? replica.identity?.actorId;
      if (accountId === undefined || !userId)
        return {
          ok: false,
          failure: conflictFailure('copy', 'The workspace was not read yet. Try again when it is up to date.'),
        };
      if (replica.operations().some(({ state }) => state !== 'acknowledged'))
        return {
          ok: false,
          failure: conflictFailure(
            'copy',
            'Some of your changes have not reached the service. Copy the workspace when they have.',
          ),
        };
      const save = async (fileId: string): Promise<Outcome<unknown>> => {
        const read = await files.read(fileId);
        if (read.ok)
          await writeFile(path.join(folder, fetchedFileName(fileId)), read.value.bytes, { mode: privateFileMode });
        return read;
      };
      const report = (progress: OfflinePreparationProgress) =>
        post({ event: 'workspace/copying', windowId: null, payload: progress });
      try {
        const read = await preparation.readEverything(save, report, signal);
        return read.ok ? { ok: true, value: { problems: read.value, accountId, userId } } : read;
      } catch (error) {
        return { ok: false, failure: replica.failureOf(error) ?? defectFailure(error) };
      }
    },
    readWorkspace: ({ windowId, file, name }) => answered(imports.readWorkspace(windowId, file, name)),
    reconnect: (token) => replica.reconnect(token),
    setUser: (userId) => replica.setUser(userId),
    setActivity: (activity) => replica.setActivity(activity),
    releaseWindow: (windowId) => commandHandler.release(windowId),
    close() {
      preparation.stop();
      imports.close();
      sender.close();
      Promise.resolve(folders?.close())
        .then(() => replica.close())
        .catch((error: unknown) => log('error', 'A workspace did not close', { error: String(error) }))
        .finally(() => {
          servicePort?.close();
          thread?.close();
        });
    },
  } satisfies Omit<WorkspaceThreadFunctions, 'open' | 'countUnsent'>);
  replica.start();
  imports.start();
  if (replica.folders.list().length > 0)
    openFolders().catch((error: unknown) =>
      log('error', 'The folders of decks are not kept', { error: String(error) }),
    );
  return { ok: true, value: null };
}

/** The budget is in main, which has those of all workspaces of a service. */
let requestsLeft: number = serviceLimits.rateRequests;
const mainBudget: RequestBudget = {
  async acquire(priority, signal) {
    requestsLeft = await main.call('acquire', priority, { signal });
  },
  hold(seconds) {
    requestsLeft = 0;
    main.post('hold', seconds);
  },
  endHold: () => main.post('endHold', null),
  remainingRequests: () => requestsLeft,
};

function countUnsent(folders: readonly string[]): number {
  const counts = folders.map((folder) => {
    try {
      return countUnsentChanges(folder);
    } catch (error) {
      log('warn', 'The unsent changes of a workspace could not be counted', { folder, error: String(error) });
      return 1;
    }
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

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
