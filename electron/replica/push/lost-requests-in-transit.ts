/**
 * Delays operations that change the same fields as a lost request (a request without an answer), until the lost request
 * can no longer arrive. Otherwise the lost request can overwrite their changes. The lost requests are stored in the
 * outbox file, because they can still arrive after a restart.
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

/**
 * The lost requests that may still arrive, each with its latest arrival time. Every method reads them from the outbox
 * file again, so that the rollback of a transaction also removes the requests that the transaction added.
 */
export class LostRequestsInTransit {
  #storedValues: NamedValueStore;

  constructor(storedValues: NamedValueStore) {
    this.#storedValues = storedValues;
  }

  #stored(): LostRequest[] {
    return ((this.#storedValues.get(storedName) ?? []) as LostRequest[]).filter(({ footprint }) => footprint);
  }

  /**
   * Adds a lost request, and removes requests that can no longer arrive. Times are milliseconds since 1970 by this
   * computer's clock. Call it in the transaction that queues the operation again, or before the operation is removed.
   */
  add({ id, batch, action, answer, made, footprint }: Operation, until: number, now: number): void {
    const request: LostRequest = { id, batch, action, answer, made, footprint, until };
    const others = this.#stored().filter((other) => other.until > now && other.id !== id);
    this.#storedValues.set(storedName, [...others, request]);
  }

  /**
   * Limits the stored arrival times to `latest`. Call it after the clock was set back: the stored times are then too
   * far in the future, and newer changes wait too long.
   */
  limit(latest: number): void {
    const stored = this.#stored();
    if (!stored.some(({ until }) => until > latest)) return;
    this.#storedValues.set(
      storedName,
      stored.map((late) => ({ ...late, until: Math.min(late.until, latest) })),
    );
  }

  /**
   * Returns a function that tells until when an operation must wait, in milliseconds since 1970 by this computer's
   * clock; undefined if it need not wait. The outbox file is read only once, when the function is created.
   */
  createWaitCheck(now: number): (operation: Operation) => number | undefined {
    const pending = this.#stored().filter(({ until }) => until > now);
    return (operation) => {
      const before = pending.filter((late) => late.id !== operation.id && operationDependsOn(operation, late));
      return before.length > 0 ? Math.max(...before.map(({ until }) => until)) : undefined;
    };
  }
}
