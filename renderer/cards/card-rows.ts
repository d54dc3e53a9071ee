/**
 * A store of a board's card rows. Each card component subscribes to its own row. When a row changes, only the component
 * of this card renders again, not its column.
 */
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { type LoadedCards, noLoadedCards } from '../model/card-row.ts';
import { subCardCountsOf } from './face/face-context.tsx';

class CardRowStore {
  #loaded: LoadedCards = noLoadedCards;
  readonly #listeners = new Set<() => void>();

  /** The rows of the board's last render. */
  get loaded(): LoadedCards {
    return this.#loaded;
  }
  /** Sets the rows. Called while the board renders, so that cards that mount in the same render read the new rows. */
  setRows(loaded: LoadedCards): void {
    this.#loaded = loaded;
  }
  notify(): void {
    for (const listener of this.#listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Passes the row store of a board to its cards. */
export const CardRowsContext = createContext<CardRowStore | null>(null);

/** Returns the row store of a board, after setting its rows to `loaded`. */
export function useCardRowStore(loaded: LoadedCards): CardRowStore {
  const [rows] = useState(() => new CardRowStore());
  rows.setRows(loaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies cards that did not render with the board
  useLayoutEffect(() => rows.notify(), [rows, loaded]);
  return rows;
}

/** Returns the row store of the board or list around the component. @throws outside a board */
export function useNearestCardRowStore(): CardRowStore {
  const rows = useContext(CardRowsContext);
  if (!rows) throw new Error('useNearestCardRowStore is used outside a board');
  return rows;
}

/**
 * Returns the row of a card and the counts of its sub cards. The component renders again when the row or a count
 * changes.
 */
export function useCardWithSubCardCounts(id: string) {
  const rows = useNearestCardRowStore();
  const card = useSyncExternalStore(rows.subscribe, () => rows.loaded.rows[id]);
  // The snapshot is a string, because useSyncExternalStore compares snapshots by identity. A new object would cause a
  // render each time.
  const subs = useSyncExternalStore(rows.subscribe, () => {
    const row = rows.loaded.rows[id];
    if (!row || row.childCards.length === 0) return '';
    const { total, done } = subCardCountsOf(row, rows.loaded.rows);
    return `${done}/${total}`;
  });
  const [doneSubCardCount = 0, subCardCount = 0] = subs ? subs.split('/').map(Number) : [];
  return { card, subCardCount, doneSubCardCount };
}
