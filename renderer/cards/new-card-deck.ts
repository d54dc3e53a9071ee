/** The deck that a new card goes into where neither the board nor the column says so. */
import { useContext, useState } from 'react';
import { useViewState } from '../data/app-state.ts';
import { type DeckRow, useLookups } from '../data/lookups.ts';
import { SourceContext } from './source-deck.ts';

/**
 * The deck that was used last, else the first that takes tasks. Document decks are left to those who pick one, unless there
 * are no others. Null where there is no deck.
 */
export function deckForNewCard(
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

/** The deck, and how another is picked: any deck, also one that the board does not show. */
export function useDeckForNewCard(): readonly [deckId: string | null, pick: (deckId: string) => void] {
  const { activeDecks } = useLookups();
  const shown = useContext(SourceContext)?.decks ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const [lastId, setLastId] = useViewState<string | null>('composer:deck', null);
  const pick = (deckId: string) => {
    setPicked(deckId);
    setLastId(deckId);
  };
  const isPicked = activeDecks.some(({ id }) => id === picked);
  return [isPicked ? picked : deckForNewCard(shown.length > 0 ? shown : activeDecks, lastId), pick];
}
