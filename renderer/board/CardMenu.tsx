/** The context menu of cards: the same commands as the keys. */
import { ArrowDownUp } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { canRun, labelOf } from '../app/command.ts';
import { clearSelection, focusCard, useSelection } from '../data/selection.ts';
import { ContextMenu, type MenuEntry } from '../ui/Menu.tsx';
import styles from './CardMenu.module.css';
import { cardCommands } from './card-commands.ts';

interface Nested {
  readonly label: string;
  readonly ids: readonly string[];
}

/** In the order of the menu; null is a line between groups. */
const shown: readonly (string | Nested | null)[] = [
  'card.open',
  'card.openTab',
  'card.edit',
  null,
  'card.start',
  'card.done',
  'card.reset',
  null,
  'card.move',
  {
    label: 'Change place',
    ids: ['move.top', 'move.up', 'move.down', 'move.bottom', 'move.left', 'move.right'],
  },
  'card.hand',
  'card.bookmark',
  null,
  'card.owner',
  'card.mine',
  'card.priority',
  'card.effort',
  'card.run',
  'card.milestone',
  'card.due',
  'card.zone',
  'card.tag',
  'card.hero',
  'card.kind',
  null,
  'card.above',
  'card.below',
  'card.duplicate',
  'card.copyTo',
  'card.copyCode',
  null,
  'card.restore',
  'card.archive',
  'card.delete',
];

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

export function cardEntries(places?: readonly MenuEntry[]): MenuEntry[] {
  return shown.flatMap((one): MenuEntry[] => {
    if (one === null) return [{ separator: true }];
    if (typeof one === 'string') return entryOf(one);
    const entries = places ?? one.ids.flatMap(entryOf);
    return entries.length > 0 ? [{ label: one.label, icon: <ArrowDownUp size={14} aria-hidden />, entries }] : [];
  });
}

export interface CardMenuProps {
  /** Where a card can go, where that is not what keys do to the list that is shown. */
  places?: (cardId: string) => readonly MenuEntry[];
  children: ReactElement;
}

export function CardMenu({ places, children }: CardMenuProps): ReactElement {
  const [entries, setEntries] = useState<readonly MenuEntry[]>([]);
  return (
    <ContextMenu entries={entries}>
      <div
        className={styles.area}
        onContextMenuCapture={(event) => {
          const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card-id]') : null;
          const id = card?.dataset.cardId;
          if (!id) {
            // Only cards have a menu here; elsewhere the click does nothing.
            event.preventDefault();
            event.stopPropagation();
            return;
          }
          if (!useSelection.getState().selected.has(id)) clearSelection();
          focusCard(id);
          setEntries(cardEntries(places?.(id)));
        }}
      >
        {children}
      </div>
    </ContextMenu>
  );
}
