/** The command table: what its keys are. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Command } from '../../../renderer/workbench/command.ts';

let commands: readonly Command[];
beforeAll(async () => {
  // Modules of the window ask for its width as they load.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  ({ commands } = await import('../../../renderer/app/commands.ts'));
});

// Breaks when two commands claim a key: the second one could never be reached by it.
test('a key belongs to one command', () => {
  const claims = commands.flatMap(({ id, keys = [] }) => keys.map((key) => ({ key, id })));
  expect(claims.length).toBeGreaterThan(40);
  const shared = [...Map.groupBy(claims, ({ key }) => key)].filter(([, claimants]) => claimants.length > 1);
  expect(shared).toEqual([]);
});

test('ids are unique, and keys are written as presses are', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  const named =
    /^(Mod\+)?(Alt\+)?(Shift\+)?([^a-z\s]|Enter|Escape|Space|Tab|Delete|Backspace|F\d+|(Arrow|Page)[A-Z][a-z]+)$/u;
  for (const key of commands.flatMap(({ keys = [] }) => keys)) expect(key).toMatch(named);
});
