/**
 * Limits the time for which a request waits for its answer. Used by the client and by the connection test in the
 * settings.
 */
import type { Clock } from './clock.ts';

interface AnswerTimeout {
  /**
   * Pass `true` when the app asks the person for a login: the timer stops. Pass `false` when the person has answered:
   * the timer starts again with the full time.
   */
  readonly setWaiting: (isWaiting: boolean) => void;
  readonly cancel: () => void;
}

/** Calls `onTimeout` after `timeoutMs` unless the timer is cancelled first. */
export function startAnswerTimeout(clock: Clock, timeoutMs: number, onTimeout: () => void): AnswerTimeout {
  let stop = clock.after(timeoutMs, onTimeout);
  return {
    setWaiting(isWaiting) {
      stop();
      if (!isWaiting) stop = clock.after(timeoutMs, onTimeout);
    },
    cancel: () => stop(),
  };
}
