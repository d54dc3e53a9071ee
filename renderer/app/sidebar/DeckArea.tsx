/** The sidebar's list of decks: drags them, moves them by keys, and opens their menus. */
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useMe } from '../../data/app-state.ts';
import { currentLookups, type DeckRow } from '../../data/lookups.ts';
import { deckEntries } from '../../decks/deck-entries.tsx';
import { adjacentPosition, moveDeck } from '../../decks/deck-order.ts';
import { ContextMenu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { dragDeckOnPress } from './deck-drag.ts';

const deckAt = (target: EventTarget | null): DeckRow | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-deck-id]') : null;
  return row?.dataset.deckId ? currentLookups().decks[row.dataset.deckId] : undefined;
};

/** Mod and an arrow move the focused deck, as a drag does. */
function pressedKey(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const direction = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key];
  const deck = direction && deckAt(event.target);
  if (!direction || !deck) return;
  event.preventDefault();
  const place = adjacentPosition(deck, direction, currentLookups());
  if (place) void moveDeck(deck.id, place);
}

interface DeckAreaProps {
  className: string | undefined;
  /** Menu entries of other rows in the list; null if the element has no menu. */
  entriesAt: (target: Element) => readonly MenuEntry[] | null;
  children: ReactNode;
}

export function DeckArea({ className, entriesAt, children }: DeckAreaProps): ReactElement {
  const me = useMe();
  const open = (target: Element) => {
    const deck = deckAt(target);
    return deck ? deckEntries(deck, currentLookups(), me) : entriesAt(target);
  };
  return (
    <ContextMenu onOpen={open}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links within are the controls; this handles the events of all */}
      <div className={className} onPointerDown={dragDeckOnPress} onKeyDown={pressedKey}>
        {children}
      </div>
    </ContextMenu>
  );
}
