/**
 * Messages over a MessagePort between the worker threads of a workspace and of the embedded service. They have the same
 * parts as HTTP messages. A JSON body is text or UTF-8 bytes; an upload or a file is bytes.
 */
import type { AdministrationMessageName } from './administration.ts';

export interface ServiceRequestMessage {
  readonly id: number;
  readonly method: string;
  /** Begins with a slash; includes the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}
export interface ServiceAnswerMessage {
  readonly id: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}
/** The keys of the changed rows, by model. The replica then pulls at once instead of waiting for its next poll. */
export interface ServiceCommitMessage {
  readonly commit: Readonly<Record<string, readonly string[]>>;
}
export interface ServiceAdminRequestMessage {
  readonly id: number;
  readonly administration: AdministrationMessageName;
  readonly params: Readonly<Record<string, unknown>>;
}
export interface ServiceAdminAnswerMessage {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Sent once to main after the start. Main never passes it to a window, because it contains a token. */
export interface ServiceReadyInfo {
  /** A personal token of the local person, valid until the next start. */
  readonly token: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly userId: string;
  /** True if the database was new, so that this start created the workspace. */
  readonly isNew: boolean;
}
export type MessageFromServiceWorker =
  | { readonly ready: ServiceReadyInfo }
  /** Sent after each change to the organization's row, which may have a new name. */
  | { readonly accountName: string }
  /** The service could not start. Its worker thread then ends. */
  | { readonly failed: { readonly message: string; readonly isStorage: boolean } }
  /** An internal error, for the log. The service continues. */
  | { readonly defect: string }
  /** The path of a copy of the database, when copying has ended. `error` is the reason if it failed. */
  | { readonly copied: string; readonly error?: string };
