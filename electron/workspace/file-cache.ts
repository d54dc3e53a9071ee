/** Deletes the least recently opened files first when full, pinned ones only after all others. */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder, privateFileMode } from '../engine/private-files.ts';
import type { NamedValueStore } from '../replica/store/stored-values.ts';

/** Maximum size of a stored file, in bytes. */
export const maxStoredFileBytes = 64 * 1024 * 1024;
/** Maximum length of an encoded file name. Most systems allow 255 characters; the suffix `.new` needs four of them. */
const maxNameLength = 250;
const defaultMaxBytes = 512 * 1024 * 1024;

interface StoredFileInfo {
  readonly bytes: number;
  /** When the file was stored, in milliseconds since 1970 by this computer's clock. */
  readonly storedAt: number;
  /** When the file was last opened, in milliseconds since 1970 by this computer's clock. */
  readonly openedAt: number;
}

interface FileCacheOptions {
  readonly folder: string;
  /** The cache stores `maxBytes` there, under the name `fileCeiling`. */
  readonly storedValues: NamedValueStore;
  /** Files that the person wants to have offline. The cache deletes them last. */
  readonly pinnedFileIds: () => ReadonlySet<string>;
}

export class FileCache {
  #options: FileCacheOptions;
  /** The stored files by id; undefined until first needed. Looking at each file again takes too long for thousands. */
  #files: Map<string, StoredFileInfo> | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(options: FileCacheOptions) {
    this.#options = options;
  }

  /** Maximum total size of the stored files, in bytes. */
  get maxBytes(): number {
    return (this.#options.storedValues.get('fileCeiling') as number | undefined) ?? defaultMaxBytes;
  }
  set maxBytes(bytes: number) {
    this.#options.storedValues.set('fileCeiling', bytes);
    this.#trim();
  }

  // The id is encoded, because it comes from the service and could contain a path.
  #pathOf(fileId: string): string {
    return path.join(this.#options.folder, Buffer.from(fileId).toString('base64url'));
  }

  #fitsFileName(fileId: string): boolean {
    return path.basename(this.#pathOf(fileId)).length <= maxNameLength;
  }

  /** By id. */
  storedFiles(): ReadonlyMap<string, StoredFileInfo> {
    this.#files ??= this.#findFiles();
    return this.#files;
  }

  #findFiles(): Map<string, StoredFileInfo> {
    const { folder } = this.#options;
    const found = new Map<string, StoredFileInfo>();
    for (const name of fileNamesIn(folder)) {
      if (name.endsWith('.new')) continue;
      const { size, birthtimeMs, mtimeMs } = statSync(path.join(folder, name));
      const id = Buffer.from(name, 'base64url').toString();
      found.set(id, { bytes: size, storedAt: birthtimeMs, openedAt: mtimeMs });
    }
    return found;
  }

  /** Also waits for the files that are being written. */
  async read(fileId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (!this.#fitsFileName(fileId)) return undefined;
    await this.#lastWrite;
    const file = this.#pathOf(fileId);
    try {
      const bytes = new Uint8Array(await readFile(file));
      const now = preciseNow();
      const known = this.#files?.get(fileId);
      if (known) this.#files?.set(fileId, { ...known, openedAt: now });
      await utimes(file, now / 1000, now / 1000);
      return bytes;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Returns false if the file is too large, or its id too long for a file name. @throws disk errors */
  write(fileId: string, bytes: Uint8Array): Promise<boolean> {
    const written = this.#lastWrite.then(() => this.#write(fileId, bytes));
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }

  async #write(fileId: string, bytes: Uint8Array): Promise<boolean> {
    if (bytes.byteLength > Math.min(maxStoredFileBytes, this.maxBytes) || !this.#fitsFileName(fileId)) return false;
    const file = this.#pathOf(fileId);
    makePrivateFolder(this.#options.folder);
    try {
      await writeFile(`${file}.new`, bytes, { mode: privateFileMode });
      await rename(`${file}.new`, file);
    } catch (error) {
      // Delete the incomplete file, because it takes space on a disk that may be full.
      await rm(`${file}.new`, { force: true });
      throw error;
    }
    const now = preciseNow();
    this.#files?.set(fileId, { bytes: bytes.byteLength, storedAt: now, openedAt: now });
    this.#trim(fileId);
    return true;
  }

  /** Deletes the file if the new id is too long for a file name. @throws disk errors */
  rename(from: string, to: string): void {
    const known = this.#files?.get(from);
    if (this.#fitsFileName(to)) {
      renameSync(this.#pathOf(from), this.#pathOf(to));
      if (known) this.#files?.set(to, known);
    } else rmSync(this.#pathOf(from), { force: true });
    this.#files?.delete(from);
  }

  /** Deletes the least recently opened first, pinned files after all others, and the file `newest` last. */
  #trim(newest?: string): void {
    this.#files ??= this.#findFiles();
    const files = [...this.#files].map(([id, file]) => ({ id, ...file }));
    let size = files.reduce((sum, file) => sum + file.bytes, 0);
    if (size <= this.maxBytes) return;
    const pinnedIds = this.#options.pinnedFileIds();
    const rank = (id: string) => (id === newest ? 2 : pinnedIds.has(id) ? 1 : 0);
    for (const { id, bytes } of files.sort((a, b) => rank(a.id) - rank(b.id) || a.openedAt - b.openedAt)) {
      if (size <= this.maxBytes) break;
      rmSync(this.#pathOf(id), { force: true });
      this.#files.delete(id);
      size -= bytes;
    }
  }
}

/** With fractions of a millisecond, so that files opened one after another have an order. */
const preciseNow = () => performance.timeOrigin + performance.now();

const codeOf = (error: unknown) => (error as { code?: string }).code;

function fileNamesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
