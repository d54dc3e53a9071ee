/**
 * Names of a replica's files, and failures for disk errors. Separate from `storage.ts`, so that the main process does
 * not load SQLite before the first window opens (bench row `start`).
 */
import { conflictFailure, type Failure } from '../../../shared/contract/index.ts';

export const replicaFileNames = {
  outbox: 'outbox.sqlite',
  cache: 'cache.sqlite',
  backup: 'outbox.backup.sqlite',
} as const;

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');

export function isCorruptionError(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Undefined for errors of other kinds. */
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
