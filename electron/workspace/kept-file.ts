/** Small files that cannot be fetched again: written whole or not at all, with a copy beside them. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, privateFileMode, tightenFile } from '../engine/private-files.ts';

export interface Writing {
  /** Waits until the disk holds it, so that not even a power cut leaves half of it. */
  readonly isFlushed?: boolean;
}

/** A crash leaves the old file or the new one, never half of one. */
export function writeAtomically(file: string, text: string, { isFlushed }: Writing = {}): void {
  makeFolder(path.dirname(file));
  const next = `${file}.next`;
  tightenFile(next);
  const handle = openSync(next, 'w', privateFileMode);
  try {
    writeSync(handle, text);
    if (isFlushed) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(next, file);
}

const copyOf = (file: string) => `${file}.backup`;

/** Writes `text` beside the file, where it is looked for should the file be damaged later. */
export function keepCopy(file: string, text: string, warn: (message: string) => void, writing?: Writing): void {
  try {
    writeAtomically(copyOf(file), text, writing);
  } catch (error) {
    warn(`${file} could not be copied: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function copyKept(file: string): string | undefined {
  try {
    return existsSync(copyOf(file)) ? readFileSync(copyOf(file), 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Out of the way, never overwritten. @returns where it is now */
export function setAside(file: string): string {
  const aside = `${file}.damaged-${Date.now()}`;
  renameSync(file, aside);
  return aside;
}
