/** Knows whether the app is quitting. Windows that close because of that are not hidden instead, and ask nothing. */
import { app } from 'electron';

let quitting = false;

/** Returns true from the event `before-quit` on. */
export const isQuitting = (): boolean => quitting;

/** Call before the first window opens. */
export function watchQuitting(): void {
  app.on('before-quit', () => {
    quitting = true;
  });
  // No window opens while the app quits, so the quitting was cancelled.
  app.on('browser-window-created', () => {
    quitting = false;
  });
}
