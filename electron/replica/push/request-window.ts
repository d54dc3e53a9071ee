/**
 * When a request whose answer got lost can have reached the service, by the service's clock. A row that was changed
 * since it was made does not show its first text; what it still shows is when it was made.
 */
import { type ClockOffset, requestTimeoutMs } from '../../client/client.ts';
import { lateArrival } from '../pull/poll-intervals.ts';

/** What is kept with an operation to tell its rows by. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** Earliest, and once the answer is lost, latest moment at which the service took it in without a delay on the way. */
const name = 'underWay';

/** Nobody makes the same kind of thing at the same place on two computers within it. Milliseconds. */
const narrow = 5000;
/** Clocks may be set between an answer and the next sending. */
const slack = 120_000;

const iso = (at: number) => new Date(at).toISOString();

export const leaving = (now: number, clockOffset: ClockOffset | undefined): Known =>
  clockOffset ? { [name]: [iso(now + clockOffset.minMs)] } : {};

export function answerLost(known: Known | null, now: number, clockOffset: ClockOffset | undefined): Known | null {
  const [from] = known?.[name] ?? [];
  return from && clockOffset ? { ...known, [name]: [from, iso(now + clockOffset.maxMs)] } : known;
}

/** `then`: just as it was under way. `never`: even held up on its way, it would have arrived earlier or later. */
export type Arrival = 'then' | 'perhaps' | 'never';

export function arrivalAt(known: Known | null, createdAt: unknown): Arrival {
  const [from = '', until = ''] = known?.[name] ?? [];
  if (!from || typeof createdAt !== 'string') return 'perhaps';
  const [at, first, last] = [createdAt, from, until].map((text) => Date.parse(text)) as [number, number, number];
  if (at < first - slack || at > first + requestTimeoutMs + lateArrival + slack) return 'never';
  return last - first <= narrow && first <= at && at <= last ? 'then' : 'perhaps';
}
