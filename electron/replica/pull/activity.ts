/** The state of the computer and its windows, by which a replica decides when to send requests. */
export interface ComputerActivity {
  /** The system sleeps: nothing is sent, because a request can fail or wake the network. */
  readonly isAsleep: boolean;
  /**
   * Waiting changes are still sent, but polls stop, because nobody sees their result. One poll runs before a change is
   * sent if the stored rows may be outdated.
   */
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

/** Returns true if the computer was asleep or locked before and is neither now. Polls may then start again. */
export const hasSleepOrLockEnded = (before: ComputerActivity, now: ComputerActivity): boolean =>
  !now.isAsleep && !now.isLocked && (before.isAsleep || before.isLocked);
