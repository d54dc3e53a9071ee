/** The list of cards the window is showing: what keys, menus and dialogs act on. */
import { create } from 'zustand';
import { useSelection } from '../data/selection.ts';
import type { CardRow } from './cards.ts';
import type { Column } from './grouping.ts';

export interface ActiveColumn {
  readonly column: Column;
  readonly ids: readonly string[];
}

export interface ActiveList {
  readonly key: string;
  readonly title: string;
  readonly columns: readonly ActiveColumn[];
  cardOf(id: string): CardRow | undefined;
  /** Puts cards into a column before the card at `index` of what it shows; undefined where lists cannot be moved in. */
  move?(cards: readonly CardRow[], columnIndex: number, index: number): void;
  /** Opens the composer in a column; the first that takes new cards when none is named. */
  create?(columnKey: string | null): void;
  /** Brings a card into view. */
  reveal(id: string): void;
}

export const useActiveList = create<{ readonly list: ActiveList | null }>(() => ({ list: null }));

export function showList(list: ActiveList): () => void {
  useActiveList.setState({ list });
  return () => {
    if (useActiveList.getState().list?.key === list.key) useActiveList.setState({ list: null });
  };
}

export const activeList = (): ActiveList | null => useActiveList.getState().list;

/** The cards a command is about: the selection, else the card with the focus. */
export function actedCards(): CardRow[] {
  const list = activeList();
  if (!list) return [];
  const { selected, focused } = useSelection.getState();
  const ids = selected.size > 0 ? [...selected] : focused ? [focused] : [];
  return ids.flatMap((id) => list.cardOf(id) ?? []);
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The card next to one in a direction; the nearest column that has cards when going sideways. */
export function neighbour(list: ActiveList, from: string | null, direction: Direction): string | null {
  const { columns } = list;
  const at = columns.findIndex(({ ids }) => from !== null && ids.includes(from));
  if (at < 0 || from === null) return columns.find(({ ids }) => ids.length > 0)?.ids[0] ?? null;
  const ids = columns[at]?.ids ?? [];
  const index = ids.indexOf(from);
  if (direction === 'up') return ids[index - 1] ?? null;
  if (direction === 'down') return ids[index + 1] ?? null;
  const by = direction === 'left' ? -1 : 1;
  for (let column = at + by; column >= 0 && column < columns.length; column += by) {
    const there = columns[column]?.ids ?? [];
    if (there.length > 0) return there[Math.min(index, there.length - 1)] ?? null;
  }
  return null;
}
