/**
 * How often a replica polls the service, and whether it reads rows before it sends changes. A service pushes nothing, so
 * a difference without a timestamp is found late. For a remote service: planning, Hands, bookmarks and the organization
 * within a minute; derived states, sub cards, decks, positions and threads of cards on screen within 30 seconds; any
 * other field, position, thread or comment within 15 minutes; a long text whose card's version did not rise within a
 * day.
 */
export interface PollIntervals {
  readonly deltaPollMs: number;
  readonly backgroundDeltaPollMs: number;
  readonly fullPollMs: number;
  /** Pause between two comparisons of the decks on screen with the service (digest.ts). */
  readonly screenDigestMs: number;
  /** Time within which every deck is compared with the service once. */
  readonly wholeDigestMs: number;
  /** Time within which every card is read again once, with its texts. */
  readonly refetchAllMs: number;
  /** Read a row before a change to its texts or lists is sent, so that the change does not overwrite other people's. */
  readonly readsBeforeSending: boolean;
}

export const remotePollIntervals: PollIntervals = {
  deltaPollMs: 3_000,
  backgroundDeltaPollMs: 30_000,
  fullPollMs: 60_000,
  screenDigestMs: 30_000,
  wholeDigestMs: 15 * 60_000,
  refetchAllMs: 24 * 3600_000,
  readsBeforeSending: true,
};

/** Intervals for the embedded service. It reports its commits, so polls are only a safety net. */
export const localPollIntervals: PollIntervals = {
  deltaPollMs: 60_000,
  backgroundDeltaPollMs: 5 * 60_000,
  fullPollMs: 5 * 60_000,
  screenDigestMs: 10 * 60_000,
  wholeDigestMs: 60 * 60_000,
  refetchAllMs: 24 * 3600_000,
  readsBeforeSending: false,
};

export const batteryIntervalFactor = 3;

/** A request that timed out can still reach the service for this long after its timeout. */
export const maxArrivalAfterTimeoutMs = 30_000;

/** Returns the pause in milliseconds after this many failures in a row. It doubles from one second to a minute. */
export function backoffMs(failures: number): number {
  return Math.min(1000 * 2 ** Math.max(failures - 1, 0), 60_000);
}

/** The state of the computer and its windows, by which a replica decides when to send requests. */
export interface ComputerActivity {
  /** The system sleeps: nothing is sent, because a request can fail or wake the network. */
  readonly isAsleep: boolean;
  /** Waiting changes are sent, after a poll if rows may be outdated. Other polls stop: nobody sees them. */
  readonly isLocked: boolean;
  /** On battery only: polls are less frequent (`batteryIntervalFactor`). */
  readonly isOnBattery: boolean;
  /** A visible window shows the workspace: polls use the short interval. If false, they use the background interval. */
  readonly isVisible: boolean;
}

export const inUseComputerActivity: ComputerActivity = {
  isAsleep: false,
  isLocked: false,
  isOnBattery: false,
  isVisible: true,
};

export const hasSleepOrLockEnded = (before: ComputerActivity, now: ComputerActivity): boolean =>
  !now.isAsleep && !now.isLocked && (before.isAsleep || before.isLocked);
