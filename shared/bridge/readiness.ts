/** What is stored for going offline, and what the stored files take; types of the `sync/readiness` commands. */
import type { Failure } from '../contract/index.ts';
import type { SyncStatus } from './sync-status.ts';

/** The Hand, or a deck the person keeps ready. Counts are rows and files; null where the token may not read them. */
export interface PlaceReadiness {
  readonly kind: 'hand' | 'deck';
  /** The deck's id; null for the Hand. */
  readonly deckId: string | null;
  readonly title: string;
  /** `missing` is null until the first sync is through. */
  readonly cards: { readonly stored: number; readonly missing: number | null };
  /** `missing` counts threads, whose comments are not known yet. */
  readonly comments: { readonly stored: number; readonly missing: number } | null;
  /** `missing` counts cards, whose reactions to comments were not read. */
  readonly reactions: { readonly stored: number; readonly missing: number } | null;
  readonly files: FileReadiness;
  /** ISO time of the last preparation that left nothing missing; null when there was none. */
  readonly preparedAt: string | null;
}

export interface FileReadiness {
  readonly stored: number;
  readonly missing: number;
  /** Larger than what is kept; they open online only. */
  readonly tooLarge: number;
  readonly storedBytes: number;
  /** As far as the service tells sizes. */
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
  /** ISO time of the last applied pull: the age of everything listed. */
  readonly freshAt: string | null;
  /** Null while nothing is being fetched. */
  readonly preparing: Preparing | null;
  /** Why the last preparation ended before its end. */
  readonly failure: Failure | null;
}

/** Bytes on this computer's disk. */
export interface StorageUse {
  /** The copy of the service's rows. */
  readonly rows: number;
  /** What cannot be fetched again: outbox, drafts, choices. */
  readonly outbox: number;
  readonly files: number;
  readonly fileCount: number;
  /** What files may take together; the least recently opened go first. */
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
