/**
 * The rows a board shows, subscribed to card by card: when one row changes, the card that shows it is drawn again and its
 * column is not.
 */
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { type CardRow, type CardSet, noCards } from '../model/card-row.ts';
import { subCardsOf } from './face-context.tsx';

export class CardRows {
  #set: CardSet = noCards;
  readonly #listeners = new Set<() => void>();

  /** The rows as of the board's last render. */
  get set(): CardSet {
    return this.#set;
  }
  /** Takes new rows while the board renders, so that cards mounted by the same render read them already. */
  take(set: CardSet): void {
    this.#set = set;
  }
  tell(): void {
    for (const listener of this.#listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const RowsContext = createContext<CardRows | null>(null);

/** The store for a board that shows `set` now. */
export function useRowsOf(set: CardSet): CardRows {
  const [rows] = useState(() => new CardRows());
  rows.take(set);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards that were not drawn again hear of the new rows
  useLayoutEffect(() => rows.tell(), [rows, set]);
  return rows;
}

export function useRows(): CardRows {
  const rows = useContext(RowsContext);
  if (!rows) throw new Error('A card stands outside of a board');
  return rows;
}

export interface ShownCard {
  readonly card: CardRow | undefined;
  readonly subTotal: number;
  readonly subDone: number;
}

export function useCard(id: string): ShownCard {
  const rows = useRows();
  const card = useSyncExternalStore(rows.subscribe, () => rows.set.rows[id]);
  // Counted from other rows: as one text, since snapshots are compared by identity.
  const subs = useSyncExternalStore(rows.subscribe, () => {
    const row = rows.set.rows[id];
    if (!row || row.childCards.length === 0) return '';
    const { total, done } = subCardsOf(row, rows.set.rows);
    return `${done}/${total}`;
  });
  const [subDone = 0, subTotal = 0] = subs ? subs.split('/').map(Number) : [];
  return { card, subTotal, subDone };
}
