/** During quitting, windows that close ask no questions, and are closed instead of hidden. */
import { app, dialog } from 'electron';
import type { Failure } from '../../shared/contract/index.ts';
import type { CommandLineOptions } from './options.ts';

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

let isExiting = false;

/** Reports in the console or a dialog, since no window is open. */
export function exitWithFailure(failure: Failure, { screenshot, connect }: CommandLineOptions): void {
  // While the dialog of the first failure is open, others may follow from it.
  if (isExiting) return;
  isExiting = true;
  console.error(failure.message);
  if (!screenshot && !connect && app.isPackaged) dialog.showErrorBox('Decktop cannot start', failure.message);
  app.exit(1);
}
