/** Ends the app if it cannot start. Used by main.ts and app.ts. */
import { app, dialog } from 'electron';
import type { Failure } from '../../shared/contract/index.ts';
import type { CommandLineOptions } from './options.ts';

/** Exits the app with a failure. Reports the failure in the console or a dialog, since no window is open. */
export function exitWithFailure(failure: Failure, { screenshot, connect }: CommandLineOptions): void {
  console.error(failure.message);
  if (!screenshot && !connect && app.isPackaged) dialog.showErrorBox('Decktop cannot start', failure.message);
  app.exit(1);
}
