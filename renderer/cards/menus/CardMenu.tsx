/** The context menu of cards, which runs the same commands as the keyboard. */
import { ArrowDownUp, CircleEllipsis, CopyPlus, ListPlus, type LucideIcon, PanelTopOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { clearSelection, focusCard, useSelection } from '../../data/selection.ts';
import { cancelDrag } from '../../dnd/drag.ts';
import { ContextMenu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { canRun, labelOf } from '../../workbench/command.ts';
import { cardCommands } from '../commands/card-commands.ts';
import styles from './CardMenu.module.css';
import { cardMenu, type MenuItem, placeGroup } from './card-menu.ts';

function entryOf(id: string): MenuEntry[] {
  const command = cardCommands.find((candidate) => candidate.id === id);
  if (!command) return [];
  const able = canRun(command);
  if (able === false) return [];
  const Icon = command.icon;
  return [
    {
      label: labelOf(command),
      icon: Icon ? <Icon size={14} aria-hidden /> : undefined,
      shortcut: command.keys?.[0],
      disabled: typeof able === 'string' ? able : undefined,
      danger: command.danger ?? false,
      run: command.run,
    },
  ];
}

/** Returns menu entries for the available commands. `places` replaces the entries of the submenu "Change place". */
export function cardEntries(menu: readonly MenuItem[], places?: readonly MenuEntry[]): MenuEntry[] {
  return withoutLooseSeparators(
    menu.flatMap((one): MenuEntry[] => {
      if (one === null) return [{ separator: true }];
      if (typeof one === 'string') return entryOf(one);
      const entries = one === placeGroup && places ? places : one.ids.flatMap(entryOf);
      const Icon = groupIcons[one.label];
      return entries.length > 0
        ? [{ label: one.label, icon: Icon ? <Icon size={14} aria-hidden /> : undefined, entries }]
        : [];
    }),
  );
}

const groupIcons: Readonly<Record<string, LucideIcon | undefined>> = {
  [placeGroup.label]: ArrowDownUp,
  'Open elsewhere': PanelTopOpen,
  'More states': CircleEllipsis,
  'More fields': ListPlus,
  'New and copy': CopyPlus,
};

/** Removes separators that are not between two entries. */
const withoutLooseSeparators = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.filter((entry, index) => {
    const next = entries[index + 1];
    return !('separator' in entry) || (index > 0 && next !== undefined && !('separator' in next));
  });

interface CardMenuProps {
  /** Returns the entries of the submenu "Change place" for a card, in place of the default move commands. */
  places?: (cardId: string) => readonly MenuEntry[];
  children: ReactElement;
}

export function CardMenu({ places, children }: CardMenuProps): ReactElement {
  const open = (target: Element) => {
    const id = target.closest<HTMLElement>('[data-card-id]')?.dataset.cardId;
    if (!id) return null;
    // A finger that rests lifts the card first.
    cancelDrag();
    if (!useSelection.getState().selected.has(id)) clearSelection();
    focusCard(id);
    return cardEntries(cardMenu, places?.(id));
  };
  return (
    <ContextMenu onOpen={open}>
      <div className={styles.area}>{children}</div>
    </ContextMenu>
  );
}
