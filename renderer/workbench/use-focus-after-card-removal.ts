import { useEffect, useRef } from 'react';
import { focusCard, focusCardFromKeyboard, useSelection } from '../data/selection.ts';
import { type ColumnCardIds, isInUnfoldedColumn, nearestRemainingCardId } from './active-list.ts';

/**
 * When the focused card leaves the list, focuses the nearest remaining card of its column. Do not use this hook for
 * lists whose columns come from several queries. There, a card that moves to another column may be in no column for a
 * moment.
 */
export function useFocusAfterCardRemoval(columns: readonly ColumnCardIds[]): void {
  const latest = useRef(columns);
  useEffect(() => {
    const before = latest.current;
    latest.current = columns;
    const { focused } = useSelection.getState();
    if (focused === null || isInUnfoldedColumn(columns, focused)) return;
    const next = nearestRemainingCardId(focused, before, columns);
    if (next === null) return;
    // If the card that left the list had the DOM focus, no element has it now. Then the next card gets the DOM focus.
    if (document.activeElement === document.body) focusCardFromKeyboard(next);
    else focusCard(next);
  }, [columns]);
}
