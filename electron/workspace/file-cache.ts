/** Stored files of one workspace, in a folder of bounded size. The least recently opened files are removed first. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder, privateFileMode } from '../engine/private-files.ts';
import type { StoredValues } from '../replica/store/stored-values.ts';

/** Maximum size of a stored file, in bytes. */
export const fileCeiling = 64 * 1024 * 1024;
/** Maximum length of a file name: 255 on most systems, without the suffix `.new`. */
const maxNameLength = 250;
const defaultCeiling = 512 * 1024 * 1024;

interface StoredFileInfo {
  readonly bytes: number;
  /** Time at which it was stored, in milliseconds of this computer's clock. */
  readonly storedAt: number;
  /** Time at which it was last opened. */
  readonly openedAt: number;
}

interface FileCacheOptions {
  readonly folder: string;
  /** Stores the ceiling. */
  readonly storedValues: StoredValues;
  /** Ids of files that the person keeps available offline; these are removed last. */
  readonly wanted: () => ReadonlySet<string>;
}

export class FileCache {
  #options: FileCacheOptions;
  /** Bytes of all files; undefined until first needed. */
  #size: number | undefined;

  constructor(options: FileCacheOptions) {
    this.#options = options;
  }

  get ceiling(): number {
    return (this.#options.storedValues.get('fileCeiling') as number | undefined) ?? defaultCeiling;
  }
  set ceiling(bytes: number) {
    this.#options.storedValues.set('fileCeiling', bytes);
    this.#trim();
  }

  // Encoded, since ids are opaque text and could contain a path.
  #pathOf(fileId: string): string {
    return path.join(this.#options.folder, Buffer.from(fileId).toString('base64url'));
  }

  /** Whether file systems accept the name of a file with this id. */
  #fitsFileName(fileId: string): boolean {
    return path.basename(this.#pathOf(fileId)).length <= maxNameLength;
  }

  /** Stored files by id. */
  kept(): Map<string, StoredFileInfo> {
    const { folder } = this.#options;
    const found = new Map<string, StoredFileInfo>();
    for (const name of namesIn(folder)) {
      if (name.endsWith('.new')) continue;
      const { size, birthtimeMs, mtimeMs } = statSync(path.join(folder, name));
      const id = Buffer.from(name, 'base64url').toString();
      found.set(id, { bytes: size, storedAt: birthtimeMs, openedAt: mtimeMs });
    }
    return found;
  }

  read(fileId: string): Uint8Array<ArrayBuffer> | undefined {
    if (!this.#fitsFileName(fileId)) return undefined;
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

  /** Returns false for files that are too large or whose id is too long. @throws errors of the disk */
  write(fileId: string, bytes: Uint8Array): boolean {
    if (bytes.byteLength > Math.min(fileCeiling, this.ceiling) || !this.#fitsFileName(fileId)) return false;
    const file = this.#pathOf(fileId);
    makePrivateFolder(this.#options.folder);
    try {
      writeFileSync(`${file}.new`, bytes, { mode: privateFileMode });
      renameSync(`${file}.new`, file);
    } catch (error) {
      // Leaves no partial file, for example on a full disk.
      rmSync(`${file}.new`, { force: true });
      throw error;
    }
    this.#size = this.#size === undefined ? undefined : this.#size + bytes.byteLength;
    this.#trim(fileId);
    return true;
  }

  /** Moves a stored file to another id; removes it if that id is too long. */
  rename(from: string, to: string): void {
    if (!this.#fitsFileName(to)) rmSync(this.#pathOf(from), { force: true });
    else renameSync(this.#pathOf(from), this.#pathOf(to));
  }

  /** Removes files until the rest fits. `newest` stays. */
  #trim(newest?: string): void {
    if (this.#size !== undefined && this.#size <= this.ceiling) return;
    const files = [...this.kept()].map(([id, file]) => ({ id, ...file }));
    let size = files.reduce((sum, file) => sum + file.bytes, 0);
    if (size > this.ceiling) {
      const pinnedIds = this.#options.wanted();
      const rank = (id: string) => (id === newest ? 2 : pinnedIds.has(id) ? 1 : 0);
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
