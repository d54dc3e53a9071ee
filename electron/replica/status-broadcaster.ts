import type { BridgeEvents, SyncStatus } from '../../shared/bridge/index.ts';
import type { ReplicaEvents } from './replica-options.ts';

interface OutboxState {
  readonly counts: BridgeEvents['outbox/changed'];
  /** The counts alone stay the same when an acknowledged operation is settled. */
  readonly outbox: number;
  readonly uploads: number;
}

/** Sends the status of the sync and the counts of the outbox to windows, but only after a change. */
export class StatusBroadcaster {
  #events: Pick<ReplicaEvents, 'status' | 'outbox'>;
  #status = '';
  #outbox = '';
  /**
   * Commits with rows of card histories. If the outbox view lists conflicts, each causes an event, because the rows can
   * show who set an overwritten value, or who archived or deleted a card.
   */
  historiesRead = 0;

  constructor(events: Pick<ReplicaEvents, 'status' | 'outbox'>) {
    this.#events = events;
  }

  broadcast(status: SyncStatus, state: OutboxState): void {
    // The remaining budget changes with every request, so the comparison ignores it.
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
