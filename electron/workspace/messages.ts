/** What main and a workspace's worker say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { BridgeEvents, CommandName, EventName } from '../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import type { RequestPriority } from '../client/budget.ts';

/** What a thread is told before anything else: which workspace is its own. */
export interface ReplicaWorkerData {
  /** Folder of the replica's files. */
  readonly directory: string;
  readonly baseUrl: string;
  /** Null when the keychain no longer gives it: everything stored can be read, nothing is sent. */
  readonly token: string | null;
  /** Whose Hand is "mine"; null: the token's own user. */
  readonly userId: string | null;
  /** To the embedded service; null for a service over the network. */
  readonly servicePort: MessagePort | null;
}

/** The first message to a thread. */
export interface OpenWorkspace {
  readonly open: ReplicaWorkerData;
}

export type ToWorker =
  | { readonly call: CommandName; readonly id: number; readonly windowId: number; readonly params: unknown }
  /** A stored file's bytes. */
  | { readonly file: string; readonly id: number }
  | { readonly backUp: true; readonly id: number }
  | { readonly reconnect: string }
  | { readonly setUser: string }
  | { readonly release: number }
  /** A request asked for with `take` may go out. */
  | { readonly granted: number; readonly left: number }
  | { readonly close: true };

export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

type EventMessage = {
  [E in EventName]: { readonly event: E; readonly windowId: number | null; readonly payload: BridgeEvents[E] };
}[EventName];

export type FromWorker =
  | { readonly ready: true }
  /** The worker could not start; it ends by itself. */
  | { readonly failed: Failure }
  | { readonly id: number; readonly answer: Outcome<unknown> }
  | EventMessage
  | { readonly take: number; readonly priority: RequestPriority }
  | { readonly untake: number }
  | { readonly hold: number }
  | { readonly log: 'info' | 'warn' | 'error'; readonly message: string; readonly facts?: Record<string, unknown> }
  | { readonly closed: true };
