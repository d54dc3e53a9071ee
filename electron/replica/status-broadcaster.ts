/** Sends the status of the sync and of the outbox to windows, each only when it has changed. */
import type { BridgeEvents, SyncStatus } from '../../shared/bridge/index.ts';
import type { ReplicaEvents } from './replica-options.ts';

interface OutboxState {
  readonly counts: BridgeEvents['outbox/changed'];
  /** Revisions, not counts: operations that were sent and read back leave the list without changing a count. */
  readonly outbox: number;
  readonly uploads: number;
}

export class StatusBroadcaster {
  #events: Pick<ReplicaEvents, 'status' | 'outbox'>;
  #status = '';
  #outbox = '';
  /** Counts readings of histories, which show who set the values that were replaced. */
  historiesRead = 0;

  constructor(events: Pick<ReplicaEvents, 'status' | 'outbox'>) {
    this.#events = events;
  }

  tell(status: SyncStatus, state: OutboxState): void {
    // The remaining budget changes with every request, so it is left out of the comparison.
    const statusText = JSON.stringify({ ...status, budgetLeft: 0 });
    if (statusText !== this.#status) {
      this.#status = statusText;
      this.#events.status(status);
    }
    const { counts } = state;
    const outboxText = JSON.stringify([state, counts.overwritten + counts.putAway > 0 ? this.historiesRead : 0]);
    if (outboxText === this.#outbox) return;
    this.#outbox = outboxText;
    this.#events.outbox(counts);
  }
}
