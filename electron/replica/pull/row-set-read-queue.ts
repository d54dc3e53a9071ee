import type { OptimisticStore } from '../outbox/optimistic-store.ts';

/** The row sets (see read-back.ts) to read again, and those that the service refuses to read. */
export class RowSetReadQueue {
  #store: OptimisticStore;
  #requested = new Set<string>();
  /**
   * According to a comparison, these differ from the service. Its rows are then written even with lower versions,
   * because it may have been restored from a backup.
   */
  #differing = new Set<string>();
  /**
   * Maximum number of row sets in the next request, infinite until a refusal. Then each request reads fewer, until one
   * has only the refused row set, which is dropped. Meanwhile polls read no row sets, because the service would refuse
   * the whole poll.
   */
  #maxCount = Number.POSITIVE_INFINITY;
  /** Row sets that the service has refused to read. `addReferred` does not request them again. */
  #refused = new Set<string>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

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

  /** What acknowledged operations need, and the requested row sets; after a refusal, only some of them. */
  next(): string[] {
    const acknowledged = this.#store.outbox.linked('state acknowledged');
    return [...new Set([...acknowledged.flatMap(({ needs }) => needs ?? []), ...this.#requested])].slice(
      0,
      this.#maxCount,
    );
  }

  /** True while requests read only some of the row sets, to find the row set that the service refuses. */
  get isLimited(): boolean {
    return Number.isFinite(this.#maxCount);
  }
  limitTo(maxCount: number): void {
    this.#maxCount = maxCount;
  }
  endLimit(): void {
    this.#maxCount = Number.POSITIVE_INFINITY;
  }
  /** Call it only after a request for this row set alone; otherwise it is not known which one was refused. */
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
