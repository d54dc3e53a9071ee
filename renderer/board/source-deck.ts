/** The deck new cards of a column go into, where the source or the column says so. */
import { createContext, useContext } from 'react';
import type { Column } from './grouping.ts';
import type { Source } from './sources.ts';

export const SourceContext = createContext<Source | null>(null);

/** Null where the person must choose. */
export function useSourceDeck(column: Column): string | null {
  const source = useContext(SourceContext);
  if (column.by === 'deck' && typeof column.value === 'string') return column.value;
  return source?.gives.deckId ?? null;
}
