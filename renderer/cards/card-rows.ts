/** A store of card rows. When a row changes, only the component of this card renders again, not its column. */
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { type LoadedCards, noLoadedCards } from '../model/card-row.ts';
import { subCardCountsOf } from './face/face-context.tsx';

class CardRowStore {
  #loaded: LoadedCards = noLoadedCards;
  readonly #listeners = new Set<() => void>();

  /** Of the board's last render. */
  get loaded(): LoadedCards {
    return this.#loaded;
  }
  /** Called while the board renders, so that cards that mount in the same render read the new rows. */
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

export const CardRowsContext = createContext<CardRowStore | null>(null);

/** Sets the rows to `loaded` first. */
export function useCardRowStore(loaded: LoadedCards): CardRowStore {
  const [rows] = useState(() => new CardRowStore());
  rows.setRows(loaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies cards that did not render with the board
  useLayoutEffect(() => rows.notify(), [rows, loaded]);
  return rows;
}

/** @throws outside a board */
export function useNearestCardRowStore(): CardRowStore {
  const rows = useContext(CardRowsContext);
  if (!rows) throw new Error('useNearestCardRowStore is used outside a board');
  return rows;
}

/** Renders again when the row or a count changes. */
export function useCardWithSubCardCounts(id: string) {
  const rows = useNearestCardRowStore();
  const card = useSyncExternalStore(rows.subscribe, () => rows.loaded.rows[id]);
  // A string, because useSyncExternalStore compares snapshots by identity.
  const subs = useSyncExternalStore(rows.subscribe, () => {
    const row = rows.loaded.rows[id];
    if (!row || row.childCards.length === 0) return '';
    const { total, done } = subCardCountsOf(row, rows.loaded.rows);
    return `${done}/${total}`;
  });
  const [doneSubCardCount = 0, subCardCount = 0] = subs ? subs.split('/').map(Number) : [];
  return { card, subCardCount, doneSubCardCount };
}
