import type { Failure } from '../contract/index.ts';
import type { SyncStatus } from './sync-status.ts';

/** `comments` and `reactions` are null if the token has no right to read them. */
export interface OfflineCardListReadiness {
  readonly kind: 'hand' | 'deck';
  /** The deck's id; null for the Hand. */
  readonly deckId: string | null;
  readonly title: string;
  /** `missing` is null until the first sync is complete, because the number of cards is unknown until then. */
  readonly cards: { readonly stored: number; readonly missing: number | null };
  /** `missing` counts threads whose comments are not stored yet. */
  readonly comments: { readonly stored: number; readonly missing: number } | null;
  /** `missing` counts cards whose reactions to comments are not stored yet. */
  readonly reactions: { readonly stored: number; readonly missing: number } | null;
  readonly files: OfflineFileReadiness;
  /** ISO time at which a preparation (`sync/prepare`) last completed; null before the first. */
  readonly preparedAt: string | null;
}

export interface OfflineFileReadiness {
  readonly stored: number;
  readonly missing: number;
  /** Number of files that are too large to store and therefore open only online. */
  readonly tooLarge: number;
  readonly storedBytes: number;
  /** Size of the missing files in bytes, without files whose size the service does not state. */
  readonly missingBytes: number;
  /** ISO time at which the oldest stored file was stored; null without stored files. */
  readonly oldestAt: string | null;
}

export interface OfflinePreparationProgress {
  readonly done: number;
  readonly total: number;
  readonly what: 'cards' | 'comments' | 'files';
}

export interface OfflineReadiness {
  readonly cardLists: readonly OfflineCardListReadiness[];
  /** ISO time at which a poll or the first sync last completed; null before the first sync has completed. */
  readonly freshAt: string | null;
  /** Progress of the running preparation (`sync/prepare`); null if none is running. */
  readonly preparing: OfflinePreparationProgress | null;
  /** Why the last preparation stopped before its end; null if it was completed. */
  readonly failure: Failure | null;
}

/** Disk space that a workspace takes on this computer, in bytes. */
export interface StorageUse {
  /** Size of `cache.sqlite`, the copy of the service's rows. */
  readonly rowsBytes: number;
  /** Size of `outbox.sqlite`: the outbox, drafts, and choices such as pinned decks. The service has no copy of them. */
  readonly outboxBytes: number;
  readonly filesBytes: number;
  readonly fileCount: number;
  /**
   * Maximum size of all stored files together. If it is exceeded, the app deletes the least recently opened files, and
   * files of the Hand and of pinned decks only after all others.
   */
  readonly maxFilesBytes: number;
  /** ISO time of the newest backup copy of `outbox.sqlite`; null without a backup. */
  readonly backedUpAt: string | null;
}

/** Bounds of `StorageUse.maxFilesBytes`, in bytes. */
export const maxFilesBytesBounds = { minBytes: 16 * 1024 * 1024, maxBytes: 64 * 1024 * 1024 * 1024 } as const;

/** A workspace that was opened since the app's start, even if no window shows it now. */
export interface WorkspaceStatus {
  readonly id: string;
  readonly name: string;
  readonly status: SyncStatus;
}
