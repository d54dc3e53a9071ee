/**
 * Measures how many bytes a workspace's replica and stored files take on the disk, without the database of an embedded
 * service. The settings show the result.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { StorageUse } from '../../shared/bridge/index.ts';
import { replicaFileNames } from '../replica/store/replica-files.ts';
import type { FileCache } from './file-cache.ts';

/** Returns the sizes of the cache, outbox and files in bytes, and the time of the last backup (null for none). */
export function storageUse(directory: string, cache: FileCache): StorageUse {
  const stat = (name: string) => statSync(path.join(directory, name), { throwIfNoEntry: false });
  const sizeOf = (name: string) => ['', '-wal'].reduce((sum, ending) => sum + (stat(name + ending)?.size ?? 0), 0);
  const storedFiles = [...cache.storedFiles().values()];
  return {
    rows: sizeOf(replicaFileNames.cache),
    outbox: sizeOf(replicaFileNames.outbox),
    files: storedFiles.reduce((sum, { bytes }) => sum + bytes, 0),
    fileCount: storedFiles.length,
    filesCeiling: cache.maxBytes,
    backedUpAt: stat(replicaFileNames.backup)?.mtime.toISOString() ?? null,
  };
}
