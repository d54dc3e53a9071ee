/**
 * Creates files and folders that only their owner can read: databases, settings, stored files. On Windows, which has no
 * such modes, they inherit the rights of the parent folder.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const privateFileMode = 0o600;

const isOpenToOthers = (entry: string) => process.platform !== 'win32' && (statSync(entry).mode & 0o077) !== 0;

function tighten(entry: string, mode: number): void {
  try {
    if (isOpenToOthers(entry)) chmodSync(entry, mode);
  } catch (error) {
    // Some disks have no modes, and files of another owner cannot be changed.
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Makes an existing file private; does nothing where there is none. */
export function makeFilePrivate(file: string): void {
  tighten(file, privateFileMode);
}

/**
 * Creates a folder and its missing parents; existing folders stay unchanged. Level by level, since with
 * `recursive` Node 24 never returns for a folder that the system does not allow.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Creates a private folder, or makes an existing one and its files private. */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  if (!isOpenToOthers(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) makeFilePrivate(path.join(folder, entry.name));
  tighten(folder, 0o700);
}

/** Creates an empty private file where there is none. SQLite gives the files beside a database the same mode. */
export function makePrivateDatabase(file: string): void {
  // An existing database is not opened, since closing it would release the locks of this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFileMode));
  for (const ending of ['', '-wal', '-shm', '-journal']) makeFilePrivate(file + ending);
}
