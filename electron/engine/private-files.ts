/**
 * Files and folders that only their owner may read: databases, settings, stored files. On Windows, which has no such
 * modes, they inherit the rights of the folder above.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const privateFileMode = 0o600;

const isOpenToOthers = (entry: string) => process.platform !== 'win32' && (statSync(entry).mode & 0o077) !== 0;

function tighten(entry: string, mode: number): void {
  try {
    if (isOpenToOthers(entry)) chmodSync(entry, mode);
  } catch (error) {
    // Some disks know no modes, and what belongs to somebody else is theirs to protect.
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** A file that may have been made before files were private, or not at all. */
export function tightenFile(file: string): void {
  tighten(file, privateFileMode);
}

/**
 * Makes a folder and those above it where they are missing, and leaves those alone that are there. Level by level: with
 * `recursive`, Node 24 never comes back from a folder that the system does not let exist.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Makes a folder of Decktop's own, or tightens the one that is there together with the files in it. */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  if (!isOpenToOthers(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) tightenFile(path.join(folder, entry.name));
  tighten(folder, 0o700);
}

/** Makes an empty file where there is none: SQLite gives the files that it puts beside a database the same mode. */
export function makePrivateDatabase(file: string): void {
  // A database that is there is not opened: closing it would release the locks of this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFileMode));
  for (const ending of ['', '-wal', '-shm', '-journal']) tightenFile(file + ending);
}
