import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renameWithRetries, writeFileAtomically } from '../../electron/workspace/durable-file.ts';

const failing = (code: string, times: number) => {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
  };
};

test('a file that another program has open is replaced once it is closed', () => {
  const pauses: number[] = [];
  renameWithRetries(failing('EPERM', 2), (ms) => pauses.push(ms));
  expect(pauses).toEqual([20, 20]);
});

test('other errors, and a file that stays open for a second, are reported', () => {
  const pauses: number[] = [];
  expect(() => renameWithRetries(failing('ENOSPC', 1), (ms) => pauses.push(ms))).toThrow('ENOSPC');
  expect(pauses).toEqual([]);
  expect(() => renameWithRetries(failing('EBUSY', 1_000), (ms) => pauses.push(ms))).toThrow('EBUSY');
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1_000);
});

// If there is too little space, `writeSync` writes only the first part of a text. `writeFileAtomically` must notice
// that the rest is missing, and leave the old file as it is.
test.skipIf(process.platform === 'win32')('a file for which the disk has too little space stays as it was', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-file-'));
  const file = path.join(folder, 'settings.json');
  writeFileAtomically(file, 'before');
  const module = path.join(import.meta.dirname, '../../electron/workspace/durable-file.ts');
  const script = `import(${JSON.stringify(module)}).then((m) => m.writeFileAtomically(${JSON.stringify(file)}, 'x'.repeat(9000)))`;
  // `ulimit -f` limits the size of files. The limit acts like a full disk: the system writes only the bytes that fit.
  const command = `trap '' XFSZ; ulimit -f 2; exec "$0" --eval "$1"`;
  const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('EFBIG') });
  expect(readFileSync(file, 'utf8')).toBe('before');
  rmSync(folder, { recursive: true });
});
