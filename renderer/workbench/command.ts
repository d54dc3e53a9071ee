/** A command: one record drives its key, its menu entry, the palette and the list of shortcuts. */
import type { LucideIcon } from 'lucide-react';
import type { ActionName } from '../../shared/contract/index.ts';
import { missingScopeReason } from '../data/permissions.ts';

export interface Command {
  readonly id: string;
  readonly label: string | (() => string);
  readonly group: 'Cards' | 'Board' | 'Go to' | 'App';
  /** `Mod+K`, `Shift+E`, `ArrowUp`: the first is the one that is shown. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  /** Whether it makes sense now; a text says why not. Always when absent. */
  readonly when?: () => boolean | string;
  /** The action it sends: where the token is known not to allow it, the command says so instead. */
  readonly needs?: ActionName;
  /** Why nothing of what it would act on takes it; null where something does. A press of its key is told so, too. */
  readonly refused?: () => string | null;
  readonly run: () => void;
  /** Works while typing in a field, too, by those of its keys that type nothing (`isCombination`). */
  readonly inFields?: boolean;
  /** Not offered in the palette: it only makes sense as a key. */
  readonly keyOnly?: boolean;
}

export const labelOf = (command: Command): string =>
  typeof command.label === 'function' ? command.label() : command.label;

/** True, or why not; false without words. */
export function canRun(command: Command): boolean | string {
  const can = command.when?.() ?? true;
  return can === true ? (lackIn(command) ?? true) : can;
}

/** Why it will be refused: by the service for this token, or by what it would act on. */
export const lackIn = ({ needs, refused }: Command): string | null =>
  (needs ? missingScopeReason(needs) : null) ?? refused?.() ?? null;
