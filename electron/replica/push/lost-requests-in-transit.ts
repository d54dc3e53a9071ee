/**
 * Delays operations that change the same fields as a lost request (without an answer) until it can no longer arrive and
 * overwrite them. Stored in the outbox file, because it can still arrive after a restart.
 */
import { type EarlierOperation, operationDependsOn } from '../outbox/dependencies.ts';
import type { Operation } from '../outbox/operation.ts';
import type { NamedValueStore } from '../store/stored-values.ts';

/** Name of the stored value. It cannot be changed, because existing outbox files contain it. */
const storedName = 'late';

type LostRequest = Pick<Operation, 'id'> &
  EarlierOperation & {
    /** Time until which the request may arrive, in milliseconds since 1970 by this computer's clock. */
    readonly until: number;
  };

/** Every method reads the outbox file again, so that the rollback of a transaction also removes what it added. */
export class LostRequestsInTransit {
  #storedValues: NamedValueStore;

  constructor(storedValues: NamedValueStore) {
    this.#storedValues = storedValues;
  }

  #stored(): LostRequest[] {
    return ((this.#storedValues.get(storedName) ?? []) as LostRequest[]).filter(({ footprint }) => footprint);
  }

  /**
   * Also removes requests that can no longer arrive. Times are milliseconds since 1970 by this computer's clock. Call
   * it in the transaction that queues the operation again, or before the operation is removed.
   */
  add({ id, batch, action, answer, made, footprint }: Operation, until: number, now: number): void {
    const request: LostRequest = { id, batch, action, answer, made, footprint, until };
    const others = this.#stored().filter((other) => other.until > now && other.id !== id);
    this.#storedValues.set(storedName, [...others, request]);
  }

  /** Call it after the clock was set back: arrival times too far in the future make newer changes wait too long. */
  limit(latest: number): void {
    const stored = this.#stored();
    if (!stored.some(({ until }) => until > latest)) return;
    this.#storedValues.set(
      storedName,
      stored.map((late) => ({ ...late, until: Math.min(late.until, latest) })),
    );
  }

  /**
   * The function returns until when an operation must wait, in milliseconds since 1970 by this computer's clock;
   * undefined if it need not wait. The outbox file is read only at its creation.
   */
  createWaitCheck(now: number): (operation: Operation) => number | undefined {
    const pending = this.#stored().filter(({ until }) => until > now);
    return (operation) => {
      const before = pending.filter((late) => late.id !== operation.id && operationDependsOn(operation, late));
      return before.length > 0 ? Math.max(...before.map(({ until }) => until)) : undefined;
    };
  }
}
