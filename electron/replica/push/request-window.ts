/**
 * Checks whether a row's creation time fits the time at which a lost request may have reached the service, by the
 * service's clock. Used for rows whose first text cannot be compared.
 */
import { type ClockOffset, requestTimeoutMs } from '../../client/client.ts';
import { maxArrivalAfterTimeoutMs } from '../pull/poll-intervals.ts';

/**
 * Values that are stored with an operation before it is sent. If the answer is lost, they help to find the rows that
 * the operation created.
 */
export type LostRequestClues = Readonly<Record<string, readonly string[]>>;

/**
 * Key in an operation's `known`. The first value is the earliest time at which the service can receive the request.
 * After a lost answer, a second value is added: the latest time at which an undelayed request arrives.
 */
const windowKey = 'underWay';

/**
 * Maximum time between the two values of `windowKey`. If it is longer, a creation time between them proves nothing,
 * because another computer may have created a similar row.
 */
const maxWindowMs = 5000;
/** Largest expected jump of a clock between the answer that showed the service's clock and the next request. */
const clockSlackMs = 120_000;

const iso = (at: number) => new Date(at).toISOString();

/**
 * Returns the value to store when a request is sent: the earliest time at which the service can receive the request.
 * Empty while the service's clock is unknown.
 */
export const earliestArrivalClue = (now: number, clockOffset: ClockOffset | undefined): LostRequestClues =>
  clockOffset ? { [windowKey]: [iso(now + clockOffset.minMs)] } : {};

/**
 * Returns `clues` with an additional value: the latest time at which an undelayed request reaches the service. Returns
 * `clues` unchanged if the service's clock is unknown. Call it when the answer is lost.
 */
export function addLatestArrivalClue(
  clues: LostRequestClues | null,
  now: number,
  clockOffset: ClockOffset | undefined,
): LostRequestClues | null {
  const [from] = clues?.[windowKey] ?? [];
  return from && clockOffset ? { ...clues, [windowKey]: [from, iso(now + clockOffset.maxMs)] } : clues;
}

/**
 * The relation of a row's creation time to a request. `inFlight`: the row was created while the request was in flight.
 * `impossible`: even a delayed request cannot arrive at that time. `possible`: all other cases.
 */
type CreationTimeFit = 'inFlight' | 'possible' | 'impossible';

/**
 * Returns how a row's creation time fits the request; `possible` if the request's earliest arrival time or the row's
 * creation time is missing.
 */
export function creationTimeFitOf(clues: LostRequestClues | null, createdAt: unknown): CreationTimeFit {
  const [from = '', until = ''] = clues?.[windowKey] ?? [];
  if (!from || typeof createdAt !== 'string') return 'possible';
  const [at, first, last] = [createdAt, from, until].map((text) => Date.parse(text)) as [number, number, number];
  if (at < first - clockSlackMs || at > first + requestTimeoutMs + maxArrivalAfterTimeoutMs + clockSlackMs)
    return 'impossible';
  return last - first <= maxWindowMs && first <= at && at <= last ? 'inFlight' : 'possible';
}
