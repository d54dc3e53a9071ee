/** How often the service is asked, and how long the replica waits after failures. All values are milliseconds. */
export interface PollIntervals {
  /** Between delta polls while a window shows the workspace. */
  readonly deltaPollMs: number;
  /** Between delta polls while no window does. */
  readonly backgroundDeltaPollMs: number;
  readonly fullPollMs: number;
  /** Between comparisons of the decks on screen. */
  readonly screenDigestMs: number;
  /** Every deck is compared once within this time. */
  readonly wholeDigestMs: number;
  /** Every card is read again with its text once within this time. */
  readonly refetchAllMs: number;
  /**
   * Whether a row is read again before a change of its text or lists is sent, so that the change is merged with what
   * others wrote.
   */
  readonly readsBeforeSending: boolean;
}

export const remoteIntervals: PollIntervals = {
  deltaPollMs: 3_000,
  backgroundDeltaPollMs: 30_000,
  fullPollMs: 60_000,
  screenDigestMs: 30_000,
  wholeDigestMs: 15 * 60_000,
  refetchAllMs: 24 * 3600_000,
  readsBeforeSending: true,
};

/** The embedded service reports its commits; polls are only a safety net. */
export const localIntervals: PollIntervals = {
  deltaPollMs: 60_000,
  backgroundDeltaPollMs: 5 * 60_000,
  fullPollMs: 5 * 60_000,
  screenDigestMs: 10 * 60_000,
  wholeDigestMs: 60 * 60_000,
  refetchAllMs: 24 * 3600_000,
  readsBeforeSending: false,
};

/** On battery, polls have intervals this many times as long. */
export const batteryFactor = 3;

/** After a lost answer the request may still arrive at the service for this long, on top of its timeout. */
export const lateArrivalMs = 30_000;

/** Exponential, from one second to a minute. */
export function backoff(failures: number): number {
  return Math.min(1000 * 2 ** Math.max(failures - 1, 0), 60_000);
}
