/** The functions that main calls of the thread for copies, checks and backups. It is started for one task. */
import { createHash } from 'node:crypto';
import type { Finding, WorkspaceCopyInfo, WorkspaceCopyPreview } from '../../shared/bridge/keep.ts';
import type { Outcome } from '../../shared/contract/index.ts';

/** A workspace that is here, to compare a copy with. */
export interface PresentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  /** Null for a local workspace. */
  readonly baseUrl: string | null;
  readonly accountId: string | null;
}

export interface PackTask {
  readonly workspace: Omit<WorkspaceCopyInfo, 'counts' | 'at'>;
  /** Folder of the workspace. Its outbox is copied from the backup file while the workspace is open. */
  readonly folder: string;
  readonly isOpen: boolean;
  /** JSON; null for none. */
  readonly settings: string | null;
  /** ISO time. */
  readonly at: string;
  readonly target: string;
}

export interface TakenCopy {
  readonly preview: Omit<WorkspaceCopyPreview, 'copyId' | 'path'>;
  /** JSON of the saved views and settings; null for none. */
  readonly settings: string | null;
}

/** The id comes from the service: it can contain a path, and be longer than a name. */
export const fetchedFileName = (fileId: string): string => createHash('sha256').update(fileId).digest('hex');

export interface ReplicaCopyTask {
  /** Folder of the workspace. */
  readonly folder: string;
  /** Folder of the fetched files, see `fetchedFileName`. */
  readonly files: string;
  readonly accountId: string;
  readonly userId: string;
  readonly target: string;
}

export interface KeepThreadFunctions {
  /** Reads a copy whole into the new folder `target`, and compares it with what is here. */
  take(task: {
    readonly source: string;
    readonly target: string;
    readonly present: readonly PresentWorkspace[];
  }): Promise<Outcome<TakenCopy>>;
  pack(task: PackTask): Promise<Outcome<null>>;
  /** `mends`: nothing else may have the files open. */
  examine(task: {
    readonly folder: string;
    readonly isOpen: boolean;
    readonly mends: boolean;
  }): Promise<Outcome<readonly Finding[]>>;
  /** Makes the new folder `target`, whose files are then as those of a local workspace. */
  copyReplica(task: ReplicaCopyTask): Promise<Outcome<null>>;
  close(params: null): void;
}
