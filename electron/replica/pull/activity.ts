/** When the computer and the app's windows allow requests. Main reports it to the replica of each workspace. */
export interface Activity {
  /** The system sleeps: nothing is sent, since it would fail or wake the network. */
  readonly isAsleep: boolean;
  /** The screen is locked: waiting changes are sent, but polls wait until somebody can see their result. */
  readonly isLocked: boolean;
  /** Polls run less often (`batteryFactor`). */
  readonly isOnBattery: boolean;
  /** A window that shows the workspace is visible; otherwise polls have the interval of the background. */
  readonly isVisible: boolean;
}

export const fullActivity: Activity = { isAsleep: false, isLocked: false, isOnBattery: false, isVisible: true };

/** Whether polls may run again that could not before. */
export const hasReturned = (before: Activity, now: Activity): boolean =>
  !now.isAsleep && !now.isLocked && (before.isAsleep || before.isLocked);
