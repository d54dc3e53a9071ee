/** The scrolling list of the sidebar: handles drags and arrow keys of deck rows, and the context menus of all rows. */
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useCurrentUserId } from '../../data/app-state.ts';
import { currentLookups, type DeckRow } from '../../data/lookups.ts';
import { deckMenuEntries } from '../../decks/deck-menu-entries.tsx';
import { adjacentDeckPosition, moveDeck } from '../../decks/deck-order.ts';
import { ContextMenu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { dragDeckOnPress } from './deck-drag.ts';

const deckAt = (target: EventTarget | null): DeckRow | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-deck-id]') : null;
  return row?.dataset.deckId ? currentLookups().decks[row.dataset.deckId] : undefined;
};

/** Ctrl or Cmd with an arrow key moves the focused deck. */
function moveDeckByKey(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const direction = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key];
  const deck = direction && deckAt(event.target);
  if (!direction || !deck) return;
  event.preventDefault();
  const position = adjacentDeckPosition(deck, direction, currentLookups());
  if (position) void moveDeck(deck.id, position);
}

interface DeckAreaProps {
  className: string | undefined;
  /** For a row that is not a deck; null if the row has no menu. */
  entriesAt: (target: Element) => readonly MenuEntry[] | null;
  children: ReactNode;
}

export function SidebarList({ className, entriesAt, children }: DeckAreaProps): ReactElement {
  const me = useCurrentUserId();
  const open = (target: Element) => {
    const deck = deckAt(target);
    return deck ? deckMenuEntries(deck, currentLookups(), me) : entriesAt(target);
  };
  return (
    <ContextMenu onOpen={open}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the events of all links inside */}
      <div className={className} onPointerDown={dragDeckOnPress} onKeyDown={moveDeckByKey}>
        {children}
      </div>
    </ContextMenu>
  );
}
