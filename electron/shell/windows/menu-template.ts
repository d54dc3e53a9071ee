import type { BaseWindow, MenuItemConstructorOptions } from 'electron';
import type { AppMenuEntry, AppMenus, MenuCommand } from '../../../shared/bridge/menus.ts';
import type { Platform } from '../platform.ts';

type Item = MenuItemConstructorOptions;

export interface ApplicationMenuActions {
  /** `byKey`: its key was pressed, not the entry chosen. `focused`: the window that had the focus. */
  readonly command: (id: string, byKey: boolean, focused: BaseWindow | undefined) => void;
  readonly newWindow: () => void;
  readonly showLog: () => void;
}

export interface WindowMenuEntry {
  readonly title: string;
  readonly isFront: boolean;
  readonly focus: () => void;
}

const separator: Item = { type: 'separator' };

const acceleratorOf = (key: string): string =>
  key
    .replace('Mod', 'CmdOrCtrl')
    .replace(/Arrow(?=[A-Z])/, '')
    .replace(/(^|\+)\+$/, '$1Plus');

const macSymbols: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
  Space: '␣',
};

/** In a menu label `&` marks the access key, so `&&` is written for one `&`. */
const labelOf = (text: string): string => text.replaceAll('&', '&&');

/** The label of an entry ends with this text if the menu must not handle the key. */
const macKeyText = (key: string): string =>
  key
    .split(/\+(?=.)/)
    .map((part) => macSymbols[part] ?? part)
    .join('');

/** Select All in the menu Edit and the app switcher of macOS use these keys. */
const systemKeys = new Set(['Mod+A', 'Mod+Tab', 'Mod+Shift+Tab']);

/**
 * On Windows and Linux the menu only shows the key, and the page handles it. On macOS the menu would handle the key
 * before the page, so a key without Cmd, which people also type in texts, is only part of the label.
 */
export function menuLabelAndKeyOf(
  { label, keys }: Pick<MenuCommand, 'label' | 'keys'>,
  platform: Platform,
): Pick<Item, 'label' | 'accelerator' | 'registerAccelerator'> {
  const shownLabel = labelOf(label);
  const candidates = keys.filter((key) => !systemKeys.has(key));
  // Prefers a key with Mod (Cmd or Ctrl) to a single letter, because menus of other apps show such keys.
  const key = candidates.find((candidate) => candidate.startsWith('Mod+')) ?? candidates[0];
  if (key === undefined) return { label: shownLabel };
  if (platform === 'darwin' && !key.startsWith('Mod+')) return { label: `${shownLabel} [${macKeyText(key)}]` };
  return { label: shownLabel, accelerator: acceleratorOf(key), registerAccelerator: false };
}

/**
 * On macOS the menu also gets keys that edit the text of a small window, such as quick add, and a disabled entry would
 * swallow them; so undo and redo stay enabled there.
 */
export const isEntryEnabled = ({ id, isEnabled }: Pick<MenuCommand, 'id' | 'isEnabled'>, platform: Platform): boolean =>
  isEnabled || (platform === 'darwin' && (id === 'undo' || id === 'redo'));

/** `menus` is null without a main or card window, as is possible on macOS. `windows`: the menu Window. */
export function applicationMenuTemplate(
  menus: AppMenus | null,
  platform: Platform,
  actions: ApplicationMenuActions,
  windows: readonly WindowMenuEntry[],
): Item[] {
  const isMac = platform === 'darwin';
  const itemOf = (command: MenuCommand): Item => ({
    id: command.id,
    ...menuLabelAndKeyOf(command, platform),
    enabled: isEntryEnabled(command, platform),
    // A click by program has no event.
    click: (_item, focused, event?: Electron.KeyboardEvent) =>
      actions.command(command.id, event?.triggeredByAccelerator === true, focused),
  });
  const entryOf = (entry: AppMenuEntry): Item => {
    if (entry === null) return separator;
    return 'id' in entry ? itemOf(entry) : { label: entry.label, submenu: entry.commands.map(itemOf) };
  };
  const entriesOf = (name: keyof AppMenus): Item[] => menus?.[name].map(entryOf) ?? [];

  const newWindow = { label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: actions.newWindow };
  const settings = entriesOf('app');
  const template: Item[] = [
    {
      label: 'File',
      submenu: [
        ...(menus ? entriesOf('file') : [newWindow]),
        separator,
        ...(isMac ? [{ role: 'close' as const }] : [...settings, separator, { role: 'quit' as const }]),
      ],
    },
    {
      label: 'Edit',
      submenu: [
        ...entriesOf('edit'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle', label: 'Paste as text' },
        { role: 'selectAll' },
        separator,
        ...entriesOf('find'),
      ],
    },
    {
      label: 'View',
      submenu: [
        ...entriesOf('view'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // A hidden entry, so that `=` without Shift also zooms in. On many keyboards, `+` is typed with Shift and `=`,
        // but people leave out Shift in this shortcut.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        separator,
        { role: 'toggleDevTools' },
      ],
    },
    { label: 'Go', submenu: entriesOf('go') },
    { label: 'Card', submenu: entriesOf('card') },
    {
      role: 'window',
      label: 'Window',
      submenu: [
        { role: 'minimize' },
        ...(isMac ? [{ role: 'zoom' as const }, separator, { role: 'front' as const }] : [{ role: 'close' as const }]),
        separator,
        ...windows.map(windowItem),
      ],
    },
    {
      role: 'help',
      label: 'Help',
      submenu: [
        ...entriesOf('help'),
        separator,
        { label: 'Show the log', click: actions.showLog },
        ...(isMac ? [] : [separator, { role: 'about' as const }]),
      ],
    },
  ];
  return (isMac ? [appMenu(settings), ...template] : template).map(withoutExtraSeparators);
}

const windowItem = ({ title, isFront, focus }: WindowMenuEntry): Item => ({
  type: 'radio',
  label: labelOf(title) || 'Decktop',
  checked: isFront,
  click: focus,
});

/** Only macOS has it. */
const appMenu = (settings: readonly Item[]): Item => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    separator,
    ...settings.map((item) => ({ ...item, label: `${item.label}…` })),
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
});

/** Removes separators at the start, at the end and next to another separator. */
function withoutExtraSeparators(menu: Item): Item {
  if (!Array.isArray(menu.submenu)) return menu;
  const isSeparator = (item: Item | undefined) => item === undefined || item.type === 'separator';
  const submenu = menu.submenu.filter((item, index, all) => !isSeparator(item) || !isSeparator(all[index - 1]));
  return { ...menu, submenu: isSeparator(submenu.at(-1)) ? submenu.slice(0, -1) : submenu };
}
