/** For a new card if neither the board nor the column or lane determines the deck. */
import { createContext, useContext, useState } from 'react';
import { useViewState } from '../data/app-state.ts';
import { type DeckRow, useLookups } from '../data/lookups.ts';
import type { BoardSource } from '../model/board-source.ts';

/**
 * React context with the `BoardSource` of the board around a component: what the board shows, and how it groups and
 * sorts cards. Null outside boards.
 */
export const BoardSourceContext = createContext<BoardSource | null>(null);

/**
 * The last used deck, if `decks` contains it and it is not a document deck. Otherwise the oldest task or mixed deck, or
 * without one the oldest hero deck. A document deck only if there is no other deck; null if there is none.
 */
export function deckIdForNewCard(
  decks: readonly Pick<DeckRow, 'id' | 'deckType' | 'accountSeq'>[],
  lastId: string | null,
): string | null {
  const listed = decks.toSorted((a, b) => a.accountSeq - b.accountSeq);
  const found =
    listed.find(({ id, deckType }) => id === lastId && deckType !== 'doc') ??
    listed.find(({ deckType }) => deckType === 'task' || deckType === 'mixed') ??
    listed.find(({ deckType }) => deckType !== 'doc') ??
    listed[0];
  return found?.id ?? null;
}

/** Decks that are not on the board can be chosen too. */
export function useDeckIdForNewCard(): readonly [deckId: string | null, pick: (deckId: string) => void] {
  const { activeDecks } = useLookups();
  const shown = useContext(BoardSourceContext)?.decks ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const [lastId, setLastId] = useViewState<string | null>('composer:deck', null);
  const pick = (deckId: string) => {
    setPicked(deckId);
    setLastId(deckId);
  };
  const isPicked = activeDecks.some(({ id }) => id === picked);
  return [isPicked ? picked : deckIdForNewCard(shown.length > 0 ? shown : activeDecks, lastId), pick];
}
