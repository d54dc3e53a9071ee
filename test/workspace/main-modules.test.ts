/** Checks that the main process can list and open workspaces without loading SQLite. */
import { expect, test, vi } from 'vitest';

test('main lists and opens workspaces without loading SQLite', async () => {
  vi.doMock('better-sqlite3', () => {
    throw new Error('SQLite was loaded');
  });
  await expect(import('../../electron/workspace/registry.ts')).resolves.toBeDefined();
});
