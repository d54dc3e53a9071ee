/**
 * Chooses the data folder of a start without `--user-data-dir`. Development starts use a folder of their own, so that
 * unfinished code cannot damage the data of the installed app.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../engine/private-files.ts';

/** Name of the file that marks a data folder as that of the installed app. */
const installedMarkFile = 'installed-app';

/** Marks the folder as that of the installed app, so that development starts do not move it. */
export function markInstalled(folder: string): void {
  const file = path.join(folder, installedMarkFile);
  try {
    makeFolder(folder);
    if (!existsSync(file))
      writeFileSync(file, 'Decktop as installed on this computer stores its data in this folder.\n');
  } catch {
    // Ignored: a later step of the start opens the data, and reports what is wrong with the folder.
  }
}

export interface DevelopmentFolder {
  readonly folder: string;
  /** A message for the person if data was moved or could not be moved, else null. */
  readonly message: string | null;
}

/**
 * Returns the data folder for development starts, beside `installed`, the folder of the installed app. An `installed`
 * folder without the mark is from early development starts, which used that folder: its data is moved to the new
 * folder.
 */
export function developmentFolder(installed: string): DevelopmentFolder {
  const folder = `${installed} Development`;
  if (existsSync(folder) || !existsSync(installed) || existsSync(path.join(installed, installedMarkFile)))
    return { folder, message: null };
  try {
    renameSync(installed, folder);
    return { folder, message: `The data of earlier starts was moved from ${installed} to ${folder}.` };
  } catch (error) {
    const { message } = error as Error;
    return { folder: installed, message: `The data stays in ${installed}, because it cannot be moved: ${message}` };
  }
}
