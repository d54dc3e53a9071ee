/** What main tells windows unasked: one entry per event. */
import type { Settings, Workspace } from './commands.ts';
import type { Readiness, WorkspaceStatus } from './readiness.ts';
import type { SyncStatus } from './sync-status.ts';

/** Commands of the application menu and of deep links, for the window in front. */
export type AppCommand =
  | {
      readonly name:
        | 'palette'
        | 'newCard'
        | 'undo'
        | 'redo'
        | 'settings'
        | 'toggleSidebar'
        | 'connect'
        | 'addWorkspace'
        | 'newWorkspace'
        | 'tour'
        | 'outbox'
        | 'find';
    }
  | { readonly name: 'go'; readonly route: string };

export interface BridgeEvents {
  /** A packed `Patch` to the watched answer; `base` is the revision it applies to, counted from 0 per watch. */
  'data/patch': { readonly watchId: string; readonly base: number; readonly text: string };
  /** A row created here got the service's id: routes, selections and drafts follow. */
  'data/renamed': { readonly model: string; readonly from: string; readonly to: string };
  'sync/status': SyncStatus;
  'sync/readiness': Readiness;
  /** Of any open workspace, this window's or another's. */
  'workspace/status': WorkspaceStatus;
  'outbox/changed': {
    readonly waiting: number;
    readonly attention: number;
    readonly overwritten: number;
    readonly putAway: number;
  };
  /** This window shows another workspace, or its own changed; null: none is left to show. */
  'workspace/changed': Workspace | null;
  /** All workspaces: some came, went or were renamed. */
  'workspace/listed': readonly Workspace[];
  /** The workspace's thread crashed and runs again: it knows no watches. */
  'workspace/restarted': { readonly id: string };
  'settings/changed': Settings;
  'app/command': AppCommand;
}
export type EventName = keyof BridgeEvents;
export const eventNames = [
  'data/patch',
  'data/renamed',
  'sync/status',
  'sync/readiness',
  'workspace/status',
  'outbox/changed',
  'workspace/changed',
  'workspace/restarted',
  'workspace/listed',
  'settings/changed',
  'app/command',
] as const satisfies readonly EventName[];
