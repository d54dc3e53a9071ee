/** Messages between the main process and a workspace's worker thread. */
import type { MessagePort } from 'node:worker_threads';
import type { BridgeEvents, CommandName, EventName } from '../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import type { RequestPriority } from '../client/budget.ts';
import type { ComputerActivity } from '../replica/pull/poll-intervals.ts';

/** The window id for commands and watches of the main process itself. Electron's window ids start at 1. */
export const mainProcessCallerId = 0;

export interface ReplicaWorkerData {
  readonly directory: string;
  readonly baseUrl: string;
  /**
   * A failure gives the reason why the token is missing. The worker thread can then read stored data, but sends
   * nothing.
   */
  readonly token: string | Failure;
  /** Null for the user of the token. */
  readonly userId: string | null;
  /** Null for a service over the network. */
  readonly servicePort: MessagePort | null;
}

export interface OpenWorkspaceMessage {
  readonly open: ReplicaWorkerData;
}

/** The worker thread gets no other message: it answers with `unsent` and ends. */
export interface CountUnsentChangesMessage {
  readonly countUnsentIn: readonly string[];
}

/** A worker thread that was started in advance gets it even if it never opened a workspace. */
export interface CloseWorkspaceMessage {
  readonly close: true;
}

/** A message from the main process to the worker thread. The answer to a message with `id` has the same `id`. */
export type MessageToWorker =
  | { readonly call: CommandName; readonly id: number; readonly windowId: number; readonly params: unknown }
  | { readonly file: string; readonly id: number }
  | { readonly backUp: true; readonly id: number }
  | { readonly reconnect: string }
  | { readonly setUser: string }
  | { readonly activity: ComputerActivity }
  | { readonly release: number }
  /** Allows the request with this number in an `acquire` message. `left`: requests left in the budget. */
  | { readonly granted: number; readonly left: number }
  | WorkerNetworkAnswer
  | CloseWorkspaceMessage;

export interface WorkerNetworkRequest {
  /** Unique within the worker thread. */
  readonly request: number;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}

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

export interface FileContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

type EventMessage = {
  [E in EventName]: { readonly event: E; readonly windowId: number | null; readonly payload: BridgeEvents[E] };
}[EventName];

export type MessageFromWorker =
  | { readonly ready: true }
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
