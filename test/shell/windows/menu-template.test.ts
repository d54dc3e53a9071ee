/** Checks the application menu on macOS, Windows and Linux. */
import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import type { Platform } from '../../../electron/shell/platform.ts';
import {
  applicationMenuTemplate,
  menuLabelAndKeyOf,
  type WindowMenuEntry,
} from '../../../electron/shell/windows/menu-template.ts';
import type { AppMenus, MenuCommand } from '../../../shared/bridge/menus.ts';

const command = (id: string, keys: string[] = [], more: Partial<MenuCommand> = {}): MenuCommand => ({
  id,
  label: id,
  keys,
  isEnabled: true,
  ...more,
});
const menus: AppMenus = {
  app: [command('settings', ['Mod+,'])],
  file: [command('new', ['C', 'Mod+N']), null, null],
  edit: [command('undo', ['Mod+Z'])],
  find: [command('all', ['Mod+A']), command('find', ['/'])],
  view: [command('sidebar', ['[', 'Mod+B'])],
  go: [null, command('hand', ['Alt+1']), null],
  card: [{ label: 'More', commands: [command('start', ['S']), command('up', ['Mod+Shift+ArrowUp'])] }],
  help: [],
};
const systems: readonly Platform[] = ['darwin', 'win32', 'linux'];

const done: unknown[] = [];
const templateOf = (platform: Platform, shown: AppMenus | null = menus, windows: readonly WindowMenuEntry[] = []) =>
  applicationMenuTemplate(
    shown,
    platform,
    {
      command: (id, byKey) => done.push([id, byKey]),
      newWindow: () => done.push('newWindow'),
      showLog: () => done.push('showLog'),
    },
    windows,
  );
const submenuOf = (item: MenuItemConstructorOptions | undefined) =>
  (item?.submenu ?? []) as MenuItemConstructorOptions[];
const itemsOf = (template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...itemsOf(submenuOf(item))]);
const namesOf = (template: readonly MenuItemConstructorOptions[], menu: string) =>
  submenuOf(template.find(({ label, role }) => (label ?? role) === menu)).map(
    ({ label, role, type }) => label ?? role ?? type,
  );

// On macOS the menu gets keys before the page does. So its entries may only use keys with Cmd: if an entry had the key
// "C", nobody could type a "c".
test('on macOS every key of an entry has Cmd, and other keys are in the label', () => {
  const items = itemsOf(templateOf('darwin'));
  for (const { accelerator = 'CmdOrCtrl', role } of items) if (!role) expect(accelerator).toMatch(/^CmdOrCtrl/);
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['find [/]', 'hand [⌥1]', 'start [S]']));
});

// Electron passes on the arguments of the call that clicks an entry; a click by program has none.
test('an entry that is clicked by program runs its command', () => {
  const find = itemsOf(templateOf('linux')).find(({ id }) => id === 'find');
  (find?.click as (() => void) | undefined)?.();
  expect(done.splice(0)).toEqual([['find', false]]);
});

test('on Windows and Linux entries only show their keys, since the page handles them', () => {
  for (const platform of ['win32', 'linux'] as const)
    for (const item of itemsOf(templateOf(platform)).filter(({ id, accelerator }) => id && accelerator))
      expect(item.registerAccelerator).toBe(false);
  expect(menuLabelAndKeyOf({ label: 'Finish', keys: ['D'] }, 'linux')).toMatchObject({
    label: 'Finish',
    accelerator: 'D',
  });
});

test('entries show the key that other apps use, as Electron writes it', () => {
  const keyed = (keys: string[]) => menuLabelAndKeyOf({ label: 'x', keys }, 'win32').accelerator;
  expect([keyed(['+']), keyed(['Mod++']), keyed(['-'])]).toEqual(['Plus', 'CmdOrCtrl+Plus', '-']);
  expect(menuLabelAndKeyOf({ label: 'x', keys: ['+'] }, 'darwin').label).toBe('x [+]');
  expect(keyed(['C', 'Mod+N'])).toBe('CmdOrCtrl+N');
  expect(keyed(['Mod+Shift+ArrowUp'])).toBe('CmdOrCtrl+Shift+Up');
  expect(keyed(['Mod++'])).toBe('CmdOrCtrl+Plus');
  // The menu entry "Select all" already has the key Mod+A.
  expect(keyed(['Mod+A'])).toBeUndefined();
});

test('an ampersand of a label is shown, not taken for a mnemonic', () => {
  expect(menuLabelAndKeyOf({ label: 'Undo: Move R&D', keys: [] }, 'linux').label).toBe('Undo: Move R&&D');
});

test('settings, quit and about are where the system has them', () => {
  expect(namesOf(templateOf('darwin'), 'appMenu')).toEqual(
    expect.arrayContaining(['about', 'settings…', 'hide', 'quit']),
  );
  expect(namesOf(templateOf('darwin'), 'File')).toEqual(['new', 'separator', 'close']);
  expect(namesOf(templateOf('linux'), 'File')).toEqual(['new', 'separator', 'settings', 'separator', 'quit']);
  expect(namesOf(templateOf('win32'), 'Help')).toEqual(['Show the log', 'separator', 'about']);
  expect(namesOf(templateOf('linux'), 'appMenu')).toEqual([]);
});

test('no menu begins or ends with a separator or has two beside each other', () => {
  for (const platform of systems)
    for (const shown of [menus, null])
      for (const { submenu } of itemsOf(templateOf(platform, shown))) {
        if (!Array.isArray(submenu)) continue;
        const types = submenu.map(({ type }) => type);
        expect(types[0]).not.toBe('separator');
        expect(types.at(-1)).not.toBe('separator');
        expect(types.some((type, index) => type === 'separator' && types[index - 1] === type)).toBe(false);
      }
});

test('without a window the menu opens one, and has the same names', () => {
  const template = templateOf('darwin', null);
  expect(template.map(({ label, role }) => label ?? role)).toEqual(
    templateOf('darwin').map(({ label, role }) => label ?? role),
  );
  const item = itemsOf(template).find(({ label }) => label === 'New window');
  item?.click?.({} as never, undefined, {});
  expect(done.splice(0)).toEqual(['newWindow']);
});

test('an entry says whether its key was pressed', () => {
  const item = itemsOf(templateOf('darwin')).find(({ id }) => id === 'sidebar');
  item?.click?.({} as never, undefined, { triggeredByAccelerator: true });
  item?.click?.({} as never, undefined, {});
  expect(done.splice(0)).toEqual([
    ['sidebar', true],
    ['sidebar', false],
  ]);
});

test('the Window menu lists the windows, and brings the chosen one to the front', () => {
  const listed = ['R&D', ''].map((title, index) => ({ title, isFront: index === 1, focus: () => done.push(index) }));
  expect(namesOf(templateOf('linux'), 'Window')).toEqual(['minimize', 'close']);
  const menu = submenuOf(templateOf('linux', menus, listed).find(({ label }) => label === 'Window'));
  expect(menu.slice(2).map(({ type, label, checked }) => [type, label, checked])).toEqual([
    ['separator', undefined, undefined],
    ['radio', 'R&&D', false],
    ['radio', 'Decktop', true],
  ]);
  menu[3]?.click?.({} as never, undefined, {});
  expect(done.splice(0)).toEqual([0]);
});

// A disabled entry would swallow the key that undoes typing in quick add, where the board has nothing to undo.
test('undo stays enabled on macOS only', () => {
  const disabled = { ...menus, edit: [command('undo', ['Mod+Z'], { isEnabled: false })] };
  const isUndoEnabled = (platform: Platform) =>
    itemsOf(templateOf(platform, disabled)).find(({ id }) => id === 'undo')?.enabled;
  expect(systems.map(isUndoEnabled)).toEqual([true, false, false]);
});
