/** Types of the `sync/readiness` commands: what is stored for offline use, and the disk space it takes. */
import type { Failure } from '../contract/index.ts';
import type { SyncStatus } from './sync-status.ts';

/**
 * The Hand, or a deck that the person keeps available offline. Counts are null where the token may not read the rows.
 */
export interface PlaceReadiness {
  readonly kind: 'hand' | 'deck';
  /** The deck's id; null for the Hand. */
  readonly deckId: string | null;
  readonly title: string;
  /** `missing` is null until the first sync is complete. */
  readonly cards: { readonly stored: number; readonly missing: number | null };
  /** `missing` counts threads whose comments are not stored yet. */
  readonly comments: { readonly stored: number; readonly missing: number } | null;
  /** `missing` counts cards whose reactions to comments are not stored yet. */
  readonly reactions: { readonly stored: number; readonly missing: number } | null;
  readonly files: FileReadiness;
  /** ISO time of the last complete preparation, or null. */
  readonly preparedAt: string | null;
}

export interface FileReadiness {
  readonly stored: number;
  readonly missing: number;
  /** Files that are too large to store; they open online only. */
  readonly tooLarge: number;
  readonly storedBytes: number;
  /** Bytes, as far as the service states sizes. */
  readonly missingBytes: number;
  /** ISO time at which the oldest of them was stored. */
  readonly oldestAt: string | null;
}

export interface Preparing {
  readonly done: number;
  readonly total: number;
  readonly what: 'cards' | 'comments' | 'files';
}

export interface Readiness {
  readonly places: readonly PlaceReadiness[];
  /** ISO time of the last applied pull. */
  readonly freshAt: string | null;
  /** Null while nothing is fetched. */
  readonly preparing: Preparing | null;
  /** Why the last preparation stopped early. */
  readonly failure: Failure | null;
}

/** Bytes on this computer's disk. */
export interface StorageUse {
  /** The copy of the service's rows, `cache.sqlite`. */
  readonly rows: number;
  /** Outbox, drafts and choices, which cannot be fetched again. */
  readonly outbox: number;
  readonly files: number;
  readonly fileCount: number;
  /** Maximum of all files together; the least recently opened are removed first. */
  readonly filesCeiling: number;
  /** ISO time of the newest copy of outbox, drafts and choices. */
  readonly backedUpAt: string | null;
}

/** Bounds of `filesCeiling`. */
export const fileCeilings = { least: 16 * 1024 * 1024, most: 64 * 1024 * 1024 * 1024 } as const;

/** A workspace that is open in some window. */
export interface WorkspaceStatus {
  readonly id: string;
  readonly name: string;
  readonly status: SyncStatus;
}
