/** Does a row's creation time (service's clock) fit a lost request? For texts that cannot be compared. */
import { type ClockOffset, requestTimeoutMs } from '../../client/client.ts';
import { type EarlierOperation, operationDependsOn } from '../outbox/dependencies.ts';
import type { Operation } from '../outbox/operation.ts';
import { maxArrivalAfterTimeoutMs } from '../pull/poll-intervals.ts';
import type { NamedValueStore } from '../store/stored-values.ts';

/** Values stored before an operation is sent, to find the rows that it created if the answer is lost. */
export type LostRequestClues = Readonly<Record<string, readonly string[]>>;

/** Key in `known`: the earliest arrival; after a lost answer also the latest of an undelayed request. */
const windowKey = 'underWay';

/**
 * Maximum time between the two values of `windowKey`. A creation time in a longer one proves nothing, because another
 * computer may have created a similar row.
 */
const maxWindowMs = 5000;
/** Largest expected jump of a clock between the answer that showed the service's clock and the next request. */
const clockSlackMs = 120_000;

const iso = (at: number) => new Date(at).toISOString();

/** Empty while the service's clock is unknown. */
export const earliestArrivalClue = (now: number, clockOffset: ClockOffset | undefined): LostRequestClues =>
  clockOffset ? { [windowKey]: [iso(now + clockOffset.minMs)] } : {};

/** Call it when the answer is lost. Returns `clues` unchanged if the service's clock is unknown. */
export function addLatestArrivalClue(
  clues: LostRequestClues | null,
  now: number,
  clockOffset: ClockOffset | undefined,
): LostRequestClues | null {
  const [from] = clues?.[windowKey] ?? [];
  return from && clockOffset ? { ...clues, [windowKey]: [from, iso(now + clockOffset.maxMs)] } : clues;
}

/** `inFlight`: created while the request was in flight. `impossible`: even a delayed request cannot arrive then. */
type CreationTimeFit = 'inFlight' | 'possible' | 'impossible';

/** `possible` if the earliest arrival or the creation time is missing. */
export function creationTimeFitOf(clues: LostRequestClues | null, createdAt: unknown): CreationTimeFit {
  const [from = '', until = ''] = clues?.[windowKey] ?? [];
  if (!from || typeof createdAt !== 'string') return 'possible';
  const [at, first, last] = [createdAt, from, until].map((text) => Date.parse(text)) as [number, number, number];
  if (at < first - clockSlackMs || at > first + requestTimeoutMs + maxArrivalAfterTimeoutMs + clockSlackMs)
    return 'impossible';
  return last - first <= maxWindowMs && first <= at && at <= last ? 'inFlight' : 'possible';
}

/** Name of the stored value. It cannot be changed, because existing outbox files contain it. */
const storedName = 'late';

type LostRequest = Pick<Operation, 'id'> &
  EarlierOperation & {
    /** Time until which the request may arrive, in milliseconds since 1970 by this computer's clock. */
    readonly until: number;
  };

/**
 * Delays operations that change the same fields as a lost request (without an answer) until it can no longer arrive and
 * overwrite them, also after a restart. Every method reads the outbox file again, so that the rollback of a transaction
 * also removes what it added.
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
