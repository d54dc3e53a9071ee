/** Checks that keys and ids of the command table are unique. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Command } from '../../../../renderer/workbench/command.ts';

let commands: readonly Command[];
beforeAll(async () => {
  // Modules call `matchMedia` when they load. Node does not have this function.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  ({ commands } = await import('../../../../renderer/app/commands/commands.ts'));
});

// If two commands had the same key, only the first would run.
test('each key belongs to one command', () => {
  const claims = commands.flatMap(({ id, keys = [] }) => keys.map((key) => ({ key, id })));
  expect(claims.length).toBeGreaterThan(40);
  const shared = [...Map.groupBy(claims, ({ key }) => key)].filter(([, claimants]) => claimants.length > 1);
  expect(shared).toEqual([]);
});

test('ids are unique, and keys are written as keyNotation writes key presses', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  const named =
    /^(Mod\+)?(Alt\+)?(Shift\+)?([^a-z\s]|Enter|Escape|Space|Tab|Delete|Backspace|Home|F\d+|(Arrow|Page)[A-Z][a-z]+)$/u;
  for (const key of commands.flatMap(({ keys = [] }) => keys)) expect(key).toMatch(named);
});
