/** Events that main sends to windows. */

import type { Settings, Workspace } from './commands.ts';
import type { ProxyQuestion } from './network.ts';
import type { NotificationsChanged } from './notifications.ts';
import type { Readiness, WorkspaceStatus } from './readiness.ts';
import type { SyncStatus } from './sync-status.ts';
import type { UpdateState } from './updates.ts';

/** Commands of the application menu and of deep links, for the front window. */
export type AppCommand =
  /** Runs the command with this id. `byKey`: a key of the menu was pressed that the page left unhandled. */
  | { readonly name: 'run'; readonly id: string; readonly byKey: boolean }
  | { readonly name: 'go'; readonly route: string }
  /** Opens the card with this short code. */
  | { readonly name: 'openCard'; readonly code: string }
  /** Opens the composer with this text; the person saves it or not. */
  | { readonly name: 'compose'; readonly text: string }
  /** Shows a message about something that cannot be opened. */
  | { readonly name: 'notice'; readonly text: string };

export interface BridgeEvents {
  /** A packed `Patch` of a watched answer; `base` is the revision it applies to, counted from 0 per watch. */
  'data/patch': { readonly watchId: string; readonly base: number; readonly text: string };
  /** The service assigned ids to rows that were created here; routes, selections and drafts replace the local ids. */
  'data/renamed': { readonly model: string; readonly from: string; readonly to: string };
  'sync/status': SyncStatus;
  'sync/readiness': Readiness;
  /** The status of any open workspace, not only this window's. */
  'workspace/status': WorkspaceStatus;
  'outbox/changed': {
    readonly waiting: number;
    readonly attention: number;
    readonly overwritten: number;
    readonly putAway: number;
  };
  /** Notifications of this window's workspace. */
  'notifications/changed': NotificationsChanged;
  /** This window's workspace was replaced or changed; null when no workspace is left. */
  'workspace/changed': Workspace | null;
  /** All workspaces, after one was added, removed or renamed. */
  'workspace/listed': readonly Workspace[];
  /** The workspace's thread restarted after a crash: it has lost its watches. */
  'workspace/restarted': { readonly id: string };
  'settings/changed': Settings;
  'updates/changed': UpdateState;
  /** Null after the question was answered, in any window. */
  'network/question': ProxyQuestion | null;
  'app/command': AppCommand;
}
export type EventName = keyof BridgeEvents;
