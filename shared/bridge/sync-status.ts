/** The state of a workspace's sync, as windows show it. */
import type { Failure } from '../contract/index.ts';

export interface SyncStatus {
  /** The workspace's thread crashed: it restarts by itself, or is `down` until the workspace is opened again. */
  readonly phase: 'first' | 'fresh' | 'syncing' | 'offline' | 'stopped' | 'restarting' | 'down';
  /** During the first sync only. */
  readonly progress: { readonly done: number; readonly total: number; readonly what: string } | null;
  /** ISO time of the last applied pull; null before the first. */
  readonly freshAt: string | null;
  readonly offlineSince: string | null;
  /** The person chose to work offline. */
  readonly pausedByPerson: boolean;
  readonly waiting: number;
  /** Operations that need the person. */
  readonly attention: number;
  /** Number of waiting changes whose effect cannot be shown; the log names each with the reason. */
  readonly unapplied: number;
  readonly failure: Failure | null;
  readonly nextPollAt: string | null;
  /** Requests left in the current window of the rate limit. */
  readonly budgetLeft: number;
  /** Whether the service shows manual order (`cardOrders`); null until known. */
  readonly manualOrderShared: boolean | null;
  /** Scopes the service has refused so far. */
  readonly missingScopes: readonly string[];
}
