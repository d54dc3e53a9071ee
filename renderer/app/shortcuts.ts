/** Runs commands by keyboard shortcuts of the window and by messages from the main process. */
import type { AppCommand } from '../../shared/bridge/index.ts';
import { useApp } from '../data/app-state.ts';
import { bridge, call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { go, openCard } from '../data/routes.ts';
import { handlesOwnKeys, isCombination, isTyping, keyNotation } from '../ui/dom/keys.ts';
import { toast } from '../ui/popups/toast.ts';
import { syncFocusedCard } from '../workbench/active-list.ts';
import { canRun, commandRefusal } from '../workbench/command.ts';
import { bufferKeysOfClosingPopups } from '../workbench/key-buffer.ts';
import { commands, composeCard } from './commands.ts';

const byKey = new Map(commands.flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)));

/** Whether the focused control handles the key itself. */
const isKeyOfControl = (target: EventTarget | null, key: string) =>
  /^(Shift\+)?(Enter|Space)$/.test(key) &&
  target instanceof Element &&
  target.closest('button, a, [role="tab"], [role="switch"], [role="checkbox"]') !== null &&
  target.closest('[data-card-id]') === null;

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (handlesOwnKeys(event.target)) return;
  const key = keyNotation(event);
  if (isKeyOfControl(event.target, key)) return;
  const typing = isTyping(event.target);
  if (!typing) syncFocusedCard();
  const command = byKey.get(key);
  if (!command || (typing && !(command.inFields && isCombination(event)))) return;
  const can = canRun(command);
  if (can === true) {
    event.preventDefault();
    command.run();
    // Shows why a key has no effect.
  } else if (can !== false && can === commandRefusal(command)) {
    event.preventDefault();
    toast({ title: can, tone: 'danger', id: 'refused', timeout: 4_000 });
  }
}

/** Ids of commands by the names that the main process sends. */
const commandIds: Record<Exclude<AppCommand['name'], 'go' | 'openCard' | 'notice'>, string> = {
  compose: 'card.new',
  palette: 'palette',
  newCard: 'card.new',
  undo: 'undo',
  redo: 'redo',
  settings: 'go.settings',
  toggleSidebar: 'sidebar',
  connect: 'connect',
  addWorkspace: 'workspace.add',
  newWorkspace: 'workspace.new',
  tour: 'tour',
  outbox: 'go.outbox',
  find: 'board.filter',
};

async function openCardByCode(code: string): Promise<void> {
  try {
    const [found] = await call('data/find', { text: `$${code}`, limit: 1 });
    if (found?.code?.replace('$', '') === code) openCard(found.cardId);
    else toast({ title: `No card $${code} in this workspace`, tone: 'danger', id: 'link' });
  } catch (error) {
    toast({ title: sentenceOf(failureOf(error)), tone: 'danger', id: 'link' });
  }
}

/** Starts to handle keys and messages, once per window. Returns the function that stops this. */
export function installShortcuts(): () => void {
  window.addEventListener('keydown', pressed);
  const stopPassing = bufferKeysOfClosingPopups();
  const stop = bridge().on('app/command', (command) => {
    if (command.name === 'go') return go(command.route);
    if ((command.name === 'openCard' || command.name === 'compose') && !useApp.getState().workspace)
      return void toast({ title: 'Add a workspace first', tone: 'danger', id: 'link' });
    if (command.name === 'openCard') return void openCardByCode(command.code);
    if (command.name === 'notice') return void toast({ title: command.text, tone: 'danger', id: 'link' });
    // While a text field has the focus, its own undo is meant.
    if ((command.name === 'undo' || command.name === 'redo') && isTyping(document.activeElement)) {
      document.execCommand(command.name);
      return;
    }
    const found = commands.find(({ id }) => id === commandIds[command.name as keyof typeof commandIds]);
    const can = found ? canRun(found) : false;
    if (can !== true) {
      if (command.name === 'compose' && can) toast({ title: can, tone: 'danger', id: 'refused' });
    } else if (command.name === 'compose') composeCard(command.text);
    else found?.run();
  });
  return () => {
    window.removeEventListener('keydown', pressed);
    stopPassing();
    stop();
  };
}
