/** The deck new cards of a column go into, where the source or the column says so. */
import { createContext, useContext } from 'react';
import type { Source } from '../model/board-source.ts';
import type { Column } from '../model/column.ts';

export const SourceContext = createContext<Source | null>(null);

/** Null where the person must choose. */
export function useSourceDeck(column: Column): string | null {
  const source = useContext(SourceContext);
  if (column.by === 'deck' && typeof column.value === 'string') return column.value;
  return source?.gives.deckId ?? null;
}
