/** How often the service is asked, in milliseconds, and how long the replica waits after failures. */
export interface Cadence {
  /** Fast pulse while a window shows the workspace. */
  readonly pulse: number;
  /** Fast pulse while none does. */
  readonly backgroundPulse: number;
  readonly slowPulse: number;
  /** Digest of the decks on screen. */
  readonly screenDigest: number;
  /** Within this time every deck has been compared. */
  readonly wholeDigest: number;
  /** Within this time every card has been read again with its text. */
  readonly allAgain: number;
  /** Whether rows are read again before a change of their text or lists is sent, so that it can be merged. */
  readonly readsBeforeSending: boolean;
}

export const remoteCadence: Cadence = {
  pulse: 3_000,
  backgroundPulse: 30_000,
  slowPulse: 60_000,
  screenDigest: 30_000,
  wholeDigest: 15 * 60_000,
  allAgain: 24 * 3600_000,
  readsBeforeSending: true,
};

/** The embedded service tells when it commits; asking it is a safety net. */
export const localCadence: Cadence = {
  pulse: 60_000,
  backgroundPulse: 5 * 60_000,
  slowPulse: 5 * 60_000,
  screenDigest: 10 * 60_000,
  wholeDigest: 60 * 60_000,
  allAgain: 24 * 3600_000,
  readsBeforeSending: false,
};

/** Milliseconds after a lost answer within which the request may still arrive at the service, on top of its timeout. */
export const lateArrival = 30_000;

/** Exponential, from one second to a minute. */
export function backoff(failures: number): number {
  return Math.min(1000 * 2 ** Math.max(failures - 1, 0), 60_000);
}
