/** The composer is the field for new cards. */
import { useCallback, useRef, useState } from 'react';
import type { ComposerHandlers } from '../../cards/NewCardComposer.tsx';
import { useCurrentUserId } from '../../data/app-state.ts';
import { remappedRowId } from '../../data/id-remap.ts';
import { useLookups } from '../../data/lookups.ts';
import { useSelection } from '../../data/selection.ts';
import { cardListsOf } from '../../model/arrange.ts';
import type { BoardModel } from '../use-board-model.ts';
import type { CreatedCards } from '../use-toast-about-hidden-cards.ts';
import { createCards as createCardsInList } from './create-cards.ts';

export interface ComposerPosition {
  readonly key: string;
  /**
   * New cards are inserted before this card. Null: at the end of the list. Undefined: at the top of the list, or in a
   * table at the end. Can be the local id that the card had until the service assigned an id.
   */
  readonly before?: string | null;
  /** The composer was opened at this card. New cards get its zone, unless the column or the lane is a zone. */
  readonly near?: string;
}

/** The functions stay the same between renders. */
export function useComposer(model: BoardModel, isTable: boolean) {
  const lookups = useLookups();
  const me = useCurrentUserId();
  const [composing, setComposing] = useState<ComposerPosition | null>(null);
  // The next card is placed after this one, so each creation waits until the previous card has an id.
  const lastCreatedId = useRef<Promise<string | null>>(Promise.resolve(null));
  const [created, setCreated] = useState<CreatedCards | null>(null);
  const openComposerAt = useCallback((place: ComposerPosition | null) => {
    lastCreatedId.current = Promise.resolve(null);
    setComposing(place);
  }, []);
  const latest = useRef({ model, lookups, me, composing });
  latest.current = { model, lookups, me, composing };
  const openComposer = useCallback(
    (key: string | null) =>
      openComposerAt(key === null ? null : defaultComposerPosition(latest.current.model, key, isTable)),
    [openComposerAt, isTable],
  );
  const createCards = useCallback<ComposerHandlers['createCards']>((key, lines, deckId) => {
    const { model: on, composing: place, ...context } = latest.current;
    const list = cardListsOf(on.arrangement).find(({ column }) => column.key === key);
    if (!list) return Promise.resolve(false);
    const { before, near } = place ?? {};
    const lastId = lastCreatedId.current;
    const createdIds = lastId.then(async (after) => {
      const focusedBefore = useSelection.getState().focused;
      const ids = await createCardsInList(lines, deckId, {
        ...context,
        model: on,
        list,
        before: before && remappedRowId(before),
        near: near && remappedRowId(near),
        after: after && remappedRowId(after),
      });
      setCreated({ ids, focusedBefore });
      return ids;
    });
    lastCreatedId.current = createdIds.then((ids) => ids.at(-1) ?? lastId);
    return createdIds.then((ids) => ids.length > 0);
  }, []);
  return { composing, created, openComposerAt, openComposer, createCards };
}

/**
 * The top of the list, or the end in a table. `before` is set only in manual order; otherwise the sort order decides
 * where new cards appear.
 */
function defaultComposerPosition(model: BoardModel, key: string, isTable: boolean): ComposerPosition {
  if (model.sort !== 'manual') return { key };
  const first = cardListsOf(model.arrangement).find(({ column }) => column.key === key)?.ids[0] ?? null;
  return { key, before: isTable ? null : first };
}
