/** The application menu as a template: the commands of the front window between the system's own entries. */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand, MenuEntry, Menus } from '../../../shared/bridge/menus.ts';
import type { Platform } from '../platform.ts';

type Item = MenuItemConstructorOptions;

export interface MenuActions {
  /** `byKey`: the entry's key was pressed, not the entry chosen. */
  readonly command: (id: string, byKey: boolean) => void;
  readonly newWindow: () => void;
  readonly showLog: () => void;
}

/** A main or card window, as the Window menu lists it. */
export interface ListedWindow {
  readonly title: string;
  readonly isFront: boolean;
  readonly focus: () => void;
}

const separator: Item = { type: 'separator' };

/** `Mod+Shift+ArrowUp` as Electron writes it. */
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

/** In menus `&` marks the letter of a key. */
const labelOf = (text: string): string => text.replaceAll('&', '&&');

/** A key that the menu only mentions, as `⌥1`. */
const mentioned = (key: string): string =>
  key
    .split(/\+(?=.)/)
    .map((part) => macSymbols[part] ?? part)
    .join('');

/** Keys of the system: those of its own entries in Edit, and macOS's of the app switcher. */
const systemKeys = new Set(['Mod+A', 'Mod+Tab', 'Mod+Shift+Tab']);

/**
 * How an entry shows its keys. On macOS a menu takes its keys before the page gets them, unless they have Cmd: no others are
 * registered, or nobody could type them. `registerAccelerator` has an effect on the other systems only.
 */
export function keyOf(
  { label, keys }: Pick<MenuCommand, 'label' | 'keys'>,
  platform: Platform,
): Pick<Item, 'label' | 'accelerator' | 'registerAccelerator'> {
  const shownLabel = labelOf(label);
  const candidates = keys.filter((key) => !systemKeys.has(key));
  // A key with Mod, as menus of other apps show, before a single letter.
  const key = candidates.find((candidate) => candidate.startsWith('Mod+')) ?? candidates[0];
  if (key === undefined) return { label: shownLabel };
  if (platform === 'darwin' && !key.startsWith('Mod+')) return { label: `${shownLabel} [${mentioned(key)}]` };
  return { label: shownLabel, accelerator: acceleratorOf(key), registerAccelerator: false };
}

/**
 * `menus` is null while no window can run commands, as on macOS after the last window is closed. `windows` are those that
 * the Window menu lists.
 */
export function menuTemplate(
  menus: Menus | null,
  platform: Platform,
  actions: MenuActions,
  windows: readonly ListedWindow[],
): Item[] {
  const isMac = platform === 'darwin';
  const itemOf = (command: MenuCommand): Item => ({
    id: command.id,
    ...keyOf(command, platform),
    enabled: command.isEnabled,
    click: (_item, _window, event) => actions.command(command.id, event.triggeredByAccelerator === true),
  });
  const entryOf = (entry: MenuEntry): Item => {
    if (entry === null) return separator;
    return 'id' in entry ? itemOf(entry) : { label: entry.label, submenu: entry.commands.map(itemOf) };
  };
  const entriesOf = (name: keyof Menus): Item[] => menus?.[name].map(entryOf) ?? [];

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
        // On many keyboards `+` is Shift with `=`; people press the key without Shift.
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
  return (isMac ? [appMenu(settings), ...template] : template).map(tidied);
}

const windowItem = ({ title, isFront, focus }: ListedWindow): Item => ({
  type: 'radio',
  label: labelOf(title) || 'Decktop',
  checked: isFront,
  click: focus,
});

/** macOS's menu with the app's name. */
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

/** The menu without separators at its ends or beside each other. */
function tidied(menu: Item): Item {
  if (!Array.isArray(menu.submenu)) return menu;
  const isSeparator = (item: Item | undefined) => item === undefined || item.type === 'separator';
  const submenu = menu.submenu.filter((item, index, all) => !isSeparator(item) || !isSeparator(all[index - 1]));
  return { ...menu, submenu: isSeparator(submenu.at(-1)) ? submenu.slice(0, -1) : submenu };
}
