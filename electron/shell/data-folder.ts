/**
 * Keeps the data of development starts apart from that of the installed app, so that a change under way cannot damage it.
 * Used at the start, unless `--user-data-dir` names a folder.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../engine/private-files.ts';

/** A file in the data folder of the installed app. */
const installedMark = 'installed-app';

/** Marks the folder as the installed app's, so that development starts leave it alone. */
export function markInstalled(folder: string): void {
  const file = path.join(folder, installedMark);
  try {
    makeFolder(folder);
    if (!existsSync(file))
      writeFileSync(file, 'Decktop as installed on this computer stores its data in this folder.\n');
  } catch {
    // The start goes on, and says what is wrong with the folder when it opens the data.
  }
}

export interface DevelopmentFolder {
  readonly folder: string;
  /** What the person should know about it, or null. */
  readonly message: string | null;
}

/**
 * Returns the folder for development starts, beside the installed app's. Data that is there without the mark is from earlier
 * development starts, which used the same folder: it is moved over.
 */
export function developmentFolder(installed: string): DevelopmentFolder {
  const folder = `${installed} Development`;
  if (existsSync(folder) || !existsSync(installed) || existsSync(path.join(installed, installedMark)))
    return { folder, message: null };
  try {
    renameSync(installed, folder);
    return { folder, message: `The data of earlier starts was moved from ${installed} to ${folder}.` };
  } catch (error) {
    const { message } = error as Error;
    return { folder: installed, message: `The data stays in ${installed}, because it cannot be moved: ${message}` };
  }
}
