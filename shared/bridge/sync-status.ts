import type { Failure } from '../contract/index.ts';

export interface SyncStatus {
  /**
   * `first`: the first sync runs. `failing`: nothing new is read, because the service refuses reads or asks to wait
   * (`failure`). `stopped`: the service refuses the token, or the token belongs to another
   * organization. `restarting`: the workspace's worker thread crashed and restarts. `down`: this thread crashed too
   * often, and restarts only when the workspace is opened again.
   */
  readonly phase: 'first' | 'fresh' | 'syncing' | 'failing' | 'offline' | 'stopped' | 'restarting' | 'down';
  /** Progress of the first sync; null after it. */
  readonly progress: { readonly done: number; readonly total: number; readonly what: string } | null;
  /** ISO time at which a poll or the first sync last completed; null before the first sync has completed. */
  readonly freshAt: string | null;
  readonly offlineSince: string | null;
  /** ISO time at which the request was sent that the service leaves unanswered; null while it answers in time. */
  readonly unansweredSince: string | null;
  readonly pausedByPerson: boolean;
  /** Number of changes and files in the outbox that the service has not acknowledged. */
  readonly waiting: number;
  /** Number of operations and files that wait for a decision of the person. */
  readonly attention: number;
  /** Waiting operations whose effects the app cannot show. The log has the reasons. */
  readonly unapplied: number;
  readonly failure: Failure | null;
  readonly nextPollAt: string | null;
  /** Number of requests that the service's rate limit still allows in the current time window. */
  readonly budgetLeft: number;
  /** Whether the service lets clients read manual order (`cardOrders`); null until known. */
  readonly manualOrderShared: boolean | null;
  /** As far as known: the app learns of a missing scope when the service refuses a request. */
  readonly missingScopes: readonly string[];
  /** Rows with a wrong value of the service, by `model.field`. The app uses neutral values instead. */
  readonly wrongValues: Readonly<Record<string, number>>;
}

/** The outbox view offers to restore the other person's value. */
export interface OverwrittenValue {
  /** The commands `outbox/putBack` and `outbox/keepMine` take this number. */
  readonly id: number;
  readonly model: string;
  readonly key: string;
  readonly title: string | null;
  readonly field: string;
  /** In the form in which the service sends the field. */
  readonly theirs: unknown;
  /** In the form in which the service sends the field. */
  readonly mine: unknown;
  /** Null if the history does not show the person. */
  readonly by: string | null;
  /** ISO time at which `theirs` was set; null if the history does not show it. */
  readonly madeAt: string | null;
  readonly label: string;
  /** ISO time at which the service accepted the person's change. */
  readonly at: string;
}

/**
 * A card that another person archived or deleted before this person's offline changes to it were sent. The service
 * accepted the changes later. The outbox view asks whether to restore the card.
 */
export interface CardPutAwayByOthers {
  /** The commands `outbox/restore` and `outbox/leave` take this number. */
  readonly id: number;
  readonly key: string;
  readonly title: string | null;
  readonly state: 'archived' | 'deleted';
  readonly labels: readonly string[];
  /** ISO time of the pull that found the card archived or deleted. */
  readonly at: string;
  /** Null if the card's history does not show the person. */
  readonly by: string | null;
  /** ISO time of the archiving or deletion; null if the card's history does not show it. */
  readonly madeAt: string | null;
  /** False if the card's deck was deleted too. The person must then move the card to another deck. */
  readonly canRestore: boolean;
}
