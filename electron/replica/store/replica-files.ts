/**
 * The names of a replica's files, and the failures for disk errors. The main process uses this file too. It is separate
 * from `storage.ts`, so that the main process does not load SQLite before the first window opens (bench row `start`).
 */
import { conflictFailure, type Failure } from '../../../shared/contract/index.ts';

/** File names within a replica's folder. */
export const replicaFileNames = {
  outbox: 'outbox.sqlite',
  cache: 'cache.sqlite',
  backup: 'outbox.backup.sqlite',
} as const;

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');

/** Returns true if an error of SQLite shows that a file is damaged. */
export function isCorruptionError(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Returns the failure to show for an error of the disk or of a file; undefined for other errors. */
export function storageFailure(error: unknown, directory: string): Failure | undefined {
  const code = codeOf(error);
  if (/^SQLITE_FULL|^ENOSPC/.test(code))
    return conflictFailure(
      'disk_full',
      `The disk is full, so nothing was changed. Free some space for ${directory} and try again.`,
    );
  if (/^SQLITE_(READONLY|PERM)|^EROFS|^EACCES|^EPERM/.test(code))
    return conflictFailure(
      'disk_read_only',
      `Decktop may not write to ${directory}. Make the folder writable and start again.`,
    );
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return conflictFailure('already_open', 'Another Decktop works with this data. Close it, or use its window.');
  if (/^SQLITE_(CANTOPEN|IOERR)|^ENOTDIR|^EIO/.test(code))
    return conflictFailure(
      'disk_unreadable',
      `The files in ${directory} cannot be read or written (${code}). Check the disk.`,
    );
  return undefined;
}
