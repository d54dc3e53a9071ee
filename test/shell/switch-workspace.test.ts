/** Checks which workspace a window shows if the person chooses a second workspace before the first one has opened. */
import type { BrowserWindow } from 'electron';
import { expect, test, vi } from 'vitest';
import { createWorkspaceSwitch, type MainHandlersOptions } from '../../electron/shell/main-commands.ts';

vi.mock('electron', () => ({
  app: {},
  BrowserWindow: {},
  clipboard: {},
  dialog: {},
  ipcMain: {},
  Menu: {},
  nativeTheme: {},
  net: {},
  shell: {},
}));

// A workspace that opens late must not replace the workspace that the person chose after it.
test('a window shows the workspace that was chosen last, whichever opens first', async () => {
  const slow = Promise.withResolvers<void>();
  let shown: string | null = 'first';
  const settings = { lastWorkspace: 'first', remember: vi.fn() };
  const show = createWorkspaceSwitch({
    settings,
    windows: {
      setWorkspace: (_window: BrowserWindow, id: string) => {
        shown = id;
      },
    },
    workspaces: {
      open: async (id: string) => {
        if (id === 'slow') await slow.promise;
        return { ok: true, value: { id } };
      },
    },
  } as unknown as MainHandlersOptions);
  const window = { isDestroyed: () => true } as BrowserWindow;
  const late = show(window, 'slow');
  await show(window, 'quick');
  slow.resolve();
  expect(await late).toMatchObject({ ok: true, value: { id: 'slow' } });
  expect(shown).toBe('quick');
  expect(settings.remember.mock.calls).toEqual([[{ lastWorkspace: 'quick' }]]);
});
