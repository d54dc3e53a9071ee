/**
 * Chooses the data folder of a start without `--user-data-dir`. Development starts use a folder of their own, so that
 * unfinished code cannot damage the data of the installed app.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolderWithParents } from '../engine/private-files.ts';

const installedMarkFile = 'installed-app';

/** Marks the installed app's data folder, so that a development start does not move it. Disk errors are ignored. */
export function markInstalledAppDataFolder(folder: string): void {
  const file = path.join(folder, installedMarkFile);
  try {
    makeFolderWithParents(folder);
    if (!existsSync(file))
      writeFileSync(file, 'Decktop as installed on this computer stores its data in this folder.\n');
  } catch {
    // Ignores the error: a later step of the start opens files in the folder, and reports the problem.
  }
}

interface DevelopmentDataFolder {
  readonly folder: string;
  /** Tells the person that data was moved, or why it could not be moved; null if no data had to be moved. */
  readonly message: string | null;
}

/**
 * Early development starts stored their data in `installedAppFolder`, the folder of the installed app. If this folder
 * contains no file `installed-app`, moves its data to the new folder. If moving fails, returns `installedAppFolder`.
 */
export function prepareDevelopmentDataFolder(installedAppFolder: string): DevelopmentDataFolder {
  const folder = `${installedAppFolder} Development`;
  if (
    existsSync(folder) ||
    !existsSync(installedAppFolder) ||
    existsSync(path.join(installedAppFolder, installedMarkFile))
  )
    return { folder, message: null };
  try {
    renameSync(installedAppFolder, folder);
    return { folder, message: `The data of earlier starts was moved from ${installedAppFolder} to ${folder}.` };
  } catch (error) {
    const { message } = error as Error;
    return {
      folder: installedAppFolder,
      message: `The data stays in ${installedAppFolder}, because it cannot be moved: ${message}`,
    };
  }
}
