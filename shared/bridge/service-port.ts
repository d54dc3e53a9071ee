/**
 * Fetch-shaped messages between a workspace's worker and the embedded service's worker, over a MessagePort.
 * Bodies are JSON as text or in UTF-8, uploads and files are bytes.
 */
import type { AdministrationName } from './administration.ts';

export interface PortRequest {
  readonly id: number;
  readonly method: string;
  /** Path and query, from the first slash on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}
export interface PortAnswer {
  readonly id: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}
/** Keys per model that a commit of the service changed. The local replica pulls at once instead of polling. */
export interface PortCommit {
  readonly commit: Readonly<Record<string, readonly string[]>>;
}
/** A call of local administration, which no token may do. */
export interface PortAdministration {
  readonly id: number;
  readonly administration: AdministrationName;
  readonly params: Readonly<Record<string, unknown>>;
}
export interface PortAdministrationAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}
