/**
 * A store of a board's card rows. Each card subscribes to its own row, so that a change renders that card again but not
 * its column.
 */
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { type CardRow, type CardSet, emptyCardSet } from '../model/card-row.ts';
import { subCardsOf } from './face/face-context.tsx';

class CardRows {
  #set: CardSet = emptyCardSet;
  readonly #listeners = new Set<() => void>();

  /** The rows as of the board's last render. */
  get set(): CardSet {
    return this.#set;
  }
  /** Sets new rows during the board's render, so that cards mounted in the same render read them. */
  setRows(set: CardSet): void {
    this.#set = set;
  }
  notify(): void {
    for (const listener of this.#listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const RowsContext = createContext<CardRows | null>(null);

/** Returns the row store of a board, updated to `set`. */
export function useRowsOf(set: CardSet): CardRows {
  const [rows] = useState(() => new CardRows());
  rows.setRows(set);
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies cards that did not render with the board
  useLayoutEffect(() => rows.notify(), [rows, set]);
  return rows;
}

export function useRows(): CardRows {
  const rows = useContext(RowsContext);
  if (!rows) throw new Error('useRows is used outside a board');
  return rows;
}

interface ShownCard {
  readonly card: CardRow | undefined;
  readonly subTotal: number;
  readonly subDone: number;
}

export function useCard(id: string): ShownCard {
  const rows = useRows();
  const card = useSyncExternalStore(rows.subscribe, () => rows.set.rows[id]);
  // Returns a string, since useSyncExternalStore compares snapshots by identity.
  const subs = useSyncExternalStore(rows.subscribe, () => {
    const row = rows.set.rows[id];
    if (!row || row.childCards.length === 0) return '';
    const { total, done } = subCardsOf(row, rows.set.rows);
    return `${done}/${total}`;
  });
  const [subDone = 0, subTotal = 0] = subs ? subs.split('/').map(Number) : [];
  return { card, subTotal, subDone };
}
