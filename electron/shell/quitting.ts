/** Knows whether the app is quitting. A window that closes while the app quits is not hidden and asks nothing. */
import { app } from 'electron';

let quitting = false;

/** Returns true from the event `before-quit` on. */
export const isQuitting = (): boolean => quitting;

/** Call before the first window opens. */
export function trackQuitting(): void {
  app.on('before-quit', () => {
    quitting = true;
  });
  // No window opens while the app quits, so the quitting was cancelled.
  app.on('browser-window-created', () => {
    quitting = false;
  });
}
