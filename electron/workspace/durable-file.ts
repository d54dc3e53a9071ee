/** Small files, such as the settings, and backup copies of those that nothing else has. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '../../shared/contract/index.ts';
import { makeFilePrivate, makeFolderWithParents, privateFileMode } from '../engine/private-files.ts';

interface WriteOptions {
  /** Whether to wait until the data is on the disk, so that even a power cut leaves a complete file. */
  readonly isFlushed?: boolean;
}

/** Time in ms between two tries to rename a file, and the maximum number of tries. */
const renameRetry = { pauseMs: 20, tries: 50 };
const lockedCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Tries for about a second: Windows refuses to replace a file that another program, such as a virus scanner, has open
 * for a short time.
 * @throws the last error of `rename`
 */
export function renameWithRetries(rename: () => void, pause: (ms: number) => void): void {
  for (let tries = 1; ; tries += 1) {
    try {
      rename();
      return;
    } catch (error) {
      if (tries === renameRetry.tries || !lockedCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      pause(renameRetry.pauseMs);
    }
  }
}

const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** A crash leaves either the old content or the new content. */
export function writeFileAtomically(file: string, text: string, { isFlushed }: WriteOptions = {}): void {
  makeFolderWithParents(path.dirname(file));
  const next = `${file}.next`;
  makeFilePrivate(next);
  const handle = openSync(next, 'w', privateFileMode);
  try {
    // Use `writeFileSync`: `writeSync` throws no error if a nearly full disk has space for only a part of the text.
    writeFileSync(handle, text);
    if (isFlushed) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  const replace = () => renameSync(next, file);
  if (process.platform === 'win32') renameWithRetries(replace, block);
  else replace();
}

const backupOf = (file: string) => `${file}.backup`;

/** For `readBackup`, if the file is damaged later. If the copy cannot be written, only logs a warning. */
export function writeBackup(file: string, text: string, warn: (message: string) => void, options?: WriteOptions): void {
  try {
    writeFileAtomically(backupOf(file), text, options);
  } catch (error) {
    warn(`${file} could not be copied: ${errorMessage(error)}`);
  }
}

/** Undefined if the copy does not exist or cannot be read. */
export function readBackup(file: string): string | undefined {
  try {
    return existsSync(backupOf(file)) ? readFileSync(backupOf(file), 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Empty if the file cannot be read. */
export function readTextIfPossible(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Renames a damaged file, so that a later write does not overwrite it. Returns the new path. */
export function renameDamagedFile(file: string): string {
  const damagedFile = `${file}.damaged-${Date.now()}`;
  renameSync(file, damagedFile);
  return damagedFile;
}
