/**
 * The type of commands, with functions for the label and availability of a command. Keys, menus, the palette and the
 * list of shortcuts use them.
 */
import type { LucideIcon } from 'lucide-react';
import type { ActionName } from '../../shared/contract/index.ts';
import { missingScopeReason } from '../data/permissions.ts';
import type { CardRow } from '../model/card-row.ts';
import { shortcutKeysOfAccelerator } from '../ui/dom/accelerator.ts';
import { commandTargetCards } from './active-list.ts';

/** A command that the person runs with a key, a menu or the palette. */
export interface Command {
  readonly id: string;
  /** A function gets the cards on which the command acts; none in the list of keys, which must not depend on a card. */
  readonly label: string | ((cards: readonly CardRow[]) => string);
  readonly group: 'Cards' | 'Board' | 'Go to' | 'App';
  /** Shortcuts, such as `Mod+K`, `Shift+E` or `ArrowUp`. Menus show the first shortcut. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  /**
   * Returns true if the command is available now. Otherwise returns false, or a text with the reason. Without `when`
   * the command is always available.
   */
  readonly when?: () => boolean | string;
  /**
   * The action that the command sends. If the token does not permit this action, the command is refused, and the
   * missing scope is the reason.
   */
  readonly sentAction?: ActionName;
  /**
   * Returns the reason if the service would refuse the command for all cards on which it acts; otherwise null. Menus
   * show the reason; if the person presses the command's key, a toast shows it.
   */
  readonly refused?: () => string | null;
  readonly run: () => void;
  /** True if the command acts on the card of the cursor even if other cards are selected. */
  readonly isForCursor?: boolean;
  /**
   * True if the command's shortcuts also work while a text field has the focus. Even then, shortcuts that type text,
   * such as a letter, do not work there (`hasCommandModifier`).
   */
  readonly inFields?: boolean;
  /**
   * True if the command is only for keys: the palette does not list it, and `menuItemsByMenu` does not add it to the
   * application menu.
   */
  readonly keyOnly?: boolean;
}

/** Returns commands of one group. A command that states another group keeps it. */
export const commandsOfGroup = (
  group: Command['group'],
  commands: readonly (Omit<Command, 'group'> & Partial<Pick<Command, 'group'>>)[],
): readonly Command[] => commands.map((command) => ({ group, ...command }));

/** Returns the label of a command for `cards`, by default those on which it acts now. */
export const commandLabel = ({ label }: Command, cards: readonly CardRow[] = commandTargetCards()): string =>
  typeof label === 'function' ? label(cards) : label;

/** Returns true if the command is available. Otherwise returns the reason, or false if there is no reason to show. */
export function commandAvailability(command: Command): boolean | string {
  const can = command.when?.() ?? true;
  return can === true ? (commandRefusal(command) ?? true) : can;
}

/**
 * Returns the reason why the service will refuse the command: a scope that the token lacks, or the reason that
 * `refused` returns. Returns null if there is no such reason.
 */
export const commandRefusal = ({ sentAction, refused }: Command): string | null =>
  (sentAction ? missingScopeReason(sentAction) : null) ?? refused?.() ?? null;

/** Returns the command that already uses the keys of an Electron accelerator, such as `Control+Shift+N`. */
export function commandWithAccelerator(
  commands: readonly Command[],
  accelerator: string,
  isMac: boolean,
): Command | undefined {
  const key = shortcutKeysOfAccelerator(accelerator, isMac);
  return commands.find(({ keys }) => keys?.includes(key));
}
