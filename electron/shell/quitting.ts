/** Stores whether the app is quitting. Windows that close while the app quits are not hidden, and ask no questions. */
import { app } from 'electron';

let quitting = false;

/**
 * Returns true while the app quits: from the event `before-quit` until a new window shows that the quitting was
 * cancelled.
 */
export const isQuitting = (): boolean => quitting;

/** Call this function before the first window opens. */
export function trackQuitting(): void {
  app.on('before-quit', () => {
    quitting = true;
  });
  // No window opens while the app quits. So a new window shows that the quitting was cancelled.
  app.on('browser-window-created', () => {
    quitting = false;
  });
}
