/**
 * Connects the card lists of all layouts with commands, drags and the composer, and with the replica, which syncs the
 * decks of these cards first.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useWorkerThreadRestartCount } from '../../data/app-state.ts';
import { call } from '../../data/bridge.ts';
import { focusCard, useSelection } from '../../data/selection.ts';
import { registerDraggableList } from '../../dnd/drag.ts';
import { type ArrangedColumn, cardListsOf, cardPositionOf, isListFolded, shownCardIds } from '../../model/arrange.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { announceToScreenReaders } from '../../ui/dom/announce-to-screen-readers.ts';
import { firstCardIdInUnfoldedColumns, isInUnfoldedColumn, setActiveList } from '../../workbench/active-list.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { useClearSelectionOnLeave } from '../../workbench/use-clear-selection-on-leave.ts';
import { useCarriedCardInView, useFocusAfterCardRemoval } from '../../workbench/use-focus-after-card-removal.ts';
import type { BoardModel } from '../use-board-model.ts';
import { useToastAboutHiddenCards } from '../use-toast-about-hidden-cards.ts';
import type { ColumnHandlers, MountedCardList } from './column/column-handlers.ts';
import { useComposer } from './use-composer.ts';

interface BoardListOptions {
  model: BoardModel;
  title: string;
  /** Number of lists side by side; undefined: all lists are in one row. */
  listsPerRow?: number;
  /**
   * In the layouts "list" and "table", also scrolls to the card at `index`. In the other layouts, each mounted column
   * or cell registers its own function that scrolls to a card (`registerList`).
   */
  scrollToList: (list: number, index: number) => void;
  /** In the visible order; only for tables, which do not show the cards list by list. */
  order?: readonly string[];
}

export function useBoardCardLists({ model, title, listsPerRow, scrollToList, order }: BoardListOptions) {
  const { source, arrangement, refusal, caution, drop, moveToZone, canCreate, folded, sort } = model;
  // By key of the column or cell.
  const mountedLists = useRef(new Map<string, MountedCardList>());
  const { composing, created, openComposer, openComposerAt, createCards } = useComposer(model, order !== undefined);
  const latest = useRef({ model, scrollToList, order });
  latest.current = { model, scrollToList, order };
  const visibleIds = useCallback(() => latest.current.order ?? shownCardIds(latest.current.model.arrangement), []);
  const rangeIds = useCallback(() => {
    const { model: now, order: rows } = latest.current;
    return rows ?? cardListsOf(now.arrangement).flatMap((list) => (isListFolded(now, list) ? [] : list.ids));
  }, []);

  const handlers = useMemo<ColumnHandlers>(
    () => ({
      refusal,
      caution,
      drop,
      order: rangeIds,
      openComposer,
      createCards,
      setFolded: (key, fold) => {
        const { view: now, setView } = latest.current.model;
        const without = (keys: readonly string[] = []) => keys.filter((other) => other !== key);
        const [foldedKeys, unfolded] = [without(now.folded), without(now.unfolded)];
        setView({
          ...now,
          folded: fold ? [...foldedKeys, key] : foldedKeys,
          unfolded: fold ? unfolded : [...unfolded, key],
        });
      },
      registerList: (key, list) => {
        if (list) mountedLists.current.set(key, list);
        else mountedLists.current.delete(key);
      },
    }),
    [refusal, caution, drop, rangeIds, openComposer, createCards],
  );

  useEffect(
    () =>
      registerDraggableList({
        key: source.key,
        cardOf: (id) => latest.current.model.loaded.rows[id],
        order: visibleIds,
      }),
    [source.key, visibleIds],
  );

  /** In a table, the card is the row at `index`. */
  const revealInList = useCallback((list: number, cardIndex: number, index = cardIndex) => {
    latest.current.scrollToList(list, index);
    const key = cardListsOf(latest.current.model.arrangement)[list]?.column.key ?? '';
    requestAnimationFrame(() => mountedLists.current.get(key)?.reveal(cardIndex));
  }, []);
  const reveal = useCallback(
    (id: string) => {
      const place = cardPositionOf(latest.current.model.arrangement, id);
      if (place) revealInList(place.column, place.index, latest.current.order?.indexOf(id));
    },
    [revealInList],
  );

  const lists = useMemo(() => cardListsOf(arrangement), [arrangement]);
  const columns = useMemo(
    () =>
      order
        ? [{ column: singleList, ids: order }]
        : lists.map((list) => ({ ...withAccessibleTitle(list), isFolded: isListFolded({ folded }, list) })),
    [lists, order, folded],
  );
  useEffect(
    () =>
      setActiveList({
        key: source.key,
        title,
        columns,
        ...(listsPerRow ? { columnsPerRow: listsPerRow } : {}),
        hasManualOrder: sort === 'manual' && !order,
        cardOf: (id) => latest.current.model.loaded.rows[id],
        ...(source.zones.length > 0 ? { zones: source.zones, moveToZone } : {}),
        openComposer: (key, next) => {
          const { focused } = useSelection.getState();
          // In a table the composer opens below the focused card.
          const at = next ?? (order && focused ? { cardId: focused, side: 'below' as const } : undefined);
          const requestedList = lists.find(({ column, ids }) =>
            key ? column.key === key : ids.includes(at?.cardId ?? focused ?? ''),
          );
          const isFolded = (list: ArrangedColumn) => !order && isListFolded({ folded }, list);
          const accepting = requestedList && canCreate(requestedList) ? [requestedList] : lists.filter(canCreate);
          const target = accepting.find((list) => !isFolded(list)) ?? accepting[0];
          // No shown list accepts a new card, for example because a filter shows only archived cards.
          if (!target) return openDialog({ kind: 'newCard' });
          // A folded list does not show the composer.
          if (isFolded(target)) handlers.setFolded((target.lane ?? target.column).key, false);
          const index = at ? target.ids.indexOf(at.cardId) : -1;
          const before = at?.side === 'below' ? (target.ids[index + 1] ?? null) : at?.cardId;
          const { key: listKey } = target.column;
          if (at && index >= 0) openComposerAt({ key: listKey, before, near: at.cardId });
          else openComposer(listKey);
        },
        ...(order
          ? {}
          : {
              move: (cards, at, index) => {
                // `at` is an index in the arrangement that the caller saw; the newest can have other columns.
                const key = lists[at]?.column.key;
                if (key !== undefined) moveToList(latest.current.model, { cards, key, index });
              },
            }),
        reveal,
        revealPosition: (at, index) => {
          const list = cardListsOf(latest.current.model.arrangement)[at];
          if (list) revealInList(at, Math.max(0, Math.min(index, list.ids.length - 1)));
        },
      }),
    [
      source.key,
      source.zones,
      title,
      columns,
      lists,
      listsPerRow,
      sort,
      order,
      reveal,
      revealInList,
      moveToZone,
      openComposer,
      openComposerAt,
      canCreate,
      handlers,
      folded,
    ],
  );

  useClearSelectionOnLeave(source.key);
  useFocusAfterCardRemoval(columns);
  useCarriedCardInView(columns);
  // On a board with cards, one card is always the focused card, so that Tab reaches the board. If none is, or if it has
  // left the board and `useFocusAfterCardRemoval` has chosen no other, the first card becomes it. A new card whose row
  // has not arrived yet has not left the board.
  const before = useRef(columns);
  useEffect(() => {
    const { focused } = useSelection.getState();
    const isIn = (all: typeof columns) => focused !== null && isInUnfoldedColumn(all, focused);
    const isGone = isIn(before.current) && !isIn(columns);
    before.current = columns;
    if (focused === null || isGone) focusCard(firstCardIdInUnfoldedColumns(columns));
  }, [columns]);

  useToastAboutHiddenCards(created, model);
  useSyncFocus(lists, model);
  return { handlers, composing, folded, mountedLists: mountedLists.current };
}

const singleList = { key: 'none:', title: 'Cards', by: 'none', value: null } as const;

/** The title of a list in a lane names both. */
const withAccessibleTitle = ({ column, lane, ids }: ArrangedColumn) => ({
  column: lane ? { ...column, title: `${column.title}, ${lane.title}` } : column,
  ids,
});

/** Tells screen readers the new position. Does nothing if there is no such list, or if `cards` is empty. */
function moveToList(
  { arrangement, folded, refusal, drop }: BoardModel,
  { cards, key, index }: { readonly cards: readonly CardRow[]; readonly key: string; readonly index: number },
): void {
  const all = cardListsOf(arrangement);
  const to = all.find(({ column }) => column.key === key);
  const [first] = cards;
  if (!to || !first) return;
  // If cards are grouped by tag, a card leaves the first of its lists that is not folded.
  const own = all.filter(({ ids }) => ids.includes(first.cardId));
  const fromKey = (own.find((list) => !isListFolded({ folded }, list)) ?? own[0])?.column.key ?? null;
  const reason = refusal(cards, key, fromKey);
  const place = withAccessibleTitle(to).column.title;
  if (reason) announceToScreenReaders(`${place}: ${reason}`);
  drop(cards, key, index, fromKey);
  if (!reason)
    announceToScreenReaders(`${cardTitleOrCountText(cards)}: ${place}, place ${Math.min(index, to.ids.length) + 1}`);
}

/**
 * Syncs first the decks of the first 40 cards of each list, at most 50 decks. A failure is ignored, because changes are
 * then only found later.
 */
function useSyncFocus(lists: readonly ArrangedColumn[], { loaded }: BoardModel): void {
  const deckKey = useMemo(() => {
    const decks = new Set(lists.flatMap(({ ids }) => ids.slice(0, 40)).flatMap((id) => loaded.rows[id]?.deckId ?? []));
    return [...decks].slice(0, 50).join(',');
  }, [lists, loaded]);
  const restarts = useWorkerThreadRestartCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restarted thread needs the value again
  useEffect(() => {
    if (deckKey) void call('sync/focus', { deckIds: deckKey.split(','), cardId: null }).catch(() => undefined);
  }, [deckKey, restarts]);
}
