/**
 * Creates files and folders that only their owner can read: databases, settings and stored files. Windows has no file
 * modes; there the files inherit the rights of the parent folder.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const privateFileMode = 0o600;

const isOpenToOthers = (entry: string) => process.platform !== 'win32' && (statSync(entry).mode & 0o077) !== 0;

function setPrivateMode(entry: string, mode: number): void {
  try {
    if (isOpenToOthers(entry)) chmodSync(entry, mode);
  } catch (error) {
    // Ignores the error if the mode cannot be changed: the file system has no modes or is read-only, another user owns
    // the file, or the file no longer exists.
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Lets only the owner read and write an existing file; does nothing if the file does not exist. */
export function makeFilePrivate(file: string): void {
  setPrivateMode(file, privateFileMode);
}

/**
 * Creates a folder and its missing parents; existing folders stay unchanged. Creates one folder per `mkdirSync`,
 * because `mkdirSync` of Node 24 with `recursive` never returns if the system forbids creating the folder.
 */
export function makeFolderWithParents(folder: string): void {
  if (existsSync(folder)) return;
  makeFolderWithParents(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Creates a folder that only its owner can read. If the folder exists, makes it and the files directly in it private.
 */
export function makePrivateFolder(folder: string): void {
  makeFolderWithParents(folder);
  if (!isOpenToOthers(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) makeFilePrivate(path.join(folder, entry.name));
  setPrivateMode(folder, 0o700);
}

/**
 * Creates an empty private file for a database, or makes the existing files of the database private. SQLite creates its
 * `-wal` and `-shm` files with the mode of the database.
 */
export function makePrivateDatabase(file: string): void {
  // Does not open an existing database: closing a file releases all POSIX locks of the process on the file, including
  // SQLite's locks.
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFileMode));
  for (const ending of ['', '-wal', '-shm', '-journal']) makeFilePrivate(file + ending);
}
