/** The state of the computer and windows that decides when a replica sends requests. Main reports the state. */
export interface ComputerActivity {
  /** The system sleeps: nothing is sent, since a request would fail or wake the network. */
  readonly isAsleep: boolean;
  /**
   * The screen is locked: waiting changes are sent. Since nobody sees the result of a poll, the service is polled only
   * if a change is to be sent and the stored rows may be outdated.
   */
  readonly isLocked: boolean;
  /** The computer has battery power only: polls are less frequent (`batteryIntervalFactor`). */
  readonly isOnBattery: boolean;
  /** A visible window shows the workspace: polls use the short interval, else the background interval. */
  readonly isVisible: boolean;
}

/** The activity of a computer in use on which a window shows the workspace. */
export const fullActivity: ComputerActivity = { isAsleep: false, isLocked: false, isOnBattery: false, isVisible: true };

/** Returns true if sleep or a locked screen has ended, so that the service may be polled again. */
export const hasSleepOrLockEnded = (before: ComputerActivity, now: ComputerActivity): boolean =>
  !now.isAsleep && !now.isLocked && (before.isAsleep || before.isLocked);
