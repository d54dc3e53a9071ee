/** The order of decks in a space of a project (rules `decks.space.after`, `decks.space.before`). */
import { ranksBetween } from '../../../shared/domain/rank.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';

interface SpaceRef {
  readonly projectId: string;
  readonly spaceId: number | null;
}

/** Decks in order, without deleted ones. */
export function decksOfSpace(rows: RowStore, { projectId, spaceId }: SpaceRef): StoredRow<'deck'>[] {
  return rows.find('deck', { projectId, spaceId, isDeleted: false }, ['sortValue']);
}

/**
 * Moves the decks, in the given order, right after or before the deck `targetId`. Null means the end (`after`) or the
 * start (`before`) of the space. If the target is itself moved, all decks move to its position.
 */
export function moveDecks(
  rows: RowStore,
  deckIds: readonly string[],
  space: SpaceRef,
  side: 'after' | 'before',
  targetId: string | null,
): void {
  const moving = [...new Set(deckIds)].filter((id) => rows.get('deck', id));
  const all = decksOfSpace(rows, space);
  const isStaying = ({ id }: { readonly id: string }) => !moving.includes(id);
  const staying = all.filter(isStaying);
  const target = targetId === null ? -1 : all.findIndex(({ id }) => id === targetId);
  // If a replica does not know the target, it guesses the end of the space.
  const isAtStart = side === 'before' && targetId === null;
  const place =
    target < 0
      ? isAtStart
        ? 0
        : staying.length
      : all.slice(0, side === 'after' ? target + 1 : target).filter(isStaying).length;
  const [after, before] = [staying[place - 1]?.sortValue ?? null, staying[place]?.sortValue ?? null];
  const ranks = ranksBetween(after, before, moving.length);
  const fits = before === null || ranks.every((rank) => rank < before);
  for (const [index, id] of moving.entries()) rows.update('deck', id, { ...space, sortValue: ranks[index] as string });
  if (fits) return;
  // The neighbours have equal ranks, so no rank is between them, and all decks of the space get new ranks.
  const order = [
    ...staying.slice(0, place).map(({ id }) => id),
    ...moving,
    ...staying.slice(place).map(({ id }) => id),
  ];
  const newRanks = ranksBetween(null, null, order.length);
  for (const [index, id] of order.entries()) rows.update('deck', id, { sortValue: newRanks[index] as string });
}
