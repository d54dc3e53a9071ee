import { expect, test } from 'vitest';
import { retryWhileLocked } from '../../electron/workspace/durable-file.ts';

const failing = (code: string, times: number) => {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
  };
};

test('a file that another program has open is replaced once it is closed', () => {
  const pauses: number[] = [];
  retryWhileLocked(failing('EPERM', 2), (ms) => pauses.push(ms));
  expect(pauses).toEqual([20, 20]);
});

test('other errors, and a file that stays open for a second, are reported', () => {
  const pauses: number[] = [];
  expect(() => retryWhileLocked(failing('ENOSPC', 1), (ms) => pauses.push(ms))).toThrow('ENOSPC');
  expect(pauses).toEqual([]);
  expect(() => retryWhileLocked(failing('EBUSY', 1_000), (ms) => pauses.push(ms))).toThrow('EBUSY');
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1_000);
});
