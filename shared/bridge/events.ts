/** Events that main sends to windows. */

import type { AppSettings, Workspace } from './commands.ts';
import type { ProxyLoginRequest } from './network.ts';
import type { NotificationListUpdate } from './notifications.ts';
import type { OfflineReadiness, WorkspaceStatus } from './readiness.ts';
import type { SyncStatus } from './sync-status.ts';
import type { AppUpdateState } from './updates.ts';

/**
 * Commands that main sends to one window, for example from the application menu, the tray, deep links and
 * notifications.
 */
export type CommandToWindow =
  /** Runs the command with this id. `byKey` is true for a menu shortcut that the page did not handle itself. */
  | { readonly name: 'run'; readonly id: string; readonly byKey: boolean }
  | { readonly name: 'go'; readonly route: string }
  /** Opens the card with this short code. */
  | { readonly name: 'openCard'; readonly code: string }
  /** Adds this text to the field of the quick add window. The card is created only if the person saves it. */
  | { readonly name: 'compose'; readonly text: string }
  /** Shows this message, for example that a link cannot be opened. */
  | { readonly name: 'notice'; readonly text: string };

export interface BridgeEvents {
  /**
   * `text` is a patch in the compact form of packed.ts. The patch changes the answer with the revision `base`; the
   * first answer of a watch has revision 0.
   */
  'data/patch': { readonly watchId: string; readonly base: number; readonly text: string };
  /**
   * The service assigned the id `to` to a row that was created here. Windows replace the local id `from` wherever they
   * store it.
   */
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
  /** The notifications of this window's workspace. */
  'notifications/changed': NotificationListUpdate;
  /**
   * This window shows another workspace now, or a property of its workspace changed, for example the name. Null if the
   * window shows no workspace now.
   */
  'workspace/changed': Workspace | null;
  /** The list of all workspaces, after a workspace was added, removed or renamed. */
  'workspace/listed': readonly Workspace[];
  /**
   * The workspace's worker thread restarted after a crash and lost its watches, so windows must watch their queries
   * again.
   */
  'workspace/restarted': { readonly id: string };
  'settings/changed': AppSettings;
  'updates/changed': AppUpdateState;
  /** A proxy asks for a name and a password; null after the person has answered in any window. */
  'network/loginRequest': ProxyLoginRequest | null;
  'app/command': CommandToWindow;
}
export type EventName = keyof BridgeEvents;
