/** How often the service is asked, and how long the replica waits after failures. All values are milliseconds. */
export interface Cadence {
  /** Between delta polls while a window shows the workspace. */
  readonly pulse: number;
  /** Between delta polls while no window does. */
  readonly backgroundPulse: number;
  readonly slowPulse: number;
  /** Between comparisons of the decks on screen. */
  readonly screenDigest: number;
  /** Every deck is compared once within this time. */
  readonly wholeDigest: number;
  /** Every card is read again with its text once within this time. */
  readonly allAgain: number;
  /**
   * Whether a row is read again before a change of its text or lists is sent, so that the change is merged with what
   * others wrote.
   */
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

/** The embedded service reports its commits; polls are only a safety net. */
export const localCadence: Cadence = {
  pulse: 60_000,
  backgroundPulse: 5 * 60_000,
  slowPulse: 5 * 60_000,
  screenDigest: 10 * 60_000,
  wholeDigest: 60 * 60_000,
  allAgain: 24 * 3600_000,
  readsBeforeSending: false,
};

/** After a lost answer the request may still arrive at the service for this long, on top of its timeout. */
export const lateArrival = 30_000;

/** Exponential, from one second to a minute. */
export function backoff(failures: number): number {
  return Math.min(1000 * 2 ** Math.max(failures - 1, 0), 60_000);
}
