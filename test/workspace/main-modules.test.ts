/** Checks which modules main loads for workspaces before it opens the first window. */
import { expect, test, vi } from 'vitest';

test('main lists and opens workspaces without loading SQLite', async () => {
  vi.doMock('better-sqlite3', () => {
    throw new Error('SQLite was loaded');
  });
  await expect(import('../../electron/workspace/registry.ts')).resolves.toBeDefined();
});
