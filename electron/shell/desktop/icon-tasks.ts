/** What the app's icon offers besides its windows: the menu of the Dock on macOS, the jump list of the taskbar on Windows. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { linkScheme } from '../../../shared/bridge/link-format.ts';
import { newWindowArgument } from '../options.ts';
import { type Platform, platform } from '../platform.ts';

export interface IconActions {
  readonly quickAdd: () => void;
  readonly newWindow: () => void;
  readonly openHand: () => void;
}

interface IconTask {
  readonly label: string;
  readonly description: string;
  readonly action: keyof IconActions;
  /** Argument of a start that does the same. */
  readonly argument: string;
}

const tasks: readonly IconTask[] = [
  { label: 'Quick add', description: 'Write down a new card', action: 'quickAdd', argument: '--add' },
  { label: 'New window', description: 'Open another window', action: 'newWindow', argument: newWindowArgument },
  { label: 'Hand', description: 'Show your Hand', action: 'openHand', argument: `${linkScheme}://hand` },
];

export const dockTemplate = (actions: IconActions): MenuItemConstructorOptions[] =>
  tasks.map(({ label, action }) => ({ label, click: actions[action] }));

/** `program`: path of the installed app, which Windows starts with the task's argument. */
export const jumpList = (program: string): Electron.JumpListCategory[] => [
  {
    type: 'tasks',
    items: tasks.map(({ label, description, argument }) => ({
      type: 'task',
      title: label,
      description,
      program,
      args: argument,
      iconPath: program,
      iconIndex: 0,
    })),
  },
];

/** Gives the icon its tasks; Linux has none. Returns a message if Windows refuses them. */
export function showIconTasks(actions: IconActions, system: Platform = platform()): string | undefined {
  if (system === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(dockTemplate(actions)));
  // In development the task would start Electron without the app.
  if (system !== 'win32' || !app.isPackaged) return;
  const outcome = app.setJumpList(jumpList(process.execPath));
  return outcome === 'ok' ? undefined : outcome;
}
