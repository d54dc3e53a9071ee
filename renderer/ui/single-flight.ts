/** Keeps a second click or key press from sending the same form twice. */
import { useCallback, useRef } from 'react';

/** While the promise of the last call is pending, the function does nothing. */
export function useSingleFlight<A extends unknown[]>(
  run: (...args: A) => Promise<unknown>,
): (...args: A) => Promise<void> {
  const latest = useRef(run);
  latest.current = run;
  const isRunning = useRef(false);
  return useCallback(async (...args: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await latest.current(...args);
    } finally {
      isRunning.current = false;
    }
  }, []);
}
