/** Reports the menus' commands and whether each is enabled; the main process builds the application menu from this. */
import type { AppMenuEntry, AppMenus, MenuCommand, MenuName } from '../../../shared/bridge/menus.ts';
import type { CommandMenuItem } from '../../cards/menus/card-menu.ts';
import { useUndoStacks } from '../../data/act.ts';
import { useAppState } from '../../data/app-state.ts';
import { call, logFailure } from '../../data/bridge.ts';
import { onRouteChange } from '../../data/routes.ts';
import { useSelection } from '../../data/selection.ts';
import { commandLabel } from '../../workbench/command.ts';
import { useConfirmation } from '../../workbench/confirmation/confirm.ts';
import { useDialog } from '../../workbench/dialog-state.ts';
import { allCommands } from './all-commands.ts';
import { menuItemsByMenu } from './menu-items-by-menu.ts';
import { isUndoOrRedoInTextField } from './shortcuts.ts';

/** A pause, so that fast typing does not cause a report for each key. */
const reportDelayMs = 250;
/** After `reportDelayMs`, the report waits at most this long until the page is idle. */
const idleTimeoutMs = 500;

const maxLabelLength = 100;

const commandsById = new Map(allCommands.map((command) => [command.id, command]));
const itemsByMenu = menuItemsByMenu(allCommands);

/** A command must not change the page behind an open dialog. */
const isDialogOpen = () => useDialog.getState().dialog !== null || useConfirmation.getState().open !== null;

function menuCommandsOf(id: string, isModal: boolean): MenuCommand[] {
  const command = commandsById.get(id);
  if (!command) return [];
  const label = commandLabel(command).slice(0, maxLabelLength);
  // The item is disabled if `when` returns false or a reason. If only the service would refuse the command, the item
  // stays enabled, and choosing it shows the reason.
  const isEnabled = isUndoOrRedoInTextField(id) || (!isModal && (command.when?.() ?? true) === true);
  return [{ id, label, keys: [...(command.keys ?? [])], isEnabled }];
}

function menuEntriesOf(item: CommandMenuItem, isModal: boolean): AppMenuEntry[] {
  if (item === null) return [null];
  if (typeof item === 'string') return menuCommandsOf(item, isModal);
  return [{ label: item.label, commands: item.ids.flatMap((id) => menuCommandsOf(id, isModal)) }];
}

export function currentMenus(): AppMenus {
  const isModal = isDialogOpen();
  const menus = Object.entries(itemsByMenu).map(([name, items]) => [
    name,
    items.flatMap((item) => menuEntriesOf(item, isModal)),
  ]);
  return Object.fromEntries(menus) as Record<MenuName, AppMenuEntry[]>;
}

/** Reports now and after each change. Call it once per window. Returns the function that stops the reports. */
export function startReportingMenus(): () => void {
  let reported = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    const menus = currentMenus();
    const text = JSON.stringify(menus);
    if (text === reported) return;
    reported = text;
    call('app/menus', menus).catch(logFailure('the menus were not reported'));
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => requestIdleCallback(report, { timeout: idleTimeoutMs }), reportDelayMs);
  };
  // Only the person's input, a change to one of the stores below or a new route can enable or disable a command.
  const events = ['focusin', 'keyup', 'pointerup'] as const;
  for (const name of events) document.addEventListener(name, schedule, { passive: true });
  const stops = [useAppState, useUndoStacks, useSelection, useDialog, useConfirmation].map((store) =>
    store.subscribe(schedule),
  );
  stops.push(onRouteChange(schedule));
  schedule();
  return () => {
    clearTimeout(timer);
    for (const name of events) document.removeEventListener(name, schedule);
    for (const stop of stops) stop();
  };
}
