/** Runs the same commands as the shortcuts. */
import { ArrowDownUp, CircleEllipsis, CopyPlus, ListPlus, type LucideIcon, PanelTopOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { clearSelection, putCursorOn, useSelection } from '../../data/selection.ts';
import { cancelDrag } from '../../dnd/drag.ts';
import { ContextMenu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { commandAvailability, commandLabel } from '../../workbench/command.ts';
import { cardCommands } from '../commands/card-commands.ts';
import { type CommandMenuItem, cardMenuItems, changePlaceSubmenu } from './card-menu.ts';

/** With the reason if it is refused; undefined if it is not available. */
export function shownCardCommand(id: string) {
  const command = cardCommands.find((candidate) => candidate.id === id);
  const availability = command ? commandAvailability(command) : false;
  if (!command || availability === false) return undefined;
  const { icon: Icon, keys, danger = false, run } = command;
  const disabled = availability === true ? undefined : availability;
  return { Icon, label: commandLabel(command), shortcut: keys?.[0], disabled, danger, run };
}

function commandEntry(id: string): MenuEntry[] {
  const command = shownCardCommand(id);
  if (!command) return [];
  const { Icon, ...entry } = command;
  return [{ ...entry, icon: Icon ? <Icon size={14} aria-hidden /> : undefined }];
}

/** Only commands that are available now. `places` are the entries of the submenu "Change place". */
export function cardMenuEntries(menu: readonly CommandMenuItem[], places?: readonly MenuEntry[]): MenuEntry[] {
  return withoutLooseSeparators(
    menu.flatMap((item): MenuEntry[] => {
      if (item === null) return [{ separator: true }];
      if (typeof item === 'string') return commandEntry(item);
      const entries = item === changePlaceSubmenu && places ? places : item.ids.flatMap(commandEntry);
      const Icon = groupIcons[item.label];
      return entries.length > 0
        ? [{ label: item.label, icon: Icon ? <Icon size={14} aria-hidden /> : undefined, entries }]
        : [];
    }),
  );
}

const groupIcons: Readonly<Record<string, LucideIcon | undefined>> = {
  [changePlaceSubmenu.label]: ArrowDownUp,
  'Open elsewhere': PanelTopOpen,
  'More states': CircleEllipsis,
  'More fields': ListPlus,
  'New and copy': CopyPlus,
};

/** Loose: first, last or directly before another separator. */
const withoutLooseSeparators = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.filter((entry, index) => {
    const next = entries[index + 1];
    const isNeeded = next !== undefined && !('separator' in next);
    return !('separator' in entry) || (isNeeded && !entries.slice(0, index).every((before) => 'separator' in before));
  });

interface CardMenuProps {
  /** Entries of the submenu "Change place". If missing, it has the commands that move cards. */
  places?: (cardId: string) => readonly MenuEntry[];
  children: ReactElement;
}

export function CardMenu({ places, children }: CardMenuProps): ReactElement {
  const open = (target: Element) => {
    const card = target.closest<HTMLElement>('[data-card-id]');
    const id = card?.dataset.cardId;
    if (!id) return null;
    // On a touch screen, the long press has already started a drag.
    cancelDrag();
    if (!useSelection.getState().selected.has(id)) clearSelection();
    putCursorOn(id);
    card.focus({ preventScroll: true });
    return cardMenuEntries(cardMenuItems, places?.(id));
  };
  return (
    <ContextMenu onOpen={open}>
      <div className="stack grow min-w-0 min-h-0">{children}</div>
    </ContextMenu>
  );
}
