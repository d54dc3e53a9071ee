/**
 * The functions that the worker threads of a workspace, of the embedded service and main call of each other. Requests
 * have the same parts as HTTP messages. A JSON body is text or UTF-8 bytes; an upload or a file is bytes.
 */
import type { AdministrationMessageName } from './administration.ts';

export interface ServicePortRequest {
  readonly method: string;
  /** Begins with a slash; includes the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}
export interface ServicePortAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}
export interface ServicePortAdministration {
  readonly administration: AdministrationMessageName;
  readonly params: Readonly<Record<string, unknown>>;
}
type AdministrationAnswer =
  | { readonly value: unknown }
  | { readonly error: { readonly code: string; readonly message: string } };

export interface ServicePortFunctions {
  request(request: ServicePortRequest): ServicePortAnswer;
  administer(request: ServicePortAdministration): AdministrationAnswer;
}
/** The keys of the changed rows, by model. The replica then pulls at once instead of waiting for its next poll. */
export type ServiceCommit = Readonly<Record<string, readonly string[]>>;
export interface ServicePortListener {
  commit(commit: ServiceCommit): void;
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
export interface ServiceThreadFunctions<Port> {
  port(ends: { readonly port: Port }): void;
  close(params: null): void;
}
export interface ServiceThreadListener {
  ready(info: ServiceReadyInfo): void;
  /** Called after each change to the organization's row, which may have a new name. */
  accountName(name: string): void;
  /** The service could not start. Its worker thread then ends. */
  failed(why: { readonly message: string; readonly isStorage: boolean }): void;
  /** An internal error, for the log. The service continues. */
  defect(error: string): void;
}
