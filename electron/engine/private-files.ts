/** Only their owner can read these files. On Windows they inherit the rights of the parent folder. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const privateFileMode = 0o600;

const isOpenToOthers = (entry: string) => process.platform !== 'win32' && (statSync(entry).mode & 0o077) !== 0;

function setPrivateMode(entry: string, mode: number): void {
  try {
    if (isOpenToOthers(entry)) chmodSync(entry, mode);
  } catch (error) {
    // The file system has no modes or is read-only, another user owns the file, or it no longer exists.
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Does nothing if the file does not exist. */
export function makeFilePrivate(file: string): void {
  setPrivateMode(file, privateFileMode);
}

/** One folder per `mkdirSync`: a recursive one of Node 24 never returns if the system forbids the folder. */
export function makeFolderWithParents(folder: string): void {
  if (existsSync(folder)) return;
  makeFolderWithParents(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** If the folder exists, makes it and the files directly in it private. */
export function makePrivateFolder(folder: string): void {
  makeFolderWithParents(folder);
  if (!isOpenToOthers(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) makeFilePrivate(path.join(folder, entry.name));
  setPrivateMode(folder, 0o700);
}

/** The `-wal` and `-shm` files that SQLite creates get the mode of the database. */
export function makePrivateDatabase(file: string): void {
  // Closing a file releases the process's POSIX locks on it, also SQLite's: never open an existing database.
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFileMode));
  for (const ending of ['', '-wal', '-shm', '-journal']) makeFilePrivate(file + ending);
}
