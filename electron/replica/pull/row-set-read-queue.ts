/** Stores the row sets (see read-back.ts) that must be read again from the service. */
import type { OptimisticStore } from '../outbox/optimistic-store.ts';

/** The row sets to read again, and the row sets that the service refuses to read. */
export class RowSetReadQueue {
  #store: OptimisticStore;
  #requested = new Set<string>();
  /**
   * Row sets whose stored rows differ from the service's rows according to a comparison. The service's rows are then
   * written even if their versions are lower, because the service may have been restored from a backup.
   */
  #differing = new Set<string>();
  /**
   * Maximum number of row sets in the next request. Infinite until the service refuses a request. After a refusal, each
   * next request reads fewer row sets, until one request has only the refused row set, which is then dropped.
   * Meanwhile polls read no row sets, because the service would refuse the whole poll.
   */
  #maxCount = Number.POSITIVE_INFINITY;
  /** Row sets that the service has refused to read. `addReferred` does not request them again. */
  #refused = new Set<string>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

  /** Requests row sets. They are read as soon as possible. */
  add(rowSets: Iterable<string>): void {
    for (const rowSet of rowSets) this.#requested.add(rowSet);
  }
  /** Requests the row sets to which rows of an answer refer, except refused row sets. */
  addReferred(rowSets: Iterable<string>): void {
    for (const rowSet of rowSets) if (!this.#refused.has(rowSet)) this.#requested.add(rowSet);
  }
  /** Requests a row set, after a comparison found that its rows differ from the service. */
  addDiffering(rowSet: string): void {
    this.#requested.add(rowSet);
    this.#differing.add(rowSet);
  }
  has(rowSet: string): boolean {
    return this.#requested.has(rowSet);
  }
  delete(rowSets: Iterable<string>): void {
    for (const rowSet of rowSets) this.#requested.delete(rowSet);
  }
  /** Returns true if some of these row sets are marked as differing from the service, and removes the marks. */
  takeDiffering(rowSets: ReadonlySet<string>): boolean {
    return [...rowSets].filter((rowSet) => this.#differing.delete(rowSet)).length > 0;
  }

  /**
   * Returns the row sets of the next request: the row sets that acknowledged operations need, and the requested row
   * sets. After a refusal, it returns only some of them.
   */
  next(): string[] {
    const acknowledged = this.#store.outbox.all.filter(({ state }) => state === 'acknowledged');
    return [...new Set([...acknowledged.flatMap(({ needs }) => needs ?? []), ...this.#requested])].slice(
      0,
      this.#maxCount,
    );
  }

  /** True while requests read only some of the row sets, to find the row set that the service refuses. */
  get isLimited(): boolean {
    return Number.isFinite(this.#maxCount);
  }
  /** Sets the maximum number of row sets in a request, after the service has refused a request. */
  limitTo(maxCount: number): void {
    this.#maxCount = maxCount;
  }
  endLimit(): void {
    this.#maxCount = Number.POSITIVE_INFINITY;
  }
  /**
   * Drops a row set that the service refuses. Call it only after a request for this row set alone; otherwise it is not
   * known which row set was refused.
   */
  refuse(rowSet: string): void {
    this.#requested.delete(rowSet);
    this.#differing.delete(rowSet);
    this.#refused.add(rowSet);
  }
  /** Allows refused row sets to be requested again, because another token may be allowed to read them. */
  forgetRefusals(): void {
    this.#refused.clear();
  }
}
