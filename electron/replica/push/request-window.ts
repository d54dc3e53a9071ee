/**
 * Checks whether a row's creation time, by the service's clock, fits a lost request. For rows whose first text cannot
 * be compared.
 */
import { type ClockOffset, requestTimeoutMs } from '../../client/client.ts';
import { maxArrivalAfterTimeoutMs } from '../pull/poll-intervals.ts';

/** Values stored before an operation is sent, to find the rows that it created if the answer is lost. */
export type LostRequestClues = Readonly<Record<string, readonly string[]>>;

/**
 * Key in `known`: the earliest time at which the service can receive the request; after a lost answer also the latest
 * arrival of an undelayed request.
 */
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
