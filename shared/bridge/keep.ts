/** Backups, restoring and checking of workspaces, as windows see them. */
import { z } from 'zod';

const count = z.number().int().min(0);

export const keptCountsSchema = z.object({
  projects: count,
  decks: count,
  cards: count,
  comments: count,
  files: count,
});
export type KeptCounts = z.infer<typeof keptCountsSchema>;

/** What a copy of a workspace says of itself. The file may come from anybody. */
export interface WorkspaceCopyInfo {
  /** Id of the workspace on the computer that made the copy. */
  readonly id: string;
  readonly kind: 'local' | 'remote';
  readonly name: string;
  /** ISO time of the copy; null for an exported folder of an earlier version. */
  readonly at: string | null;
  /** Address of the service and id of the organization; null for a local workspace. */
  readonly baseUrl: string | null;
  readonly accountId: string | null;
  /** Null for a copy without rows, of a workspace on a service. */
  readonly counts: KeptCounts | null;
}

/** What restoring would bring. The copy was read whole, and nothing was restored yet. */
export interface WorkspaceCopyPreview extends WorkspaceCopyInfo {
  /** For `workspace/restore` and `workspace/closeCopy`. */
  readonly copyId: string;
  readonly path: string;
  readonly drafts: number;
  /** Changes that had not reached the service. */
  readonly waiting: number;
  readonly savedViews: number;
  /** It has theme, density and notifications. */
  readonly hasSettings: boolean;
  /** The workspace here that it is a copy of; null if there is none. */
  readonly present: {
    readonly id: string;
    readonly name: string;
    /** Null for a workspace on a service. */
    readonly counts: KeptCounts | null;
    /** Cards by what happened to them since the copy; null for a workspace on a service. */
    readonly cards: { readonly onlyHere: number; readonly onlyInCopy: number; readonly changed: number } | null;
  } | null;
}

/** What a check found in the files of a workspace. */
export interface Finding {
  /** What is wrong, in words for a person. */
  readonly text: string;
  readonly count: number;
  /** The first ones. */
  readonly examples: readonly string[];
  readonly canMend: boolean;
}

export interface BackupFile {
  /** For `workspace/openCopy`. */
  readonly name: string;
  readonly workspaceId: string;
  /** As the workspace was called then. */
  readonly workspaceName: string;
  /** ISO time. */
  readonly at: string;
  readonly bytes: number;
}

export interface BackupState {
  /** Null while there are no backups. */
  readonly folder: string | null;
  readonly isRunning: boolean;
  /** Of the last run; null if it succeeded, or if there was none. */
  readonly failure: string | null;
  /** The newest first. */
  readonly files: readonly BackupFile[];
}
