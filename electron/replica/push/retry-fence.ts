/**
 * Delays newer changes of a lost request's fields until that request can no longer arrive, since it would overwrite
 * them. Stored with the outbox, because a restart does not stop a request that was sent.
 */
import { dependsOn, type Earlier } from '../outbox/dependencies.ts';
import type { Operation } from '../outbox/operation.ts';
import type { StoredValues } from '../store/stored-values.ts';

/** Earlier versions stored it under this name. */
const name = 'late';

type Stored = Pick<Operation, 'id'> &
  Earlier & {
    /** Local milliseconds. */
    readonly until: number;
  };

export class RetryFence {
  #storedValues: StoredValues;
  #all: readonly Stored[];

  constructor(storedValues: StoredValues) {
    this.#storedValues = storedValues;
    this.#all = ((storedValues.get(name) ?? []) as Stored[]).filter(({ footprint }) => footprint);
  }

  /**
   * Adds a lost request, and removes those that can no longer arrive at `now`, local milliseconds. Within a
   * transaction.
   */
  add({ id, batch, action, answer, made, footprint }: Operation, until: number, now: number): void {
    const request: Stored = { id, batch, action, answer, made, footprint, until };
    this.#all = [...this.#all.filter((other) => other.until > now && other.id !== id), request];
    this.#storedValues.set(name, this.#all);
  }

  /** When the operation may be sent, local milliseconds; undefined where it need not wait. */
  until(operation: Operation, now: number): number | undefined {
    const before = this.#all.filter(
      (late) => late.until > now && late.id !== operation.id && dependsOn(operation, late),
    );
    return before.length > 0 ? Math.max(...before.map(({ until }) => until)) : undefined;
  }
}
