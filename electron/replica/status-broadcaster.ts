/** What windows were told last: they hear of the sync and of the outbox only when either has changed. */
import type { BridgeEvents, SyncStatus } from '../../shared/bridge/index.ts';
import type { ReplicaEvents } from './replica-options.ts';

export interface OutboxState {
  readonly counts: BridgeEvents['outbox/changed'];
  /** Revisions: also what is sent and read back leaves the list, though it counts as waiting no more. */
  readonly outbox: number;
  readonly uploads: number;
}

export class StatusBroadcaster {
  #events: Pick<ReplicaEvents, 'status' | 'outbox'>;
  #status = '';
  #outbox = '';
  /** Histories tell who set the values that were replaced. */
  historiesRead = 0;

  constructor(events: Pick<ReplicaEvents, 'status' | 'outbox'>) {
    this.#events = events;
  }

  tell(status: SyncStatus, state: OutboxState): void {
    // The budget moves with every request.
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
