/**
 * Checks that keys and ids of commands are unique, and that the app notices when a person chooses the key of a command
 * as the global shortcut.
 */
import { beforeAll, expect, test, vi } from 'vitest';
import { acceleratorOfKeyPress } from '../../../../renderer/ui/dom/accelerator.ts';
import { type Command, commandWithAccelerator } from '../../../../renderer/workbench/command.ts';

let allCommands: readonly Command[];
beforeAll(async () => {
  // Modules call `matchMedia` when they load. Node does not have this function.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  ({ allCommands } = await import('../../../../renderer/app/commands/all-commands.ts'));
});

// If two commands have the same key, only the first command runs.
test('each key belongs to one command', () => {
  const claims = allCommands.flatMap(({ id, keys = [] }) => keys.map((key) => ({ key, id })));
  expect(claims.length).toBeGreaterThan(40);
  const shared = [...Map.groupBy(claims, ({ key }) => key)].filter(([, claimants]) => claimants.length > 1);
  expect(shared).toEqual([]);
});

test('ids are unique, and keys are written as `shortcutOfKeyPress` writes key presses', () => {
  expect(new Set(allCommands.map(({ id }) => id)).size).toBe(allCommands.length);
  const named =
    /^(Mod\+)?(Alt\+)?(Shift\+)?([^a-z\s]|Enter|Escape|Space|Tab|Delete|Backspace|Home|F\d+|(Arrow|Page)[A-Z][a-z]+)$/u;
  for (const key of allCommands.flatMap(({ keys = [] }) => keys)) expect(key).toMatch(named);
});

// The key of a command must not become the global shortcut of quick add, because the command would no longer get the
// key. So the app must recognise each of these keys when the person presses it in the settings.
test('each key of a command is known when it is pressed as a global shortcut', () => {
  for (const isMac of [false, true]) {
    const found = allCommands.flatMap(({ id, keys = [] }) =>
      keys.flatMap((keyText) => {
        const parts = keyText.split('+');
        const last = parts.at(-1) ?? '';
        const isMod = parts.includes('Mod');
        const accelerator = acceleratorOfKeyPress({
          key: last === 'Space' ? ' ' : last,
          code: '',
          ctrlKey: isMod && !isMac,
          metaKey: isMod && isMac,
          altKey: parts.includes('Alt'),
          shiftKey: parts.includes('Shift'),
        });
        return accelerator === null ? [] : [{ id, by: commandWithAccelerator(allCommands, accelerator, isMac)?.id }];
      }),
    );
    expect(found.length).toBeGreaterThan(30);
    for (const { id, by } of found) expect(by).toBe(id);
  }
});
