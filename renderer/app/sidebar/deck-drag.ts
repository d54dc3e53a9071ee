/** Drags decks to another position, space or project. */
import type { PointerEvent } from 'react';
import { currentLookups } from '../../data/lookups.ts';
import { type DeckPosition, moveDeck, spaceIdOfDeck } from '../../decks/deck-order.ts';
import { makeDraggableToReorder, type ReorderDragTarget } from '../../dnd/drag.ts';

/** The row of a deck has the attribute `data-deck-id`. */
export function dragDeckOnPress(event: PointerEvent<HTMLElement>): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-deck-id]') : null;
  const deck = row?.dataset.deckId ? currentLookups().decks[row.dataset.deckId] : undefined;
  if (!row || !deck) return;
  const list = event.currentTarget;
  makeDraggableToReorder({
    label: deck.title,
    source: row,
    targetAt: ({ x, y }) => positionAt(list, deck.id, x, y),
    drop: (place) => void moveDeck(deck.id, place),
  });
}

/**
 * Before or after a deck, or at the start of a space on its heading. Null if the dragged deck cannot be dropped there.
 */
function positionAt(list: HTMLElement, deckId: string, x: number, y: number): ReorderDragTarget<DeckPosition> | null {
  const { left, right } = list.getBoundingClientRect();
  if (x < left || x > right) return null;
  for (const row of list.querySelectorAll<HTMLElement>('[data-deck-id], [data-space]')) {
    const rect = row.getBoundingClientRect();
    if (y < rect.top || y >= rect.bottom + 1) continue;
    return row.dataset.deckId ? besideDeck(row.dataset.deckId, deckId, rect, y) : inSpace(row, rect);
  }
  return null;
}

function besideDeck(
  targetId: string,
  deckId: string,
  rect: DOMRect,
  y: number,
): ReorderDragTarget<DeckPosition> | null {
  const lookups = currentLookups();
  const target = lookups.decks[targetId];
  const spaceId = target ? spaceIdOfDeck(target, lookups) : null;
  if (!target || spaceId === null || targetId === deckId) return null;
  const side = y < rect.top + rect.height / 2 ? 'before' : 'after';
  return {
    value: { projectId: target.projectId, spaceId, targetId, side },
    announcement: `${side === 'before' ? 'Before' : 'After'} ${target.title}`,
    line: { left: rect.left, top: (side === 'before' ? rect.top : rect.bottom) - 1, width: rect.width, height: 2 },
  };
}

function inSpace(row: HTMLElement, rect: DOMRect): ReorderDragTarget<DeckPosition> | null {
  const { projectId, space } = row.dataset;
  if (!projectId || !space) return null;
  return {
    value: { projectId, spaceId: Number(space), targetId: null, side: 'before' },
    announcement: `At the start of ${row.textContent ?? 'the space'}`,
    line: { left: rect.left, top: rect.bottom - 1, width: rect.width, height: 2 },
  };
}
