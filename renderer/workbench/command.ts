/**
 * The type of commands. One record per command drives its key, its menu entry, the palette and the list of shortcuts.
 */
import type { LucideIcon } from 'lucide-react';
import type { ActionName } from '../../shared/contract/index.ts';
import { missingScopeReason } from '../data/permissions.ts';

/** A command that the person gives by a key, a menu or the palette. */
export interface Command {
  readonly id: string;
  readonly label: string | (() => string);
  readonly group: 'Cards' | 'Board' | 'Go to' | 'App';
  /** Shortcuts, such as `Mod+K`, `Shift+E` or `ArrowUp`. Menus show the first shortcut. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  /** Whether the command is available now; a text is the reason why not. Always available if absent. */
  readonly when?: () => boolean | string;
  /**
   * The action that the command sends. If the token does not permit this action, the command is refused and says so.
   */
  readonly needs?: ActionName;
  /**
   * Reason why the rules refuse the command for all its cards, or null. Menus show the reason. When the person presses
   * the command's key, a toast shows it.
   */
  readonly refused?: () => string | null;
  readonly run: () => void;
  /** Works while a text field has the focus too, but only by shortcuts that type no text (`hasCommandModifier`). */
  readonly inFields?: boolean;
  /** True if the palette does not list the command. */
  readonly keyOnly?: boolean;
}

/** Returns the current label of a command. */
export const commandLabel = (command: Command): string =>
  typeof command.label === 'function' ? command.label() : command.label;

/** True if the command is available; otherwise the reason why not, or false if there is no reason to show. */
export function commandAvailability(command: Command): boolean | string {
  const can = command.when?.() ?? true;
  return can === true ? (commandRefusal(command) ?? true) : can;
}

/** Reason why the service will refuse the command (missing permission, or rules of its cards), or null. */
export const commandRefusal = ({ needs, refused }: Command): string | null =>
  (needs ? missingScopeReason(needs) : null) ?? refused?.() ?? null;
