/** The Dock menu on macOS, the jump list of the taskbar on Windows. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { linkScheme } from '../../../shared/bridge/link-format.ts';
import { newWindowArgument } from '../options.ts';
import { platform } from '../platform.ts';

interface AppIconActions {
  readonly quickAdd: () => void;
  readonly newWindow: () => void;
  readonly openHand: () => void;
}

interface IconTask {
  readonly label: string;
  readonly description: string;
  readonly action: keyof AppIconActions;
  /** A new start of the app with this argument performs the task. */
  readonly argument: string;
}

const tasks: readonly IconTask[] = [
  { label: 'Quick add', description: 'Write down a new card', action: 'quickAdd', argument: '--add' },
  { label: 'New window', description: 'Open another window', action: 'newWindow', argument: newWindowArgument },
  { label: 'Hand', description: 'Show your Hand', action: 'openHand', argument: `${linkScheme}://hand` },
];

const dockMenuTemplate = (actions: AppIconActions): MenuItemConstructorOptions[] =>
  tasks.map(({ label, action }) => ({ label, click: actions[action] }));

/** @param program path of the installed app, which Windows starts with the argument of the task */
const jumpListOfTasks = (program: string): Electron.JumpListCategory[] => [
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

/** Does nothing on Linux. Returns the error code if Windows refuses the tasks. */
export function setAppIconTasks(actions: AppIconActions): string | undefined {
  if (platform() === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(dockMenuTemplate(actions)));
  // In development, a task starts Electron's executable without the app, so no tasks are set.
  if (platform() !== 'win32' || !app.isPackaged) return;
  const outcome = app.setJumpList(jumpListOfTasks(process.execPath));
  return outcome === 'ok' ? undefined : outcome;
}
