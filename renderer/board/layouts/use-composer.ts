/**
 * The composer of a board, which is the field for new cards: its position, and the creation of cards from the typed
 * lines.
 */
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

/** The open composer: the key of its list, and its position there. */
export interface ComposerPosition {
  readonly key: string;
  /**
   * Id of the card before which new cards are inserted. Null: at the end of the list. Undefined: at the top of the
   * list, or in a table at the end. The id can be the local id that the card had until the service assigned an id.
   */
  readonly before?: string | null;
  /**
   * Id of the card at which the composer was opened. New cards get the zone of this card, unless the column or the lane
   * is a zone.
   */
  readonly near?: string;
}

/** Returns the composer's state and functions. The functions stay the same between renders. */
export function useComposer(model: BoardModel, isTable: boolean) {
  const lookups = useLookups();
  const me = useCurrentUserId();
  const [composing, setComposing] = useState<ComposerPosition | null>(null);
  // Id of the card that the open composer created last. The next card is placed after that card. So each creation waits
  // until the previous card has an id.
  const lastCreatedId = useRef<Promise<string | null>>(Promise.resolve(null));
  // The cards that were created last.
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
 * Returns the default position of the composer for the list `key`: at the top of the list, or at the end if the layout
 * is a table. `before` is set only in manual order; otherwise the sort order decides where new cards appear.
 */
function defaultComposerPosition(model: BoardModel, key: string, isTable: boolean): ComposerPosition {
  if (model.sort !== 'manual') return { key };
  const first = cardListsOf(model.arrangement).find(({ column }) => column.key === key)?.ids[0] ?? null;
  return { key, before: isTable ? null : first };
}
