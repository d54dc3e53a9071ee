/** The client and the replica use this clock. Tests pass a clock whose time they set. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns the function that cancels the timer. */
  after(ms: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves at once when the signal aborts. */
export function resolveAfter(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}

interface AnswerTimeout {
  /** `true` (the person is asked for a login) stops the timer; `false` starts it with the full time again. */
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
