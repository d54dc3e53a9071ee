/** Stores the units (names of sets of rows, see read-back.ts) that must be read again from the service. */
import type { OptimisticStore } from '../outbox/optimistic-store.ts';

/** The units to read again, and the units that the service refuses to read. */
export class UnitsToRead {
  #store: OptimisticStore;
  #requested = new Set<string>();
  /**
   * Units whose rows differ from the service according to a comparison. Their rows are written even if the version is
   * lower than the stored version, because the service may have been restored from a backup.
   */
  #differing = new Set<string>();
  /**
   * Maximum number of units in the next request. Infinite until the service refuses units. After a refusal, the number
   * falls until the refused unit is alone and can be dropped. Meanwhile delta polls read no units, because the refused
   * unit makes the service refuse the poll too.
   */
  #maxCount = Number.POSITIVE_INFINITY;
  /** Units that the service has refused to read. `addReferred` does not request them again. */
  #refused = new Set<string>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

  /** Requests units. They are read as soon as possible. */
  add(units: Iterable<string>): void {
    for (const unit of units) this.#requested.add(unit);
  }
  /** Requests the units to which rows of an answer refer, except refused units. */
  addReferred(units: Iterable<string>): void {
    for (const unit of units) if (!this.#refused.has(unit)) this.#requested.add(unit);
  }
  /** Requests a unit whose rows differ from the service. */
  addDiffering(unit: string): void {
    this.#requested.add(unit);
    this.#differing.add(unit);
  }
  has(unit: string): boolean {
    return this.#requested.has(unit);
  }
  delete(units: Iterable<string>): void {
    for (const unit of units) this.#requested.delete(unit);
  }
  /** Returns true if a comparison found that some of the units differ. Removes these units from the differing units. */
  takeDiffering(units: ReadonlySet<string>): boolean {
    return [...units].filter((unit) => this.#differing.delete(unit)).length > 0;
  }

  /**
   * Returns the units of the next request: the units that acknowledged operations need, and the requested units. After
   * a refusal, it returns only some of them.
   */
  next(): string[] {
    const acknowledged = this.#store.outbox.all.filter(({ state }) => state === 'acknowledged');
    return [...new Set([...acknowledged.flatMap(({ needs }) => needs ?? []), ...this.#requested])].slice(
      0,
      this.#maxCount,
    );
  }

  /** True while requests read only some of the units, to find the unit that the service refuses. */
  get isLimited(): boolean {
    return Number.isFinite(this.#maxCount);
  }
  /** Sets the maximum number of units in a request, after the service has refused a request. */
  limitTo(maxCount: number): void {
    this.#maxCount = maxCount;
  }
  endLimit(): void {
    this.#maxCount = Number.POSITIVE_INFINITY;
  }
  /** Drops a unit that the service refuses, after a request that contained only this unit. */
  refuse(unit: string): void {
    this.#requested.delete(unit);
    this.#differing.delete(unit);
    this.#refused.add(unit);
  }
  /** Allows refused units to be requested again, because another token may be allowed to read them. */
  forgetRefusals(): void {
    this.#refused.clear();
  }
}
