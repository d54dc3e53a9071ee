/** Checks that the entries of the tray menu act on the right workspace. */
import type { MenuItemConstructorOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import { createTray } from '../../../electron/shell/tray/tray.ts';
import type { WorkspaceRegistry } from '../../../electron/workspace/registry.ts';

const shown = vi.hoisted(() => ({ menu: [] as MenuItemConstructorOptions[] }));
vi.mock('electron', () => ({
  app: { getAppPath: () => '' },
  nativeImage: { createFromPath: () => ({}) },
  Menu: { buildFromTemplate: (template: MenuItemConstructorOptions[]) => template },
  Tray: class {
    on() {}
    setToolTip() {}
    setContextMenu(menu: MenuItemConstructorOptions[]) {
      shown.menu = menu;
    }
  },
}));

// After the menu is made, the person can switch to another workspace. The entries must still act on the workspace from
// which the menu was made.
// A title of null ended the main process, and with it all workspaces.
test('cards whose fields have no text are shown', async () => {
  const entry = { sortIndex: null, cardDoneAt: null, createdAt: null };
  const none = { title: null, status: null, derivedStatus: null, visibility: 'default' };
  const text = JSON.stringify({
    queueEntry: { e: { ...entry, cardId: 'c' }, f: { ...entry, cardId: 'd' } },
    card: { c: none, d: { ...none, title: 7 } },
  });
  const workspaces = {
    list: () => [{ id: 'studio', name: 'studio', userId: 'u' }],
    statuses: () => [],
    onListChange() {},
    threads: { onEvent() {}, call: async () => ({ ok: true, value: { text } }) },
  } as unknown as WorkspaceRegistry;
  const actions = { openApp() {}, quickAdd() {}, showHand() {}, quit() {}, openRoute() {} };
  createTray({ workspaces, currentWorkspaceId: () => 'studio', actions, log() {} }).setShown(true);
  await vi.waitFor(() => expect(shown.menu.slice(0, 2).map(({ label }) => label)).toEqual(['Untitled', 'Untitled']));
});

test('entries act on the workspace whose Hand the menu shows', async () => {
  const text = JSON.stringify({
    queueEntry: { e: { cardId: 'c', sortIndex: 0, cardDoneAt: null, createdAt: '2026-01-01T00:00:00.000Z' } },
    card: { c: { title: 'Oil the hinges', status: 'started', derivedStatus: 'started', visibility: 'default' } },
  });
  const calls: string[] = [];
  const workspaces = {
    list: () => ['studio', 'other'].map((id) => ({ id, name: id, userId: 'u' })),
    statuses: () => [],
    onListChange() {},
    threads: {
      onEvent() {},
      call: async (id: string, _windowId: number, command: string) => {
        calls.push(`${id} ${command}`);
        return { ok: true, value: { text } };
      },
    },
  } as unknown as WorkspaceRegistry;
  let current = 'studio';
  const tray = createTray({
    workspaces,
    currentWorkspaceId: () => current,
    actions: {
      openApp() {},
      quickAdd() {},
      showHand() {},
      quit() {},
      openRoute: (id, route) => calls.push(`${id} ${route}`),
    },
    log() {},
  });
  tray.setShown(true);
  await vi.waitFor(() => expect(shown.menu[0]?.label).toBe('Oil the hinges'));
  current = 'other';
  calls.length = 0;
  const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as (() => void) | undefined)?.();
  const [card] = shown.menu;
  for (const entry of (card?.submenu ?? []) as MenuItemConstructorOptions[]) click(entry);
  click(shown.menu.find(({ label }) => label === 'Pause sync'));
  expect(calls).toEqual(['studio #/card/c', 'studio data/act', 'studio sync/offline']);
});
