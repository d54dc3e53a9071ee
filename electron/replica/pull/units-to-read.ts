/** Keeps the units (names of rows, see read-back.ts) that have to be read again from the service. */
import type { OptimisticStore } from '../outbox/optimistic-store.ts';

/** The units to read again, and those that the service refuses to read. */
export class UnitsToRead {
  #store: OptimisticStore;
  #requested = new Set<string>();
  /**
   * Units whose rows a comparison found to differ from the service. These rows are written even if their version is
   * lower than the stored one, because the service may have been restored from a backup.
   */
  #differing = new Set<string>();
  /**
   * Maximum number of units that the next request reads. Infinite, except after the service has refused to read units:
   * it then falls until the refused unit is alone and can be dropped. Meanwhile delta polls read no units, since the
   * refused unit would stop them too.
   */
  #maxCount = Number.POSITIVE_INFINITY;
  /** Units that the service has refused to read. Rows of answers that refer to them do not request them again. */
  #refused = new Set<string>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

  /** Requests units. They are read as soon as possible. */
  add(units: Iterable<string>): void {
    for (const unit of units) this.#requested.add(unit);
  }
  /** Requests the units that rows of an answer refer to, except refused units. */
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
  /** Returns true if a comparison found some of the units to differ, and forgets that. */
  takeDiffering(units: ReadonlySet<string>): boolean {
    return [...units].filter((unit) => this.#differing.delete(unit)).length > 0;
  }

  /**
   * Returns the units of the next request: units that show the effects of acknowledged operations, and requested units.
   * After a refusal, returns only some of them.
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
  /** Sets the number of units that a request reads at most, after the service has refused more of them. */
  limitTo(maxCount: number): void {
    this.#maxCount = maxCount;
  }
  endLimit(): void {
    this.#maxCount = Number.POSITIVE_INFINITY;
  }
  /** Drops a unit that was refused alone. */
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
