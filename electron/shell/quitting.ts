/** During quitting, windows that close ask no questions, and are closed instead of hidden. */
import { app } from 'electron';

let quitting = false;

export const isQuitting = (): boolean => quitting;

/** Call this function before the first window opens. */
export function trackQuitting(): void {
  app.on('before-quit', () => {
    quitting = true;
  });
  // The app opens no window while it quits. So a new window means that quitting was cancelled.
  app.on('browser-window-created', () => {
    quitting = false;
  });
}
