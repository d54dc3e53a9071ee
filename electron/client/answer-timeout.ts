import type { Clock } from './clock.ts';

interface AnswerTimeout {
  /**
   * `true` when the app asks the person for a login stops the timer; `false` when the person has answered starts it
   * again with the full time.
   */
  readonly setWaiting: (isWaiting: boolean) => void;
  readonly cancel: () => void;
}

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
