/**
 * Requests whose answer was lost and that were sent again: the first of them may still be on its way, and would put what
 * it says over what is sent after its repeat. Kept with the outbox, since a restart does not call it back.
 */
import { dependsOn, type Earlier } from '../outbox/dependencies.ts';
import type { Operation } from '../outbox/operation.ts';
import type { StoredValues } from '../store/stored-values.ts';

const name = 'late';

type Stored = Pick<Operation, 'id'> &
  Earlier & {
    /** Local milliseconds. */
    readonly until: number;
  };

export class RetryFence {
  #facts: StoredValues;
  #all: readonly Stored[];

  constructor(facts: StoredValues) {
    this.#facts = facts;
    this.#all = ((facts.get(name) ?? []) as Stored[]).filter(({ footprint }) => footprint);
  }

  /** Within the caller's transaction. Those that were over before `now` are forgotten. */
  add({ id, batch, action, answer, made, footprint }: Operation, until: number, now: number): void {
    const one: Stored = { id, batch, action, answer, made, footprint, until };
    this.#all = [...this.#all.filter((other) => other.until > now && other.id !== id), one];
    this.#facts.set(name, this.#all);
  }

  /** Until when an operation has to wait for one of them; undefined when for none. */
  until(operation: Operation, now: number): number | undefined {
    const before = this.#all.filter(
      (late) => late.until > now && late.id !== operation.id && dependsOn(operation, late),
    );
    return before.length > 0 ? Math.max(...before.map(({ until }) => until)) : undefined;
  }
}
