/** The threads of a workspace: one for the replica, one for the embedded service. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ImportReading, NewWorkspace } from '../../shared/bridge/index.ts';
import type {
  ServiceReadyInfo,
  ServiceThreadFunctions,
  ServiceThreadListener,
} from '../../shared/bridge/service-port.ts';
import {
  conflictFailure,
  defectFailure,
  errorMessage,
  type Failure,
  FailureError,
  type Outcome,
} from '../../shared/contract/index.ts';
import type { RequestBudget } from '../client/budget.ts';
import type { RequestSender } from '../client/client.ts';
import { connectRpc, type Rpc, type RpcMessage } from '../engine/thread-rpc.ts';
import type {
  EventMessage,
  EverythingRead,
  FileContent,
  FolderRequest,
  LogMessage,
  MainThreadFunctions,
  ReplicaWorkerData,
  WaitingThreadFunctions,
  WorkspaceCall,
  WorkspaceThreadFunctions,
  WorkspaceToRead,
} from './messages.ts';
import { createNetworkRelay } from './network-port.ts';

export type Log = (level: LogMessage['level'], message: string, details?: Record<string, unknown>) => void;

export interface RunningReplica {
  call(call: WorkspaceCall): Promise<Outcome<unknown>>;
  file(fileId: string): Promise<Outcome<FileContent>>;
  backUp(): Promise<Outcome<null>>;
  inspectFolder(request: FolderRequest): ReturnType<WorkspaceThreadFunctions['inspectFolder']>;
  keepFolder(request: FolderRequest): ReturnType<WorkspaceThreadFunctions['keepFolder']>;
  readWorkspace(other: WorkspaceToRead): Promise<Outcome<ImportReading>>;
  readEverything(folder: string, signal: AbortSignal): Promise<Outcome<EverythingRead>>;
  readonly post: Rpc<WorkspaceThreadFunctions>['post'];
  readonly hasEnded: boolean;
  close(): Promise<void>;
}

interface ReplicaStart {
  /** A worker thread from `startReplicaThread` that has no workspace yet. */
  readonly worker: Worker;
  readonly data: ReplicaWorkerData;
  readonly budget: RequestBudget;
  readonly network: RequestSender;
  readonly log: Log;
  readonly onEvent: (message: EventMessage) => void;
  /** Called once if a ready worker thread ends although nobody called `close`. Its files are closed by then. */
  readonly onEnd: (failure: Failure) => void;
}

const workspaceStopped: Failure = { kind: 'defect', message: 'The workspace has stopped. Open it again.' };

/**
 * Limits V8's memory for new objects. Without a limit this memory grows to 134 MB during a first sync, and half of
 * it stays allocated. The limit saves 60 MB in an idle workspace of 100,000 cards (bench row `memory`).
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

/** Starts a worker thread with the replica's script. It waits until `openReplicaInThread` gives it a workspace. */
export function startReplicaThread(script: string | URL): Worker {
  const worker = new Worker(script, { resourceLimits });
  // Without a listener, an error in this waiting worker thread crashes the main process. If it has ended when a
  // workspace opens, threads.ts starts a new one, which reports the error.
  worker.on('error', () => undefined);
  return worker;
}

export const isWorkerAlive = ({ threadId }: Worker): boolean => threadId !== -1;

/**
 * Resolves when the worker thread has ended. One that was started in advance reads the message after it has loaded its
 * script. `terminate` crashed the process while the worker thread was loading SQLite.
 */
export async function closeWorkerThread(worker: Worker): Promise<void> {
  if (!isWorkerAlive(worker)) return;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.postMessage({ call: 'close' } satisfies RpcMessage);
  await ended;
}

/** `worker`, from `startReplicaThread`, then ends. Counts one change for each folder if it fails. */
export async function countUnsentChangesInFolders(worker: Worker, folders: readonly string[], log: Log) {
  const thread = connectRpc<WaitingThreadFunctions>(worker, { log: logOf(log) });
  worker.once('exit', () => thread.end(new Error('The thread has ended')));
  const unsent = await thread.call('countUnsent', folders).catch(() => folders.length);
  await closeWorkerThread(worker);
  return unsent;
}

const logOf =
  (log: Log): MainThreadFunctions['log'] =>
  ({ level, message, details }) =>
    log(level, message, details);

export async function openReplicaInThread(options: ReplicaStart): Promise<Outcome<RunningReplica>> {
  const { worker, data, budget, log } = options;
  let hasEnded = false;
  let isClosing = false;
  let isReady = false;
  let endCause = workspaceStopped;
  const thread = connectRpc<WorkspaceThreadFunctions, MainThreadFunctions>(worker, {
    event: options.onEvent,
    log: logOf(log),
    ...createNetworkRelay(options.network),
    acquire: (priority, signal) => budget.acquire(priority, signal).then(() => budget.remainingRequests()),
    hold: (seconds) => budget.hold(seconds),
    endHold: () => budget.endHold(),
    broken(failure) {
      endCause = failure;
      void worker.terminate();
    },
  });
  worker.on('error', (error) => {
    log('error', "A workspace's thread failed", { error: error instanceof Error ? error.stack : String(error) });
    endCause = { kind: 'defect', message: `The workspace stopped: ${errorMessage(error)}` };
  });
  // Handle `exit` and not the earlier event `error`, because the worker thread's files are closed only at `exit`.
  worker.once('exit', () => {
    hasEnded = true;
    thread.end(new FailureError(endCause));
    if (isReady && !isClosing) options.onEnd(endCause);
  });
  const answered = <T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> =>
    answer.catch((error: unknown) => ({
      ok: false,
      failure: error instanceof FailureError ? error.failure : defectFailure(error),
    }));

  const opened = await answered(thread.call('open', data));
  if (!opened.ok) {
    await worker.terminate();
    return opened;
  }
  isReady = true;
  return {
    ok: true,
    value: {
      call: (call) => answered(thread.call('call', call)),
      file: (fileId) => answered(thread.call('file', fileId)),
      backUp: () => answered(thread.call('backUp', null)),
      inspectFolder: (request) => answered(thread.call('inspectFolder', request)),
      keepFolder: (request) => answered(thread.call('keepFolder', request)),
      readEverything: (folder, signal) => answered(thread.call('readEverything', folder, { signal })),
      readWorkspace: (other) => answered(thread.call('readWorkspace', other)),
      post: thread.post,
      get hasEnded() {
        return hasEnded;
      },
      close() {
        isClosing = true;
        return closeWorkerThread(worker);
      },
    },
  };
}

export interface RunningService {
  readonly ready: ServiceReadyInfo;
  port(): MessagePort;
  /** Resolves to the cause if the worker thread ends although nobody called `close`. */
  readonly ended: Promise<Failure>;
  close(): Promise<void>;
}

interface ServiceStart {
  readonly script: string | URL;
  readonly file: string;
  readonly demo: boolean;
  readonly founding: NewWorkspace | null;
  readonly log: Log;
  /** Called with the organization's name after each change to the organization's row, even if the name is the same. */
  readonly onRenamed: (accountName: string) => void;
}

/** Fails if the thread ends before it is ready. */
export function startServiceThread(start: ServiceStart): Promise<Outcome<RunningService>> {
  const { script, file, demo, founding, log, onRenamed } = start;
  const worker = new Worker(script, { workerData: { file, demo, founding }, resourceLimits });
  const { promise: ended, resolve: end } = Promise.withResolvers<Failure>();
  let isClosing = false;
  let endCause: Failure = { kind: 'defect', message: 'The local workspace stopped.' };
  return new Promise((resolve) => {
    const thread = connectRpc<ServiceThreadFunctions<MessagePort>, ServiceThreadListener>(worker, {
      defect: (error) => log('error', 'The embedded service had a defect', { error }),
      accountName: onRenamed,
      failed({ isStorage, message }) {
        endCause = isStorage ? conflictFailure('storage', message) : { kind: 'defect', message };
        void worker.terminate();
      },
      ready: (ready) => resolve({ ok: true, value: { ready, port, ended, close } }),
    });
    worker.on('error', (error) => {
      log('error', "The embedded service's thread failed", {
        error: error instanceof Error ? error.stack : String(error),
      });
      endCause = { kind: 'defect', message: `The local workspace stopped: ${errorMessage(error)}` };
    });
    worker.once('exit', () => {
      thread.end(new FailureError(endCause));
      resolve({ ok: false, failure: endCause });
      if (!isClosing) end(endCause);
    });
    const port = () => {
      const { port1, port2 } = new MessageChannel();
      thread.post('port', { port: port1 });
      return port2;
    };
    const close = () => {
      isClosing = true;
      return closeWorkerThread(worker);
    };
  });
}
