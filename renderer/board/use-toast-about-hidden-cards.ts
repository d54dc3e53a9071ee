/** Tells the person about new cards that the board does not show because a filter hides them. */
import { useEffect, useRef } from 'react';
import { rowByAnyId, stableRowKey } from '../data/id-remap.ts';
import { focusCard, putCursorOn, useSelection } from '../data/selection.ts';
import { cardListsOf, isListFolded } from '../model/arrange.ts';
import { filterPredicate } from '../model/filters.ts';
import { toast } from '../ui/popups/toast.ts';
import { firstCardIdInUnfoldedColumns, isInUnfoldedColumn } from '../workbench/active-list.ts';
import type { BoardModel } from './use-board-model.ts';

/** The cards that were created last, and the id of the card that had the focus before they were created. */
export interface CreatedCards {
  readonly ids: readonly string[];
  readonly focusedBefore: string | null;
}

/**
 * As soon as the rows of created cards are loaded, shows a toast about the created cards that a filter hides. If a
 * hidden card has the focus, moves the focus to the first created card that is shown. If none is shown, the card that
 * had the focus before the creation gets it back, or else the first card of the board gets it.
 */
export function useToastAboutHiddenCards(
  created: CreatedCards | null,
  { loaded, filters, arrangement, layout, view }: BoardModel,
): void {
  const noted = useRef<CreatedCards | null>(null);
  useEffect(() => {
    if (!created || noted.current === created) return;
    const rows = created.ids.flatMap((id) => rowByAnyId(loaded.rows, id) ?? []);
    if (rows.length < created.ids.length) return;
    // `loaded.rows` also has partial rows of sub cards. Only the rows of the board's own cards have all fields.
    const ownIds = new Set(loaded.ids);
    if (!rows.every(({ cardId }) => ownIds.has(cardId))) return;
    noted.current = created;
    const passes = filterPredicate(filters);
    const hidden = rows.filter((row) => passes?.(row) === false);
    const [first] = hidden;
    if (!first) return;
    const title = hidden.length === 1 ? `the new card “${first.title}”` : `${hidden.length} new cards`;
    toast({ title: `A filter hides ${title}`, id: 'hidden-cards' });
    const { focused } = useSelection.getState();
    // Right after the service has replaced a card's local id, the rows or the focus may still have the local id.
    if (focused === null || !hidden.some(({ cardId }) => stableRowKey(cardId) === stableRowKey(focused))) return;
    const columns = cardListsOf(arrangement).map((list) => ({
      ids: list.ids,
      isFolded: layout !== 'table' && isListFolded(view, list),
    }));
    const next =
      [...rows.map(({ cardId }) => cardId), created.focusedBefore].find(
        (id) => id !== null && isInUnfoldedColumn(columns, id),
      ) ?? firstCardIdInUnfoldedColumns(columns);
    if (document.activeElement === document.body) putCursorOn(next);
    else focusCard(next);
  }, [created, loaded, filters, arrangement, layout, view]);
}
