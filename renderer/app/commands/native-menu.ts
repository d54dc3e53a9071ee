/** Reports the commands that are possible now to the main process, which builds the application menu from them. */
import type { MenuCommand, MenuEntry, MenuName, Menus } from '../../../shared/bridge/menus.ts';
import type { MenuItem } from '../../cards/menus/card-menu.ts';
import { useUndo } from '../../data/act.ts';
import { useApp } from '../../data/app-state.ts';
import { call, failureOf } from '../../data/bridge.ts';
import { onRoute } from '../../data/routes.ts';
import { useSelection } from '../../data/selection.ts';
import { labelOf } from '../../workbench/command.ts';
import { useConfirmation } from '../../workbench/confirm.ts';
import { useDialog } from '../../workbench/dialog-state.ts';
import { commands } from './commands.ts';
import { menuLayout } from './menu-layout.ts';
import { undoesTyping } from './shortcuts.ts';

/** Waits until the person has paused, so that no report is made between keys that follow each other. */
const reportDelayMs = 250;
/** Reports after this time even if the page is never idle. */
const idleTimeoutMs = 500;

const maxLabelLength = 100;

const byId = new Map(commands.map((command) => [command.id, command]));
const layout = menuLayout(commands);

/** While a dialog is open, no command of the page may act behind it. */
const isDialogOpen = () => useDialog.getState().dialog !== null || useConfirmation.getState().open !== null;

function commandOf(id: string, isModal: boolean): MenuCommand[] {
  const command = byId.get(id);
  if (!command) return [];
  const label = labelOf(command).slice(0, maxLabelLength);
  // A command that the rules refuse stays enabled: it then shows the reason.
  const isEnabled = undoesTyping(id) || (!isModal && (command.when?.() ?? true) === true);
  return [{ id, label, keys: [...(command.keys ?? [])], isEnabled }];
}

function entryOf(item: MenuItem, isModal: boolean): MenuEntry[] {
  if (item === null) return [null];
  if (typeof item === 'string') return commandOf(item, isModal);
  return [{ label: item.label, commands: item.ids.flatMap((id) => commandOf(id, isModal)) }];
}

/** The menus for the current view, selection and focus. */
export function currentMenus(): Menus {
  const isModal = isDialogOpen();
  const menus = Object.entries(layout).map(([name, items]) => [name, items.flatMap((item) => entryOf(item, isModal))]);
  return Object.fromEntries(menus) as Record<MenuName, MenuEntry[]>;
}

/** Reports the menus now and after changes, once per window. Returns the function that stops this. */
export function reportMenus(): () => void {
  let reported = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    const menus = currentMenus();
    const text = JSON.stringify(menus);
    if (text === reported) return;
    reported = text;
    call('app/menus', menus).catch((error: unknown) =>
      console.warn('the menus were not reported', failureOf(error).message),
    );
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => requestIdleCallback(report, { timeout: idleTimeoutMs }), reportDelayMs);
  };
  // What commands depend on changes by input of the person, or in one of these stores.
  const events = ['focusin', 'keyup', 'pointerup'] as const;
  for (const name of events) document.addEventListener(name, schedule, { passive: true });
  const stops = [useApp, useUndo, useSelection, useDialog, useConfirmation].map((store) => store.subscribe(schedule));
  stops.push(onRoute(schedule));
  schedule();
  return () => {
    clearTimeout(timer);
    for (const name of events) document.removeEventListener(name, schedule);
    for (const stop of stops) stop();
  };
}
