/** Runs commands by the window's shortcuts, and by messages of the main process (application menu, links). */
import type { CommandToWindow } from '../../../shared/bridge/index.ts';
import { useAppState } from '../../data/app-state.ts';
import { bridge, call, errorText, logFailure } from '../../data/bridge.ts';
import { navigate, openCard } from '../../data/routes.ts';
import { useSelection } from '../../data/selection.ts';
import { useDragState } from '../../dnd/drag.ts';
import { hasCommandModifier, isInKeyHandlingWidget, isTextField, shortcutOfKeyPress } from '../../ui/dom/keys.ts';
import { showRefusalToast, toast } from '../../ui/popups/toast.ts';
import {
  dropCursorOnPress,
  isCursorInView,
  showCursor,
  updateCursorFromDom,
  visibleSelectedCardIds,
} from '../../workbench/active-list.ts';
import { type Command, commandAvailability, commandRefusal } from '../../workbench/command.ts';
import { bufferKeysOfClosingPopups } from '../../workbench/key-buffer.ts';
import { allCommands } from './all-commands.ts';

const commandsById = new Map(allCommands.map((command) => [command.id, command]));
const commandsByKey = new Map(
  allCommands.flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)),
);

const isKeyOfControl = (target: EventTarget | null, key: string) =>
  /^(Shift\+)?(Enter|Space)$/.test(key) &&
  target instanceof Element &&
  target.closest('button, a, [role="tab"], [role="switch"], [role="checkbox"]') !== null &&
  target.closest('[data-card-id]') === null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  // A popup would open below the dragged card.
  if (useDragState.getState().ids.size > 0) return;
  if (isInKeyHandlingWidget(event.target, event)) return;
  const key = shortcutOfKeyPress(event);
  if (isKeyOfControl(event.target, key)) return;
  const isTyping = isTextField(event.target);
  if (!isTyping) updateCursorFromDom();
  const command = commandsByKey.get(key);
  if (!command || (isTyping && !(command.inFields && hasCommandModifier(event)))) return;
  if (runOrShowReason(command)) event.preventDefault();
}

const actsUnseen = ({ group, isForCursor }: Command) =>
  group === 'Cards' && (isForCursor || visibleSelectedCardIds().length === 0) && !isCursorInView();

/**
 * Runs the command, or shows why the service will refuse it. If the person does not see the card on which the command
 * acts, only shows the card, or says that there is none. Returns false if the command is not available.
 */
function runOrShowReason(command: Command): boolean {
  if (actsUnseen(command) && showCursor()) return true;
  const runnable = commandAvailability(command);
  if (runnable === true) {
    useSelection.setState({ carried: null });
    command.run();
  } else if (runnable !== false && runnable === commandRefusal(command)) showRefusalToast(runnable);
  else if (command.sentAction && actsUnseen(command)) showRefusalToast('There is no card here.');
  else return false;
  return true;
}

async function openCardByCode(code: string): Promise<void> {
  try {
    const [found] = await call('data/find', { text: `$${code}`, limit: 1 });
    if (found?.code?.replace('$', '') === code) openCard(found.cardId);
    else toast({ title: `No card $${code} in this workspace`, tone: 'danger', id: 'link' });
  } catch (error) {
    toast({ title: errorText(error), tone: 'danger', id: 'link' });
  }
}

/** True for undo and redo while a text field has the focus: the browser then undoes or redoes the typing. */
export const isUndoOrRedoInTextField = (commandId: string): boolean =>
  (commandId === 'undo' || commandId === 'redo') && isTextField(document.activeElement);

function runFromMenu(id: string, isKey: boolean): void {
  const command = commandsById.get(id);
  const focus = document.activeElement;
  const typing = isTextField(focus);
  if (isUndoOrRedoInTextField(id)) {
    call('app/undoTyping', { redo: id === 'redo' }).catch(logFailure('typing was not undone'));
    return;
  }
  // On macOS, a menu item also gets keys that the page ignores on purpose while a list or a text field has the focus.
  if (!command || (isKey && (isInKeyHandlingWidget(focus) || (typing && !command.inFields)))) return;
  if (!typing) updateCursorFromDom();
  runOrShowReason(command);
}

function onAppCommand(command: CommandToWindow): void {
  if (command.name === 'run') runFromMenu(command.id, command.byKey);
  else if (command.name === 'go') navigate(command.route);
  else if (command.name === 'notice')
    toast({ title: command.text, tone: 'danger', ...(command.stays ? { timeout: 0 } : { id: 'link' }) });
  else if (!useAppState.getState().workspace) toast({ title: 'Add a workspace first', tone: 'danger', id: 'link' });
  else if (command.name === 'openCard') void openCardByCode(command.code);
}

/** Call it once per window. Returns the function that removes the listeners. */
export function installShortcuts(): () => void {
  window.addEventListener('keydown', onKeyDown);
  document.addEventListener('focusin', updateCursorFromDom);
  document.addEventListener('mousedown', dropCursorOnPress);
  const stopBuffering = bufferKeysOfClosingPopups();
  const stop = bridge().on('app/command', onAppCommand);
  return () => {
    window.removeEventListener('keydown', onKeyDown);
    document.removeEventListener('focusin', updateCursorFromDom);
    document.removeEventListener('mousedown', dropCursorOnPress);
    stopBuffering();
    stop();
  };
}
