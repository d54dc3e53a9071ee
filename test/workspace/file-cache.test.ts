import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileCache } from '../../electron/workspace/file-cache.ts';

let folder: string;
let cache: FileCache;
const bytes = new Uint8Array([1, 2, 3]);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-files-'));
  cache = new FileCache({
    folder,
    storedValues: { get: () => undefined, set: () => undefined, remove: () => undefined },
    pinnedFileIds: () => new Set(),
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['of a usual length', 'a'.repeat(36), true],
  ['with a path', '../../etc/passwd', true],
  ['with a NUL', 'a\0b', true],
  ['just short enough for a file name', 'a'.repeat(180), true],
  ['too long for a file name', 'a'.repeat(192), false],
  ['much too long', 'ä'.repeat(4000), false],
])('an id %s never fails', async (_what, id, isStored) => {
  expect(await cache.read(id)).toBe(undefined);
  expect(await cache.write(id, bytes)).toBe(isStored);
  expect(await cache.read(id)).toEqual(isStored ? bytes : undefined);
  await cache.write('local', bytes);
  cache.rename('local', id);
  expect(await cache.read('local')).toBe(undefined);
  expect(await cache.read(id)).toEqual(isStored ? bytes : undefined);
});
