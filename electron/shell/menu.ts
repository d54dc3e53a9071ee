/** The application menu. Shortcuts are shown here and handled by the page, which knows what has the focus. */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '../../shared/bridge/index.ts';

export interface MenuActions {
  readonly command: (command: AppCommand) => void;
  readonly newWindow: () => void;
  readonly showLog: () => void;
}

export function setApplicationMenu({ command, newWindow, showLog }: MenuActions): void {
  const isMac = process.platform === 'darwin';
  const item = (label: string, accelerator: string | null, run: () => void): MenuItemConstructorOptions => ({
    label,
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    click: run,
  });
  const send = (label: string, accelerator: string | null, name: Exclude<AppCommand['name'], 'go'>) =>
    item(label, accelerator, () => command({ name }));
  const go = (label: string, accelerator: string, route: string) =>
    item(label, accelerator, () => command({ name: 'go', route }));

  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: 'File',
      submenu: [
        send('New card', 'C', 'newCard'),
        { label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
        { type: 'separator' },
        send('Connect to a service…', null, 'connect'),
        send('Settings…', 'CmdOrCtrl+,', 'settings'),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        send('Undo', 'CmdOrCtrl+Z', 'undo'),
        send('Redo', 'CmdOrCtrl+Shift+Z', 'redo'),
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        { type: 'separator' },
        send('Find card…', 'CmdOrCtrl+K', 'palette'),
        send('Filter this view', '/', 'find'),
      ],
    },
    {
      label: 'View',
      submenu: [
        send('Show or hide the sidebar', 'CmdOrCtrl+B', 'toggleSidebar'),
        send('Changes waiting', 'CmdOrCtrl+Shift+O', 'outbox'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        { type: 'separator' },
        { role: 'toggleDevTools' },
      ],
    },
    { label: 'Go', submenu: [go('Hand', 'CmdOrCtrl+1', '/hand'), go('Inbox', 'CmdOrCtrl+2', '/inbox')] },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'Show the log', click: showLog }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
