/** Limits the time until an answer arrives. Used by the client and by the test of a connection. */
import type { Clock } from './clock.ts';

export interface AnswerTimer {
  /** Stops the timer while a person is asked; it starts again at 0 afterwards. */
  readonly setWaiting: (isWaiting: boolean) => void;
  readonly cancel: () => void;
}

/** Calls `onTimeout` after `timeoutMs` unless it is cancelled. */
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
