/** Finds the deck for new cards in a column, if the column or the board's source determines that deck. */
import { createContext, useContext } from 'react';
import type { BoardSource } from '../model/board-source.ts';
import type { Column } from '../model/column.ts';

export const BoardSourceContext = createContext<BoardSource | null>(null);

/** Returns the deck id for new cards in the column; null if neither the column nor the source determines the deck. */
export function useColumnDeckId(column: Column): string | null {
  const source = useContext(BoardSourceContext);
  if (column.by === 'deck' && typeof column.value === 'string') return column.value;
  return source?.newCardFields.deckId ?? null;
}
