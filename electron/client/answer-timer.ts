/** Limits how long a request waits for its answer. Used by the client and by the connection test of the settings. */
import type { Clock } from './clock.ts';

export interface AnswerTimer {
  /** `true` stops the timer while a person is asked for a login; `false` starts the timer again from 0. */
  readonly setWaiting: (isWaiting: boolean) => void;
  readonly cancel: () => void;
}

/** Calls `onTimeout` after `timeoutMs` unless the timer is cancelled first. */
export function startAnswerTimer(clock: Clock, timeoutMs: number, onTimeout: () => void): AnswerTimer {
  let stop = clock.after(timeoutMs, onTimeout);
  return {
    setWaiting(isWaiting) {
      stop();
      if (!isWaiting) stop = clock.after(timeoutMs, onTimeout);
    },
    cancel: () => stop(),
  };
}
