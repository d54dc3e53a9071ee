/** Messages between main and a workspace's worker. */
import type { MessagePort } from 'node:worker_threads';
import type { BridgeEvents, CommandName, EventName } from '../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import type { RequestPriority } from '../client/budget.ts';
import type { Activity } from '../replica/pull/activity.ts';

/** Owns commands and watches of the main process itself; Electron counts windows from 1. */
export const mainProcessId = 0;

/** The workspace of a thread, in its first message. */
export interface ReplicaWorkerData {
  /** Folder of the replica's files. */
  readonly directory: string;
  readonly baseUrl: string;
  /** With a failure instead of a token, stored data can be read and nothing is sent. */
  readonly token: string | Failure;
  /** The person whose Hand is "mine"; null for the token's own user. */
  readonly userId: string | null;
  /** A port of the embedded service; null for a service over the network. */
  readonly servicePort: MessagePort | null;
}

/** The first message to a thread. */
export interface OpenWorkspace {
  readonly open: ReplicaWorkerData;
}

/** The last message to a thread; the first and only one to a thread that is not needed. */
export interface CloseWorkspace {
  readonly close: true;
}

export type ToWorker =
  | { readonly call: CommandName; readonly id: number; readonly windowId: number; readonly params: unknown }
  /** Requests the bytes of a stored file. */
  | { readonly file: string; readonly id: number }
  | { readonly backUp: true; readonly id: number }
  | { readonly reconnect: string }
  | { readonly setUser: string }
  | { readonly activity: Activity }
  | { readonly release: number }
  /** Grants a request that was announced with `acquire`. */
  | { readonly granted: number; readonly left: number }
  | NetworkAnswer
  | CloseWorkspace;

/** A request over the network that main performs for a worker. */
export interface NetworkRequest {
  /** Its number, unique within the worker. */
  readonly request: number;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}

/** The network's answer to the request of that number, or its error. */
export type NetworkAnswer =
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

export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

type EventMessage = {
  [E in EventName]: { readonly event: E; readonly windowId: number | null; readonly payload: BridgeEvents[E] };
}[EventName];

export type FromWorker =
  | { readonly ready: true }
  /** The worker could not start and ends. */
  | { readonly failed: Failure }
  | { readonly id: number; readonly answer: Outcome<unknown> }
  | EventMessage
  | { readonly acquire: number; readonly priority: RequestPriority }
  | { readonly release: number }
  | { readonly hold: number }
  | NetworkRequest
  | { readonly cancelRequest: number }
  | { readonly log: 'info' | 'warn' | 'error'; readonly message: string; readonly details?: Record<string, unknown> }
  | { readonly closed: true };
