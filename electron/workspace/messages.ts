/** Defines the messages between the main process and a workspace's worker thread. */
import type { MessagePort } from 'node:worker_threads';
import type { BridgeEvents, CommandName, EventName } from '../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import type { RequestPriority } from '../client/budget.ts';
import type { ComputerActivity } from '../replica/pull/activity.ts';

/** The window id for commands and watches of the main process itself. Electron's window ids start at 1. */
export const mainProcessCallerId = 0;

/** The data that a worker thread needs to open a workspace. */
export interface ReplicaWorkerData {
  /** Folder of the replica's files. */
  readonly directory: string;
  readonly baseUrl: string;
  /**
   * The token, or a failure with the reason why the token is missing. Without a token the worker thread can read stored
   * data, but sends nothing.
   */
  readonly token: string | Failure;
  /** Id of the person who uses the workspace; null for the user of the token. */
  readonly userId: string | null;
  /** A port of the embedded service; null for a service over the network. */
  readonly servicePort: MessagePort | null;
}

/** The first message to a worker thread that runs a workspace. */
export interface OpenWorkspaceMessage {
  readonly open: ReplicaWorkerData;
}

/**
 * Asks a worker thread to count the unsent changes in these folders of closed workspaces. The worker thread gets no
 * other message: it answers with `unsent` and ends.
 */
export interface CountUnsentChangesMessage {
  readonly countUnsentIn: readonly string[];
}

/**
 * The last message to a worker thread. A worker thread that was started in advance gets this message even if it never
 * opened a workspace.
 */
export interface CloseWorkspaceMessage {
  readonly close: true;
}

/** A message from the main process to the worker thread. The answer to a message with `id` has the same `id`. */
export type MessageToWorker =
  | { readonly call: CommandName; readonly id: number; readonly windowId: number; readonly params: unknown }
  /** Requests the file whose id is `file`. */
  | { readonly file: string; readonly id: number }
  | { readonly backUp: true; readonly id: number }
  | { readonly reconnect: string }
  | { readonly setUser: string }
  | { readonly activity: ComputerActivity }
  /** Removes the watches of the window with this id. */
  | { readonly release: number }
  /** Allows the request that has this number in an `acquire` message. `left`: requests left in the budget. */
  | { readonly granted: number; readonly left: number }
  | WorkerNetworkAnswer
  | CloseWorkspaceMessage;

/** A network request that the main process performs for a worker thread. */
export interface WorkerNetworkRequest {
  /** Number of the request, unique within the worker thread. */
  readonly request: number;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}

/** The answer to the request whose number is `answerTo`, or the network error of that request. */
export type WorkerNetworkAnswer =
  | {
      readonly answerTo: number;
      readonly status: number;
      readonly headers: [string, string][];
      readonly body: ReadableStream<Uint8Array> | null;
    }
  | {
      readonly answerTo: number;
      readonly error: string;
      readonly code: string | undefined;
      /** Host and port of the proxy that caused the error. */
      readonly proxy: string | undefined;
    };

/** The bytes of a file with its content type. */
export interface FileContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

type EventMessage = {
  [E in EventName]: { readonly event: E; readonly windowId: number | null; readonly payload: BridgeEvents[E] };
}[EventName];

/** A message from the worker thread to the main process. */
export type MessageFromWorker =
  | { readonly ready: true }
  /** The answer to `CountUnsentChangesMessage`. */
  | { readonly unsent: number }
  /** The worker thread ends, because it cannot open its workspace or can no longer use the workspace's files. */
  | { readonly failed: Failure }
  | { readonly id: number; readonly answer: Outcome<unknown> }
  | EventMessage
  /** Asks the main process, which has the request budget, to allow request number `acquire`. */
  | { readonly acquire: number; readonly priority: RequestPriority }
  /** Withdraws request number `withdraw`, which the main process has not allowed yet. */
  | { readonly withdraw: number }
  /** The service has throttled requests: the main process must allow no request for this many seconds. */
  | { readonly hold: number }
  | { readonly endHold: true }
  | WorkerNetworkRequest
  | { readonly cancelRequest: number }
  | { readonly log: 'info' | 'warn' | 'error'; readonly message: string; readonly details?: Record<string, unknown> };
