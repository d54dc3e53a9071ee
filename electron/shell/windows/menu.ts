/** The application menu. It shows the shortcuts; the page handles them, since it knows the focus. */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '../../../shared/bridge/index.ts';
import { shortcuts } from '../../../shared/bridge/shortcuts.ts';
import { platform } from '../platform.ts';

export interface MenuActions {
  readonly command: (command: AppCommand) => void;
  readonly newWindow: () => void;
  readonly showLog: () => void;
}

export function setApplicationMenu({ command, newWindow, showLog }: MenuActions): void {
  const isMac = platform() === 'darwin';
  const item = (label: string, accelerator: string | null, run: () => void): MenuItemConstructorOptions => ({
    label,
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    click: run,
  });
  const keyOf = (name: string) =>
    (shortcuts as Readonly<Record<string, readonly string[]>>)[name]?.[0]?.replace('Mod', 'CmdOrCtrl') ?? null;
  const send = (label: string, name: Exclude<AppCommand['name'], 'go' | 'openCard' | 'compose' | 'notice'>) =>
    item(label, keyOf(name), () => command({ name }));
  const go = (label: string, name: string) =>
    item(label, keyOf(name), () => command({ name: 'go', route: `/${name}` }));

  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: 'File',
      submenu: [
        send('New card', 'newCard'),
        { label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
        { type: 'separator' },
        send('New workspace…', 'newWorkspace'),
        send('Add a workspace…', 'addWorkspace'),
        send('Connect to a service…', 'connect'),
        send('Settings…', 'settings'),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        send('Undo', 'undo'),
        send('Redo', 'redo'),
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        { type: 'separator' },
        send('Find card…', 'palette'),
        send('Filter this view', 'find'),
      ],
    },
    {
      label: 'View',
      submenu: [
        send('Show or hide the sidebar', 'toggleSidebar'),
        send('Changes waiting', 'outbox'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        { type: 'separator' },
        { role: 'toggleDevTools' },
      ],
    },
    { label: 'Go', submenu: [go('Hand', 'hand'), go('Inbox', 'inbox')] },
    { role: 'windowMenu' },
    { role: 'help', submenu: [send('Take the tour', 'tour'), { label: 'Show the log', click: showLog }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
