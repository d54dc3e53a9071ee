/**
 * Starts the worker threads of a workspace, one for the replica and one for the embedded service, and exchanges
 * messages with them.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { CommandName, EventName, NewWorkspace } from '../../shared/bridge/index.ts';
import type { MessageFromServiceWorker, ServiceReadyInfo } from '../../shared/bridge/service-port.ts';
import { conflictFailure, errorMessage, type Failure, type Outcome } from '../../shared/contract/index.ts';
import type { RequestBudget } from '../client/budget.ts';
import type { RequestSender } from '../client/client.ts';
import type {
  CloseWorkspaceMessage,
  CountUnsentChangesMessage,
  FileContent,
  MessageFromWorker,
  MessageToWorker,
  OpenWorkspaceMessage,
  ReplicaWorkerData,
} from './messages.ts';
import { createNetworkRelay } from './network-port.ts';

export type Log = (level: 'info' | 'warn' | 'error', message: string, details?: Record<string, unknown>) => void;

export interface RunningReplica {
  call(windowId: number, command: CommandName, params: unknown): Promise<Outcome<unknown>>;
  file(fileId: string): Promise<Outcome<FileContent>>;
  /** Copies the outbox file, which contains the drafts too, into the backup file in the workspace's folder. */
  backUp(): Promise<Outcome<null>>;
  post(message: Exclude<MessageToWorker, { id: number }>): void;
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
  readonly onEvent: (windowId: number | null, event: EventName, payload: unknown) => void;
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
  worker.postMessage({ close: true } satisfies CloseWorkspaceMessage);
  await ended;
}

/**
 * `worker`, from `startReplicaThread`, counts the changes and then ends. A folder that cannot be read counts as one
 * change.
 */
export function countUnsentChangesInFolders(worker: Worker, folders: readonly string[], log: Log): Promise<number> {
  let unsent = folders.length;
  return new Promise((resolve) => {
    worker.on('message', (message: MessageFromWorker) => {
      if ('unsent' in message) unsent = message.unsent;
      else if ('log' in message) log(message.log, message.message, message.details);
    });
    worker.once('exit', () => resolve(unsent));
    worker.postMessage({ countUnsentIn: folders } satisfies CountUnsentChangesMessage);
  });
}

export function openReplicaInThread(options: ReplicaStart): Promise<Outcome<RunningReplica>> {
  const { worker, data, budget, log } = options;
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  const acquiring = new Map<number, AbortController>();
  let lastId = 0;
  let hasEnded = false;
  let isClosing = false;
  let isReady = false;
  let endCause: Failure | undefined;
  const post = (message: MessageToWorker, transfer: readonly ReadableStream[] = []) => {
    if (!hasEnded) worker.postMessage(message, transfer);
  };
  const relay = createNetworkRelay(options.network, post);

  function request(message: (id: number) => MessageToWorker): Promise<Outcome<unknown>> {
    if (hasEnded) return Promise.resolve({ ok: false, failure: workspaceStopped });
    return new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      post(message(lastId));
    });
  }

  const running: RunningReplica = {
    call: (windowId, command, params) => request((id) => ({ call: command, id, windowId, params })),
    file: (fileId) => request((id) => ({ file: fileId, id })) as Promise<Outcome<FileContent>>,
    backUp: () => request((id) => ({ backUp: true, id })) as Promise<Outcome<null>>,
    post,
    get hasEnded() {
      return hasEnded;
    },
    close() {
      isClosing = true;
      return closeWorkerThread(worker);
    },
  };

  return new Promise((resolve) => {
    // Handle `exit` and not the earlier event `error`, because the worker thread's files are closed only at `exit`.
    worker.once('exit', () => {
      const failure = endCause ?? workspaceStopped;
      hasEnded = true;
      resolve({ ok: false, failure });
      for (const answer of waiting.values()) answer({ ok: false, failure });
      waiting.clear();
      for (const controller of acquiring.values()) controller.abort();
      relay.close();
      if (isReady && !isClosing) options.onEnd(failure);
    });
    worker.postMessage({ open: data } satisfies OpenWorkspaceMessage, data.servicePort ? [data.servicePort] : []);
    worker.on('error', (error) => {
      log('error', "A workspace's thread failed", { error: error instanceof Error ? error.stack : String(error) });
      endCause = { kind: 'defect', message: `The workspace stopped: ${errorMessage(error)}` };
    });
    worker.on('message', (message: MessageFromWorker) => {
      if ('ready' in message) {
        isReady = true;
        resolve({ ok: true, value: running });
      } else if ('failed' in message) {
        endCause = message.failed;
        void worker.terminate();
      } else if ('answer' in message) {
        waiting.get(message.id)?.(message.answer);
        waiting.delete(message.id);
      } else if ('event' in message) options.onEvent(message.windowId, message.event, message.payload);
      else if ('acquire' in message) {
        const controller = new AbortController();
        acquiring.set(message.acquire, controller);
        void budget.acquire(message.priority, controller.signal).then(
          () => {
            acquiring.delete(message.acquire);
            post({ granted: message.acquire, left: budget.remainingRequests() });
          },
          () => acquiring.delete(message.acquire),
        );
      } else if ('withdraw' in message) acquiring.get(message.withdraw)?.abort();
      else if ('request' in message) relay.perform(message);
      else if ('cancelRequest' in message) relay.cancel(message.cancelRequest);
      else if ('hold' in message) budget.hold(message.hold);
      else if ('endHold' in message) budget.endHold();
      else if ('log' in message) log(message.log, message.message, message.details);
    });
  });
}

export interface RunningService {
  readonly ready: ServiceReadyInfo;
  port(): MessagePort;
  copyTo(file: string): Promise<Outcome<null>>;
  /** Resolves to the cause if the worker thread ends although nobody called `close`. */
  readonly ended: Promise<Failure>;
  close(): Promise<void>;
}

const notCopied = (file: string, why: string): Outcome<never> => ({
  ok: false,
  failure: conflictFailure('storage', `The data could not be copied to ${file}: ${why}`),
});

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
    worker.on('error', (error) => {
      log('error', "The embedded service's thread failed", {
        error: error instanceof Error ? error.stack : String(error),
      });
      endCause = { kind: 'defect', message: `The local workspace stopped: ${errorMessage(error)}` };
    });
    worker.once('exit', () => {
      resolve({ ok: false, failure: endCause });
      if (!isClosing) end(endCause);
    });
    worker.on('message', (message: MessageFromServiceWorker) => {
      if ('defect' in message) log('error', 'The embedded service had a defect', { error: message.defect });
      else if ('accountName' in message) onRenamed(message.accountName);
      else if ('failed' in message) {
        const { isStorage, message: text } = message.failed;
        endCause = isStorage ? conflictFailure('storage', text) : { kind: 'defect', message: text };
        void worker.terminate();
      } else if ('ready' in message)
        resolve({
          ok: true,
          value: {
            ready: message.ready,
            port() {
              const { port1, port2 } = new MessageChannel();
              worker.postMessage({ port: port1 }, [port1]);
              return port2;
            },
            copyTo(file) {
              const copied = new Promise<Outcome<null>>((done) => {
                const onMessage = (answer: MessageFromServiceWorker) => {
                  if (!('copied' in answer) || answer.copied !== file) return;
                  worker.off('message', onMessage);
                  done(answer.error === undefined ? { ok: true, value: null } : notCopied(file, answer.error));
                };
                worker.on('message', onMessage);
              });
              worker.postMessage({ copyTo: file });
              return Promise.race([copied, ended.then(() => notCopied(file, endCause.message))]);
            },
            ended,
            close() {
              isClosing = true;
              return closeWorkerThread(worker);
            },
          },
        });
    });
  });
}
