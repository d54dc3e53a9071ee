/** Finds the deck of new cards in a column, where the board's source or the column determines it. */
import { createContext, useContext } from 'react';
import type { BoardSource } from '../model/board-source.ts';
import type { Column } from '../model/column.ts';

export const SourceContext = createContext<BoardSource | null>(null);

/** Returns the deck id for new cards in the column. Returns null if the person must choose a deck. */
export function useSourceDeck(column: Column): string | null {
  const source = useContext(SourceContext);
  if (column.by === 'deck' && typeof column.value === 'string') return column.value;
  return source?.newCardFields.deckId ?? null;
}
