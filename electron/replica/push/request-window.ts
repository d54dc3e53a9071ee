/**
 * Compares the creation time of a row with the time at which a lost request can have reached the service, by the
 * service's clock. The search for lost requests uses it for rows that were changed since they were created.
 */
import { type ClockOffset, requestTimeoutMs } from '../../client/client.ts';
import { lateArrivalMs } from '../pull/poll-intervals.ts';

/** Values stored with an operation before it is sent, to find its rows by. */
export type SearchClues = Readonly<Record<string, readonly string[]>>;

/**
 * Key in `known`: the earliest and, once the answer is lost, the latest moment at which an undelayed request arrived.
 */
const name = 'underWay';

/** Within this time nobody creates the same kind of row in the same list on two computers. */
const narrowMs = 5000;
/** Clocks may be set between an answer and the next request. */
const slackMs = 120_000;

const iso = (at: number) => new Date(at).toISOString();

/** Returns what to store when a request is sent: the earliest time at which the service can receive it. */
export const windowAtSending = (now: number, clockOffset: ClockOffset | undefined): SearchClues =>
  clockOffset ? { [name]: [iso(now + clockOffset.minMs)] } : {};

/** Adds, once the answer is lost, the latest time at which an undelayed request was received. */
export function windowAtLoss(
  known: SearchClues | null,
  now: number,
  clockOffset: ClockOffset | undefined,
): SearchClues | null {
  const [from] = known?.[name] ?? [];
  return from && clockOffset ? { ...known, [name]: [from, iso(now + clockOffset.maxMs)] } : known;
}

/** `then`: created while the request was in flight. `never`: not even a delayed request arrives at that time. */
export type Arrival = 'then' | 'perhaps' | 'never';

export function arrivalAt(known: SearchClues | null, createdAt: unknown): Arrival {
  const [from = '', until = ''] = known?.[name] ?? [];
  if (!from || typeof createdAt !== 'string') return 'perhaps';
  const [at, first, last] = [createdAt, from, until].map((text) => Date.parse(text)) as [number, number, number];
  if (at < first - slackMs || at > first + requestTimeoutMs + lateArrivalMs + slackMs) return 'never';
  return last - first <= narrowMs && first <= at && at <= last ? 'then' : 'perhaps';
}
