import type { AppSettings, Workspace } from './commands.ts';
import type { ImportRun } from './import.ts';
import type { BackupState } from './keep.ts';
import type { LivingFolderState } from './living-folder.ts';
import type { ProxyLoginRequest } from './network.ts';
import type { NotificationListUpdate } from './notifications.ts';
import type { OfflinePreparationProgress, OfflineReadiness, WorkspaceStatus } from './readiness.ts';
import type { SyncStatus } from './sync-status.ts';
import type { AppUpdateState } from './updates.ts';

export type CommandToWindow =
  /** `byKey` is true for a menu shortcut that the page did not handle itself. */
  | { readonly name: 'run'; readonly id: string; readonly byKey: boolean }
  | { readonly name: 'go'; readonly route: string }
  | { readonly name: 'openCard'; readonly code: string }
  /** The card is created only if the person saves it. */
  | { readonly name: 'compose'; readonly text: string }
  /** `stays`: until the person closes it. */
  | { readonly name: 'notice'; readonly text: string; readonly stays?: true };

export interface BridgeEvents {
  /** In the form of packed.ts. `base` is the revision that it changes; the first answer has 0. */
  'data/patch': { readonly watchId: string; readonly base: number; readonly text: string };
  /** Windows replace the local id `from` wherever they store it. */
  'data/renamed': { readonly model: string; readonly from: string; readonly to: string };
  'sync/status': SyncStatus;
  'sync/readiness': OfflineReadiness;
  /** Sent for every open workspace, not only for the one that this window shows. */
  'workspace/status': WorkspaceStatus;
  'outbox/changed': {
    readonly waiting: number;
    readonly attention: number;
    readonly overwritten: number;
    readonly putAway: number;
  };
  'import/changed': ImportRun;
  'workspace/copying': OfflinePreparationProgress;
  'backups/changed': BackupState;
  'folders/changed': readonly LivingFolderState[];
  'notifications/changed': NotificationListUpdate;
  /** Also after a change of the workspace, such as its name. Null if the window shows no workspace now. */
  'workspace/changed': Workspace | null;
  /** After a workspace was added, removed or renamed. */
  'workspace/listed': readonly Workspace[];
  /** The workspace's worker thread crashed and lost its watches, so windows must watch their queries again. */
  'workspace/restarted': { readonly id: string };
  'settings/changed': AppSettings;
  'updates/changed': AppUpdateState;
  /** Null after the person has answered in any window. */
  'network/loginRequest': ProxyLoginRequest | null;
  'app/command': CommandToWindow;
}
export type EventName = keyof BridgeEvents;

/** The IPC channels. This file imports no schemas, so that the preload script does not bundle the validator. */
export const ipcChannels = { command: 'decktop:command', event: 'decktop:event' } as const;
