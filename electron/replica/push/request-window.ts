/**
 * Checks whether a row's creation time fits the time at which a lost request can have reached the service, by the
 * service's clock. The search for lost requests uses this for rows whose first text cannot be compared.
 */
import { type ClockOffset, requestTimeoutMs } from '../../client/client.ts';
import { lateRequestArrivalMs } from '../pull/poll-intervals.ts';

/** Values that are stored with an operation before it is sent, by which its created rows can be found later. */
export type LostRequestClues = Readonly<Record<string, readonly string[]>>;

/**
 * Key in an operation's `known`. The values are the earliest time at which the service can receive the request and,
 * after a lost answer, the latest time at which a request without delay arrives.
 */
const windowKey = 'underWay';

/**
 * If more time than this lies between the two values of `windowKey`, a creation time between them proves nothing:
 * another computer may have created a similar row.
 */
const maxWindowMs = 5000;
/** A clock may be corrected by this much between an answer and the next request. */
const clockSlackMs = 120_000;

const iso = (at: number) => new Date(at).toISOString();

/**
 * Returns the clue to store when a request is sent: the earliest time at which the service can receive the request.
 * Returns no clue while the service's clock is unknown.
 */
export const timeClueAtSending = (now: number, clockOffset: ClockOffset | undefined): LostRequestClues =>
  clockOffset ? { [windowKey]: [iso(now + clockOffset.minMs)] } : {};

/**
 * Adds the latest time at which the service received the request if nothing delayed it. Adds nothing if the service's
 * clock is not known. Call it when the answer is lost.
 */
export function addTimeClueAtLoss(
  known: LostRequestClues | null,
  now: number,
  clockOffset: ClockOffset | undefined,
): LostRequestClues | null {
  const [from] = known?.[windowKey] ?? [];
  return from && clockOffset ? { ...known, [windowKey]: [from, iso(now + clockOffset.maxMs)] } : known;
}

/**
 * How a row's creation time fits a request. `inFlight`: the row was created while the request was in flight.
 * `impossible`: even a delayed request does not arrive at that time. `possible`: the time proves neither.
 */
export type CreationTimeFit = 'inFlight' | 'possible' | 'impossible';

/** Returns how a row's creation time fits the request; `possible` if the clue or the creation time is missing. */
export function fitOfCreationTime(known: LostRequestClues | null, createdAt: unknown): CreationTimeFit {
  const [from = '', until = ''] = known?.[windowKey] ?? [];
  if (!from || typeof createdAt !== 'string') return 'possible';
  const [at, first, last] = [createdAt, from, until].map((text) => Date.parse(text)) as [number, number, number];
  if (at < first - clockSlackMs || at > first + requestTimeoutMs + lateRequestArrivalMs + clockSlackMs)
    return 'impossible';
  return last - first <= maxWindowMs && first <= at && at <= last ? 'inFlight' : 'possible';
}
