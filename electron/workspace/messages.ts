/** The functions that the main process and a workspace's worker thread call of each other. */
import type { MessagePort } from 'node:worker_threads';
import type { BridgeEvents, CommandName, EventName, ImportReading } from '../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import type { RequestPriority } from '../client/budget.ts';
import type { ComputerActivity } from '../replica/pull/poll-intervals.ts';
import type { NetworkFunctions } from './network-port.ts';

/** The window id for commands and watches of the main process itself. Electron's window ids start at 1. */
export const mainProcessCallerId = 0;

export interface ReplicaWorkerData {
  readonly directory: string;
  readonly baseUrl: string;
  /** A failure says why there is none. The worker thread then reads stored data and sends nothing. */
  readonly token: string | Failure;
  /** Null for the user of the token. */
  readonly userId: string | null;
  /** Null for a service over the network. */
  readonly servicePort: MessagePort | null;
}

export interface FileContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export interface WorkspaceCall {
  /** A watch that the command starts belongs to this window. */
  readonly windowId: number;
  readonly command: CommandName;
  readonly params: unknown;
}

export interface FolderRequest {
  readonly deckId: string;
  readonly path: string;
}

export interface EverythingRead {
  readonly problems: readonly string[];
  readonly accountId: string;
  /** The person whose Hand is shown, else the user of the token. */
  readonly userId: string;
}

export interface WorkspaceToRead {
  readonly windowId: number;
  /** Path of the database. */
  readonly file: string;
  readonly name: string;
}

/** A thread that was started in advance first has only these. */
export interface WaitingThreadFunctions {
  open(data: ReplicaWorkerData): Outcome<null>;
  /** The number of unsent changes in these workspace folders. A folder that cannot be read counts as one change. */
  countUnsent(folders: readonly string[]): number;
  close(params: null): void;
}

export interface WorkspaceThreadFunctions extends WaitingThreadFunctions {
  call(call: WorkspaceCall): Promise<Outcome<unknown>>;
  file(fileId: string): Promise<Outcome<FileContent>>;
  /** Reads the database of another workspace, for an import into this one. */
  readWorkspace(other: WorkspaceToRead): Promise<Outcome<ImportReading>>;
  /**
   * Reads all that the token may read, and fetches all files into the new folder. Returns what could not be read, in
   * sentences. Ends early if its signal aborts.
   */
  readEverything(folder: string, signal: AbortSignal): Promise<Outcome<EverythingRead>>;
  /** Copies the outbox file, which contains the drafts too, into the backup file in the workspace's folder. */
  backUp(params: null): Promise<Outcome<null>>;
  /** How many Markdown files are in a folder that the person chose for a deck, and its real path. */
  inspectFolder(request: FolderRequest): Promise<Outcome<{ readonly path: string; readonly files: number }>>;
  /** Windows never name a folder themselves, so this is no command of the bridge. */
  keepFolder(request: FolderRequest): Promise<Outcome<null>>;
  reconnect(token: string): void;
  setUser(userId: string): void;
  setActivity(activity: ComputerActivity): void;
  releaseWindow(windowId: number): void;
}

export type EventMessage = {
  [E in EventName]: { readonly event: E; readonly windowId: number | null; readonly payload: BridgeEvents[E] };
}[EventName];

export interface LogMessage {
  readonly level: 'info' | 'warn' | 'notice' | 'error';
  readonly message: string;
  readonly details?: Record<string, unknown>;
}

export interface MainThreadFunctions extends NetworkFunctions {
  event(message: EventMessage): void;
  /** The worker thread can no longer use the workspace's files. Main ends it. */
  broken(failure: Failure): void;
  /** Resolves to the requests left in the budget, which main owns, when the worker thread may send its request. */
  acquire(priority: RequestPriority, signal: AbortSignal): Promise<number>;
  /** The service has throttled requests: main allows no request for this many seconds. */
  hold(seconds: number): void;
  endHold(params: null): void;
  log(message: LogMessage): void;
}
