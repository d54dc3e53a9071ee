/** Errors that no other code of main handles. By default, Electron shows a dialog for each. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { makePrivateFolder, privateFileMode } from '../../engine/private-files.ts';
import { type Log, redactSecrets } from '../log.ts';

const maxErrorsInReport = 20;

export interface MainErrors {
  /**
   * From now on, an error is logged and reported, and the app goes on: main holds no data of workspaces. Before this
   * call an error ends the start, because a half-started app may hold the single-instance lock without a window.
   */
  goOn(log: Log): void;
}

/** Call this function before main registers any listener. */
export function handleMainErrors(endStart: (message: string) => void): MainErrors {
  let log: Log | undefined;
  const reported: string[] = [];
  const handle = (kind: string) => (thrown: unknown) => {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    if (!log) return endStart(text);
    const isNew = !reported.some((entry) => entry.endsWith(redactSecrets(text)));
    log('error', kind, { error: text });
    // A listener that fails at each event writes one report.
    if (!isNew) return;
    reported.push(`${new Date().toISOString()} Decktop ${app.getVersion()}: ${kind}\n${redactSecrets(text)}`);
    reported.splice(0, reported.length - maxErrorsInReport);
    try {
      const folder = app.getPath('crashDumps');
      makePrivateFolder(folder);
      const file = path.join(folder, 'main-process.txt');
      writeFileSync(file, `${reported.join('\n\n')}\n`, { mode: privateFileMode });
    } catch (error) {
      log('warn', 'The report of an error could not be written', { error: String(error) });
    }
  };
  process.on('uncaughtException', handle('An error in the main process'));
  process.on('unhandledRejection', handle('An unhandled rejection'));
  return {
    goOn(opened) {
      log = opened;
    },
  };
}
