/** The type of commands. One record per command drives its key, its menu entry, the palette and the list of shortcuts. */
import type { LucideIcon } from 'lucide-react';
import type { ActionName } from '../../shared/contract/index.ts';
import { missingScopeReason } from '../data/permissions.ts';

export interface Command {
  readonly id: string;
  readonly label: string | (() => string);
  readonly group: 'Cards' | 'Board' | 'Go to' | 'App';
  /** Such as `Mod+K`, `Shift+E`, `ArrowUp`; menus show the first one. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  /** Whether the command is available now; a text is the reason why not. Always available if absent. */
  readonly when?: () => boolean | string;
  /** The action that it sends. If the token is known to lack the permission, the command shows that instead. */
  readonly needs?: ActionName;
  /** Reason why the rules refuse it for all its cards, or null. Menus show it, and a toast does when its key is pressed. */
  readonly refused?: () => string | null;
  readonly run: () => void;
  /** Also works while a text field has the focus, by those of its keys that type no text (`isCombination`). */
  readonly inFields?: boolean;
  /** The palette does not list it. */
  readonly keyOnly?: boolean;
}

export const labelOf = (command: Command): string =>
  typeof command.label === 'function' ? command.label() : command.label;

/** True if the command can run; otherwise the reason, or false without one. */
export function canRun(command: Command): boolean | string {
  const can = command.when?.() ?? true;
  return can === true ? (commandRefusal(command) ?? true) : can;
}

/** Reason why the service will refuse the command: the permissions of the token, or the cards; null if none is known. */
export const commandRefusal = ({ needs, refused }: Command): string | null =>
  (needs ? missingScopeReason(needs) : null) ?? refused?.() ?? null;
