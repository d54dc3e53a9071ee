import { useEffect, useRef } from 'react';
import { changeMadeJustNow, showToastOfChange } from '../data/act.ts';
import { carryCard, focusCard, putCursorOn, useSelection } from '../data/selection.ts';
import {
  type ColumnCardIds,
  currentActiveList,
  firstCardIdInUnfoldedColumns,
  isCursorInView,
  isInUnfoldedColumn,
  nearestRemainingCardId,
  showCard,
} from './active-list.ts';

/** To notice that a card has moved. */
const placeOf = (columns: readonly ColumnCardIds[], id: string): string => {
  const column = columns.findIndex(({ ids }) => ids.includes(id));
  return `${column} ${columns[column]?.ids.indexOf(id)}`;
};

/**
 * Keeps the card in view that a key carries or an undo brings back, once the list shows it at its new place. Call it
 * after the effect that calls `setActiveList`.
 */
export function useCarriedCardInView(columns: readonly ColumnCardIds[]): void {
  const latest = useRef(columns);
  useEffect(() => {
    const before = latest.current;
    latest.current = columns;
    const isMoved = (id: string) => placeOf(before, id) !== placeOf(columns, id);
    const { returning } = useSelection.getState();
    if (returning !== null && isMoved(returning) && isInUnfoldedColumn(columns, returning)) carryCard(returning);
    const { cursor, carried } = useSelection.getState();
    if (cursor !== null && cursor === carried && isMoved(cursor)) currentActiveList()?.reveal(cursor);
  }, [columns]);
}

/**
 * When the focused card leaves the list, focuses the nearest remaining card of its column. Also when a change by the
 * person moves the card out of view, unless a key carries it there. A toast then says what left, and shows it on
 * request. For lists whose columns come from several queries, see `useFocusAfterCardLeaves`.
 */
export function useFocusAfterCardRemoval(columns: readonly ColumnCardIds[]): void {
  const latest = useRef(columns);
  useEffect(() => {
    const before = latest.current;
    latest.current = columns;
    const { focused, cursor, carried } = useSelection.getState();
    if (focused === null || !isInUnfoldedColumn(before, focused)) return;
    const hasCursor = cursor === focused;
    const next = nearestRemainingCardId(focused, before, columns) ?? firstCardIdInUnfoldedColumns(columns);
    if (!isInUnfoldedColumn(columns, focused)) {
      focusCard(next);
      if (hasCursor) void toastAboutLeftCard(focused);
    } else if (hasCursor && carried !== focused && placeOf(before, focused) !== placeOf(columns, focused))
      void leaveCardOutOfView(focused, next);
  }, [columns]);
}

/**
 * For lists whose columns come from several queries. A card that moves may be in no column for a moment, so the focus
 * waits until the change is answered. It stays where it is if `shown` changes too, such as the days of a calendar.
 */
export function useFocusAfterCardLeaves(columns: readonly ColumnCardIds[], shown: unknown): void {
  const latest = useRef({ columns, shown });
  useEffect(() => {
    const before = latest.current;
    latest.current = { columns, shown };
    const { focused } = useSelection.getState();
    if (focused === null || before.shown !== shown) return;
    if (!isInUnfoldedColumn(before.columns, focused) || isInUnfoldedColumn(columns, focused)) return;
    void changeMadeJustNow(focused).then((change) => {
      const now = latest.current;
      if (!change || now.shown !== shown || isInUnfoldedColumn(now.columns, focused)) return;
      if (useSelection.getState().focused !== focused) return;
      putCursorOn(
        nearestRemainingCardId(focused, before.columns, now.columns) ?? firstCardIdInUnfoldedColumns(now.columns),
      );
      showToastOfChange(change, () => showCard(focused));
    });
  }, [columns, shown]);
}

async function toastAboutLeftCard(id: string): Promise<void> {
  const change = await changeMadeJustNow(id);
  if (change) showToastOfChange(change, () => showCard(id));
}

/** Only if a change by the person has moved the card out of view. */
async function leaveCardOutOfView(id: string, next: string | null): Promise<void> {
  if (!(await changeMadeJustNow(id)) || useSelection.getState().cursor !== id || isCursorInView()) return;
  if (next !== null) {
    putCursorOn(next);
    currentActiveList()?.reveal(next);
  }
  await toastAboutLeftCard(id);
}
