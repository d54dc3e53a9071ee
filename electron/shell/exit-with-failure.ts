import { app, dialog } from 'electron';
import type { Failure } from '../../shared/contract/index.ts';
import type { CommandLineOptions } from './options.ts';

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
