/** Checks the application menu that the page reports to the main process. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Command } from '../../../../renderer/workbench/command.ts';
import { type AppMenus, appMenusSchema } from '../../../../shared/bridge/menus.ts';

let allCommands: readonly Command[];
let reported: AppMenus;
beforeAll(async () => {
  // Modules call `matchMedia` when they load, and commands search the document. Node has neither.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('document', { querySelector: () => null, querySelectorAll: () => [], activeElement: null });
  vi.stubGlobal('Element', class {});
  ({ allCommands } = await import('../../../../renderer/app/commands/all-commands.ts'));
  const { currentMenus } = await import('../../../../renderer/app/commands/native-menu.ts');
  reported = currentMenus();
});

test('every command that is not for keys only is in one menu', () => {
  const ids = Object.values(reported)
    .flat()
    .flatMap((entry) => (entry === null ? [] : 'id' in entry ? [entry.id] : entry.commands.map(({ id }) => id)));
  expect(new Set(ids).size).toBe(ids.length);
  const wanted = allCommands.filter(({ keyOnly }) => !keyOnly).map(({ id }) => id);
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
});

test('the main process accepts the report, and each submenu has several commands', () => {
  expect(appMenusSchema.safeParse(reported).error).toBeUndefined();
  for (const entry of Object.values(reported).flat())
    if (entry && 'commands' in entry) expect(entry.commands.length).toBeGreaterThan(1);
  expect(reported.app.map((entry) => entry && 'id' in entry && entry.id)).toEqual(['go.settings']);
});
