import type { LucideIcon } from 'lucide-react';
import type { ActionName } from '../../shared/contract/index.ts';
import { missingScopeReason } from '../data/permissions.ts';
import type { CardRow } from '../model/card-row.ts';
import { shortcutKeysOfAccelerator } from '../ui/dom/accelerator.ts';
import { isMac } from '../ui/dom/keys.ts';
import { commandTargetCards } from './active-list.ts';

export interface Command {
  readonly id: string;
  /** A function gets the cards on which the command acts; none in the list of keys, which must not depend on a card. */
  readonly label: string | ((cards: readonly CardRow[]) => string);
  readonly group: 'Cards' | 'Board' | 'Go to' | 'App';
  /** Such as `Mod+K`, `Shift+E` or `ArrowUp`. Menus show the first. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  /** False, or a text with the reason, if the command is not available now. */
  readonly when?: () => boolean | string;
  /** If the token does not permit this action, the command is refused, and the missing scope is the reason. */
  readonly sentAction?: ActionName;
  /**
   * The reason if the service would refuse the command for all cards on which it acts; otherwise null. Menus show it;
   * if the person presses the command's key, a toast shows it.
   */
  readonly refused?: () => string | null;
  readonly run: () => void;
  /** Acts on the card of the cursor even if other cards are selected. */
  readonly isForCursor?: boolean;
  /**
   * The shortcuts also work while a text field has the focus, except those that type text, such as a letter
   * (`hasCommandModifier`).
   */
  readonly inFields?: boolean;
  /** The palette does not list it, and the application menu only if `menuItemsByMenu` names it. */
  readonly keyOnly?: boolean;
}

/** A command that states another group keeps it. */
export const commandsOfGroup = (
  group: Command['group'],
  commands: readonly (Omit<Command, 'group'> & Partial<Pick<Command, 'group'>>)[],
): readonly Command[] => commands.map((command) => ({ group, ...command }));

/** By default for the cards on which the command acts now. */
export const commandLabel = ({ label }: Command, cards: readonly CardRow[] = commandTargetCards()): string =>
  typeof label === 'function' ? label(cards) : label;

/** True if available, otherwise the reason, or false if there is no reason to show. */
export function commandAvailability(command: Command): boolean | string {
  const can = command.when?.() ?? true;
  return can === true ? (commandRefusal(command) ?? true) : can;
}

/** A scope that the token lacks, or the reason that `refused` returns; otherwise null. */
export const commandRefusal = ({ sentAction, refused }: Command): string | null =>
  (sentAction ? missingScopeReason(sentAction) : null) ?? refused?.() ?? null;

/** The accelerator is Electron's, such as `Control+Shift+N`. */
export function commandWithAccelerator(
  commands: readonly Command[],
  accelerator: string,
  isMac: boolean,
): Command | undefined {
  const key = shortcutKeysOfAccelerator(accelerator, isMac);
  return commands.find(({ keys }) => keys?.includes(key));
}

/**
 * Shortcuts that the command table shares with other code: views, the sidebar or the tour show them too. `Mod` is
 * Command on macOS, and Control elsewhere.
 */
export const sharedShortcuts = {
  palette: ['Mod+K', 'Mod+P'],
  newCard: ['C', 'Mod+N'],
  find: ['/', 'Mod+F'],
  undo: ['Mod+Z'],
  redo: ['Mod+Shift+Z', 'Mod+Y'],
  settings: ['Mod+,'],
  toggleSidebar: ['[', 'Mod+B'],
  back: isMac ? ['Mod+[', 'Alt+ArrowLeft'] : ['Alt+ArrowLeft'],
  forward: isMac ? ['Mod+]', 'Alt+ArrowRight'] : ['Alt+ArrowRight'],
  hand: ['Alt+1'],
  inbox: ['Alt+2'],
} as const;
