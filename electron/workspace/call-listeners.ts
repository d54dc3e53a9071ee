/**
 * Calls each listener, even if an earlier one throws, and does not throw itself: whoever reports a change must not fail
 * because of somebody who listens. The error then reaches main's handler of unhandled errors. For the main process
 * only, since such an error ends a worker thread.
 */
export function callListeners<Args extends unknown[]>(
  listeners: readonly ((...args: Args) => void)[],
  ...args: Args
): void {
  for (const listener of listeners) {
    try {
      listener(...args);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
