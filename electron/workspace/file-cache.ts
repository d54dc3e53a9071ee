/** Stored files of one workspace: a folder of bounded size, least recently opened out first. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder, privateFileMode } from '../engine/private-files.ts';
import type { StoredValues } from '../replica/store/stored-values.ts';

/** Bytes of one file that is kept. */
export const fileCeiling = 64 * 1024 * 1024;
/** Letters of a file's name: 255 on most systems, less the ending of one that is being written. */
const maxNameLength = 250;
const defaultCeiling = 512 * 1024 * 1024;

export interface KeptFile {
  readonly bytes: number;
  /** Local milliseconds at which it was stored. */
  readonly storedAt: number;
  /** And at which it was opened last. */
  readonly openedAt: number;
}

export interface FileCacheOptions {
  readonly folder: string;
  /** Where the ceiling is kept. */
  readonly facts: StoredValues;
  /** Files that the person keeps ready: out last. */
  readonly wanted: () => ReadonlySet<string>;
}

export class FileCache {
  #options: FileCacheOptions;
  /** Bytes of all files; counted when first needed. */
  #size: number | undefined;

  constructor(options: FileCacheOptions) {
    this.#options = options;
  }

  get ceiling(): number {
    return (this.#options.facts.get('fileCeiling') as number | undefined) ?? defaultCeiling;
  }
  set ceiling(bytes: number) {
    this.#options.facts.set('fileCeiling', bytes);
    this.#trim();
  }

  // Ids are opaque text: never a path of their own.
  #pathOf(fileId: string): string {
    return path.join(this.#options.folder, Buffer.from(fileId).toString('base64url'));
  }

  /** Whether a file of this id can be kept: its name has to be one that file systems take. */
  #takes(fileId: string): boolean {
    return path.basename(this.#pathOf(fileId)).length <= maxNameLength;
  }

  /** What is kept, by file id. */
  kept(): Map<string, KeptFile> {
    const { folder } = this.#options;
    const found = new Map<string, KeptFile>();
    for (const name of namesIn(folder)) {
      if (name.endsWith('.new')) continue;
      const { size, birthtimeMs, mtimeMs } = statSync(path.join(folder, name));
      const id = Buffer.from(name, 'base64url').toString();
      found.set(id, { bytes: size, storedAt: birthtimeMs, openedAt: mtimeMs });
    }
    return found;
  }

  read(fileId: string): Uint8Array<ArrayBuffer> | undefined {
    if (!this.#takes(fileId)) return undefined;
    const file = this.#pathOf(fileId);
    try {
      const bytes = new Uint8Array(readFileSync(file));
      const now = new Date();
      utimesSync(file, now, now);
      return bytes;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** False for files too large to keep, or with an id that is too long. Throws what the disk says. */
  write(fileId: string, bytes: Uint8Array): boolean {
    if (bytes.byteLength > Math.min(fileCeiling, this.ceiling) || !this.#takes(fileId)) return false;
    const file = this.#pathOf(fileId);
    makePrivateFolder(this.#options.folder);
    try {
      writeFileSync(`${file}.new`, bytes, { mode: privateFileMode });
      renameSync(`${file}.new`, file);
    } catch (error) {
      // Half a file on a full disk helps nobody.
      rmSync(`${file}.new`, { force: true });
      throw error;
    }
    this.#size = this.#size === undefined ? undefined : this.#size + bytes.byteLength;
    this.#trim(fileId);
    return true;
  }

  /** What was stored under one id is from now on found under the other. */
  rename(from: string, to: string): void {
    renameSync(this.#pathOf(from), this.#pathOf(to));
  }

  /** `newest` stays, whatever its time of opening says. */
  #trim(newest?: string): void {
    if (this.#size !== undefined && this.#size <= this.ceiling) return;
    const files = [...this.kept()].map(([id, file]) => ({ id, ...file }));
    let size = files.reduce((sum, file) => sum + file.bytes, 0);
    if (size > this.ceiling) {
      const wanted = this.#options.wanted();
      const rank = (id: string) => (id === newest ? 2 : wanted.has(id) ? 1 : 0);
      for (const { id, bytes } of files.sort((a, b) => rank(a.id) - rank(b.id) || a.openedAt - b.openedAt)) {
        if (size <= this.ceiling) break;
        rmSync(this.#pathOf(id), { force: true });
        size -= bytes;
      }
    }
    this.#size = size;
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
