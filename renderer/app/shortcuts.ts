/** Keys of the whole window, and commands that main sends. */
import type { AppCommand } from '../../shared/bridge/index.ts';
import { bridge } from '../data/bridge.ts';
import { go } from '../data/routes.ts';
import { handlesOwnKeys, isCombination, isTyping, keyNotation } from '../ui/dom/keys.ts';
import { toast } from '../ui/popups/toast.ts';
import { settleFocus } from '../workbench/active-list.ts';
import { canRun, lackIn } from '../workbench/command.ts';
import { passKeysOfClosing } from '../workbench/key-buffer.ts';
import { commands } from './commands.ts';

const byKey = new Map(commands.flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)));

/** Keys that the focused control uses itself. */
const ownKeys = (target: EventTarget | null, key: string) =>
  /^(Shift\+)?(Enter|Space)$/.test(key) &&
  target instanceof Element &&
  target.closest('button, a, [role="tab"], [role="switch"], [role="checkbox"]') !== null &&
  target.closest('[data-card-id]') === null;

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (handlesOwnKeys(event.target)) return;
  const key = keyNotation(event);
  if (ownKeys(event.target, key)) return;
  const typing = isTyping(event.target);
  if (!typing) settleFocus();
  const command = byKey.get(key);
  if (!command || (typing && !(command.inFields && isCombination(event)))) return;
  const can = canRun(command);
  if (can === true) {
    event.preventDefault();
    command.run();
    // Somebody who presses a key that always worked is told why it no longer does.
  } else if (can !== false && can === lackIn(command)) {
    event.preventDefault();
    toast({ title: can, tone: 'danger', id: 'refused', timeout: 4_000 });
  }
}

const fromMain: Record<Exclude<AppCommand['name'], 'go'>, string> = {
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

export function installShortcuts(): () => void {
  window.addEventListener('keydown', pressed);
  const stopPassing = passKeysOfClosing();
  const stop = bridge().on('app/command', (command) => {
    if (command.name === 'go') return go(command.route);
    // A field's own undo is meant while typing in it.
    if ((command.name === 'undo' || command.name === 'redo') && isTyping(document.activeElement)) {
      document.execCommand(command.name);
      return;
    }
    const found = commands.find(({ id }) => id === fromMain[command.name as keyof typeof fromMain]);
    if (found && canRun(found) === true) found.run();
  });
  return () => {
    window.removeEventListener('keydown', pressed);
    stopPassing();
    stop();
  };
}
