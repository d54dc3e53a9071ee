import { useEffect, useRef } from 'react';
import { rowByAnyId, stableRowKey } from '../data/id-remap.ts';
import { focusCard, putCursorOn, useSelection } from '../data/selection.ts';
import { cardListsOf, isListFolded } from '../model/arrange.ts';
import { filterPredicate } from '../model/filters.ts';
import { isFocusOnNoControl } from '../ui/dom/keep-focus-in-view.ts';
import { toast } from '../ui/popups/toast.ts';
import { firstCardIdInUnfoldedColumns, isInUnfoldedColumn } from '../workbench/active-list.ts';
import type { BoardModel } from './use-board-model.ts';

/** `ids` were created last. Also has the card that had the focus before. */
export interface CreatedCards {
  readonly ids: readonly string[];
  readonly focusedBefore: string | null;
}

/**
 * Once the rows of created cards are loaded, a toast names those that a filter hides. If a hidden card has the focus,
 * the first created card that is shown gets it, or else the card that had it before, or else the first card of the
 * board.
 */
export function useToastAboutHiddenCards(
  created: CreatedCards | null,
  { loaded, filters, arrangement, layout, folded }: BoardModel,
): void {
  const noted = useRef<CreatedCards | null>(null);
  useEffect(() => {
    if (!created || noted.current === created) return;
    const rows = created.ids.flatMap((id) => rowByAnyId(loaded.rows, id) ?? []);
    if (rows.length < created.ids.length) return;
    // `loaded.rows` also has partial rows of sub cards.
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
    // The rows or the focus may still have the local id that the service has just replaced.
    if (focused === null || !hidden.some(({ cardId }) => stableRowKey(cardId) === stableRowKey(focused))) return;
    const columns = cardListsOf(arrangement).map((list) => ({
      ids: list.ids,
      isFolded: layout !== 'table' && isListFolded({ folded }, list),
    }));
    const next =
      [...rows.map(({ cardId }) => cardId), created.focusedBefore].find(
        (id) => id !== null && isInUnfoldedColumn(columns, id),
      ) ?? firstCardIdInUnfoldedColumns(columns);
    if (isFocusOnNoControl()) putCursorOn(next);
    else focusCard(next);
  }, [created, loaded, filters, arrangement, layout, folded]);
}
