/** Knows whether the app quits, so that windows that close because of it neither stay hidden nor ask the person. */
import { app } from 'electron';

let quitting = false;

/** Returns true from the event `before-quit` on. */
export const isQuitting = (): boolean => quitting;

/** Call before the first window opens. */
export function watchQuitting(): void {
  app.on('before-quit', () => {
    quitting = true;
  });
  // No window opens while the app quits, so something has cancelled it.
  app.on('browser-window-created', () => {
    quitting = false;
  });
}
