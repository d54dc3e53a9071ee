/**
 * Connects a layout's lists of cards with the rest of the window: commands and drags act on the cards, the composer
 * creates cards in the lists, and the replica syncs the decks of these cards before other decks. All layouts use this.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { undoToastOptions } from '../../cards/moves.ts';
import { act } from '../../data/act.ts';
import { useOwnUserId, useWorkerThreadRestartCount } from '../../data/app-state.ts';
import { call } from '../../data/bridge.ts';
import { currentId } from '../../data/id-remap.ts';
import { useLookups } from '../../data/lookups.ts';
import { focusCard, useSelection } from '../../data/selection.ts';
import { registerList } from '../../dnd/drag.ts';
import { type ArrangedColumn, cardListsOf, cardPositionOf, isFoldedIn, shownCardIds } from '../../model/arrange.ts';
import { type CardRow, manualPositionOf } from '../../model/card-row.ts';
import { resolveDrop, titleOrCountText } from '../../model/drop-action.ts';
import { zoneTitle } from '../../model/zones.ts';
import { announce } from '../../ui/dom/announce.ts';
import { toastRefusal } from '../../ui/popups/toast.ts';
import { firstUnfoldedId, isInUnfolded, setActiveList } from '../../workbench/active-list.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { useFocusAfterRemoval } from '../../workbench/use-focus-after-removal.ts';
import { useForgetCardsOnLeave } from '../../workbench/use-forget-cards-on-leave.ts';
import { zonesOfRunLookup } from '../use-board-drops.ts';
import type { BoardModel } from '../use-board-model.ts';
import { type CreatedCards, useNoteOnHiddenCards } from '../use-note-on-hidden-cards.ts';
import type { ColumnHandlers } from './BoardColumn.tsx';
import { createCards } from './create-cards.ts';

/** The open composer: the key of its list, and its position there. */
export interface ComposerPosition {
  readonly key: string;
  /**
   * Id of the card before which new cards are inserted, which can be an earlier id of the card; null: at the end;
   * undefined: at the top.
   */
  readonly before?: string | null;
  /**
   * Id of the card at which the composer was opened. New cards get the zone of this card, unless the column or the lane
   * is a zone.
   */
  readonly near?: string;
}

interface BoardListOptions {
  model: BoardModel;
  title: string;
  /** Number of lists side by side in one row of the layout; undefined: all lists are in one row. */
  listsPerRow?: number;
  /**
   * Scrolls the list with index `list` into view. In the layouts "list" and "table", also scrolls to the card at
   * `index`. Columns and cells register a function for that (`registerReveal`).
   */
  scrollToList?: (list: number, index: number) => void;
  /** Ids of the cards in the visible order; only for tables, which do not show the cards list by list. */
  order?: readonly string[];
}

interface BoardList {
  readonly handlers: ColumnHandlers;
  readonly composing: ComposerPosition | null;
  readonly folded: readonly string[];
}

export function useBoardCardLists({ model, title, listsPerRow, scrollToList, order }: BoardListOptions): BoardList {
  const { source, arrangement, refusal, caution, drop, canCreate, view, sort } = model;
  const lookups = useLookups();
  const me = useOwnUserId();
  const [composing, setComposing] = useState<ComposerPosition | null>(null);
  const reveals = useRef(new Map<string, (index: number) => void>());
  // Id of the card that the open composer created last. The next card is placed after that card, so each creation waits
  // for the creation before.
  const lastCreatedId = useRef<Promise<string | null>>(Promise.resolve(null));
  const [created, setCreated] = useState<CreatedCards | null>(null);
  const openComposerAt = useCallback((place: ComposerPosition | null) => {
    lastCreatedId.current = Promise.resolve(null);
    setComposing(place);
  }, []);
  const latest = useRef({ model, lookups, me, show: scrollToList, composing, order });
  latest.current = { model, lookups, me, show: scrollToList, composing, order };
  const folded = view.folded ?? noKeys;
  const visibleIds = useCallback(() => latest.current.order ?? shownCardIds(latest.current.model.arrangement), []);
  // A range selection does not include cards in folded columns.
  const rangeIds = useCallback(() => {
    const { model: now, order: rows } = latest.current;
    return rows ?? cardListsOf(now.arrangement).flatMap((list) => (isFoldedIn(now.view, list) ? [] : list.ids));
  }, []);

  const handlers = useMemo<ColumnHandlers>(
    () => ({
      refusal,
      caution,
      drop,
      order: rangeIds,
      openComposer: (key) => openComposerAt(key === null ? null : defaultComposerPosition(latest.current, key)),
      setFolded: (key, fold) => {
        const { view: now, setView } = latest.current.model;
        const rest = (now.folded ?? []).filter((other) => other !== key);
        setView({ ...now, folded: fold ? [...rest, key] : rest });
      },
      createCards: (key, lines, deckId) => {
        const { model: on, lookups: known, me: self, composing: place } = latest.current;
        const list = cardListsOf(on.arrangement).find(({ column }) => column.key === key);
        if (!list) return Promise.resolve(false);
        const { before, near } = place ?? {};
        const lastId = lastCreatedId.current;
        const createdIds = lastId.then(async (after) => {
          const focusedBefore = useSelection.getState().focused;
          const ids = await createCards(lines, deckId, {
            model: on,
            lookups: known,
            me: self,
            list,
            before: before && currentId(before),
            near: near && currentId(near),
            after: after && currentId(after),
          });
          setCreated({ ids, focusedBefore });
          return ids;
        });
        lastCreatedId.current = createdIds.then((ids) => ids.at(-1) ?? lastId);
        return createdIds.then((ids) => ids.length > 0);
      },
      registerReveal: (key, reveal) => {
        if (reveal) reveals.current.set(key, reveal);
        else reveals.current.delete(key);
      },
    }),
    [refusal, caution, drop, rangeIds, openComposerAt],
  );

  useEffect(
    () => registerList({ key: source.key, cardOf: (id) => latest.current.model.set.rows[id], order: visibleIds }),
    [source.key, visibleIds],
  );

  const reveal = useCallback((id: string) => {
    const place = cardPositionOf(latest.current.model.arrangement, id);
    if (!place) return;
    latest.current.show?.(place.column, latest.current.order?.indexOf(id) ?? place.index);
    const key = cardListsOf(latest.current.model.arrangement)[place.column]?.column.key ?? '';
    requestAnimationFrame(() => reveals.current.get(key)?.(place.index));
  }, []);

  const moveToZone = useCallback((cards: readonly CardRow[], zone: string | null) => {
    const { source: of, set: rows } = latest.current.model;
    const zones = zonesOfRunLookup({ source: of, lookups: latest.current.lookups });
    const to = { key: `zone:${zone ?? ''}`, title: zoneTitle(zone), by: 'zone', value: zone } as const;
    const board = {
      sort: 'title',
      context: of.context,
      manualPositionOf: (id: string) => manualPositionOf(rows, id),
      cardOf: (id: string) => rows.rows[id],
      deckTypeOf: () => undefined,
      me: null,
      ...zones,
    } as const;
    const meaning = resolveDrop({ cards, to, from: null, after: null, before: null }, board);
    if (meaning.kind === 'refused') toastRefusal(meaning.reason);
    if (meaning.kind === 'act') void act(meaning.label, meaning.steps, undoToastOptions(cards));
  }, []);

  const lists = useMemo(() => cardListsOf(arrangement), [arrangement]);
  const columns = useMemo(
    () =>
      order
        ? [{ column: singleList, ids: order }]
        : lists.map((list) => ({ ...withAccessibleTitle(list), isFolded: isFoldedIn({ folded }, list) })),
    [lists, order, folded],
  );
  useEffect(
    () =>
      setActiveList({
        key: source.key,
        title,
        columns,
        ...(listsPerRow ? { across: listsPerRow } : {}),
        ordered: sort === 'manual' && !order,
        cardOf: (id) => latest.current.model.set.rows[id],
        ...(source.zones.length > 0 ? { zones: source.zones, toZone: moveToZone } : {}),
        create: (key, next) => {
          const { focused } = useSelection.getState();
          // In a table the composer opens below the focused card.
          const at = next ?? (order && focused ? { cardId: focused, side: 'below' as const } : undefined);
          const requestedList = lists.find(({ column, ids }) =>
            key ? column.key === key : ids.includes(at?.cardId ?? focused ?? ''),
          );
          const isFolded = (list: ArrangedColumn) => !order && isFoldedIn({ folded }, list);
          const accepting = requestedList && canCreate(requestedList) ? [requestedList] : lists.filter(canCreate);
          const target = accepting.find((list) => !isFolded(list)) ?? accepting[0];
          // A filter can leave only lists that accept no new card, such as archived cards.
          if (!target) return openDialog({ kind: 'quickCard' });
          // In a folded list, nobody would see the composer.
          if (isFolded(target)) handlers.setFolded((target.lane ?? target.column).key, false);
          const index = at ? target.ids.indexOf(at.cardId) : -1;
          const before = at?.side === 'below' ? (target.ids[index + 1] ?? null) : at?.cardId;
          const { key: listKey } = target.column;
          openComposerAt(
            at && index >= 0
              ? { key: listKey, before, near: at.cardId }
              : defaultComposerPosition(latest.current, listKey),
          );
        },
        ...(order
          ? {}
          : {
              move: (cards, at, index) => {
                const now = latest.current.model;
                // The newest arrangement can have other columns than the one from which the caller has the index.
                const key = lists[at]?.column.key;
                const all = cardListsOf(now.arrangement);
                const to = all.find(({ column }) => column.key === key);
                const first = cards[0];
                if (!to || !first) return;
                // With tags, a card is in several lists. It leaves the one that is shown.
                const own = all.filter(({ ids }) => ids.includes(first.cardId));
                const fromKey = (own.find((list) => !isFoldedIn(now.view, list)) ?? own[0])?.column.key ?? null;
                const reason = now.refusal(cards, to.column.key, fromKey);
                const place = withAccessibleTitle(to).column.title;
                if (reason) announce(`${place}: ${reason}`);
                now.drop(cards, to.column.key, index, fromKey);
                if (!reason)
                  announce(`${titleOrCountText(cards)}: ${place}, place ${Math.min(index, to.ids.length) + 1}`);
                requestAnimationFrame(() => reveal(first.cardId));
              },
            }),
        reveal,
        revealPlace: (at, index) => {
          const list = cardListsOf(latest.current.model.arrangement)[at];
          if (!list) return;
          const last = Math.max(0, Math.min(index, list.ids.length - 1));
          latest.current.show?.(at, last);
          requestAnimationFrame(() => reveals.current.get(list.column.key)?.(last));
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
      moveToZone,
      openComposerAt,
      canCreate,
      handlers,
      folded,
    ],
  );

  useForgetCardsOnLeave(source.key);
  useFocusAfterRemoval(columns);
  // On a board with cards, one card is always the focused card, so that Tab reaches the board. A focused card that
  // was never shown stays focused: it was just created, and its row has not arrived yet.
  const before = useRef(columns);
  useEffect(() => {
    const { focused } = useSelection.getState();
    const isIn = (all: typeof columns) => focused !== null && isInUnfolded(all, focused);
    const isGone = isIn(before.current) && !isIn(columns);
    before.current = columns;
    if (focused === null || isGone) focusCard(firstUnfoldedId(columns));
  }, [columns]);

  useNoteOnHiddenCards(created, model);
  useSyncFocus(lists, model);
  return { handlers, composing, folded };
}

const noKeys: readonly string[] = [];

/**
 * Returns where the composer opens in a list by default: at the top of a list, or at the end of a table. `order` is
 * defined for tables only.
 */
function defaultComposerPosition(
  { model, order }: { model: BoardModel; order?: readonly string[] | undefined },
  key: string,
): ComposerPosition {
  if (model.sort !== 'manual') return { key };
  const first = cardListsOf(model.arrangement).find(({ column }) => column.key === key)?.ids[0] ?? null;
  return { key, before: order ? null : first };
}

const singleList = { key: 'none:', title: 'Cards', by: 'none', value: null } as const;

/** Returns the list with the title that screen readers get. The title of a cell names the column and the lane. */
const withAccessibleTitle = ({ column, lane, ids }: ArrangedColumn) => ({
  column: lane ? { ...column, title: `${column.title}, ${lane.title}` } : column,
  ids,
});

/**
 * Tells the replica the decks of the first 40 cards of each list, at most 50 decks, so that it syncs these decks first.
 * A failure is ignored, because it only changes the order of the sync.
 */
function useSyncFocus(lists: readonly ArrangedColumn[], { set }: BoardModel): void {
  const deckKey = useMemo(() => {
    const decks = new Set(lists.flatMap(({ ids }) => ids.slice(0, 40)).flatMap((id) => set.rows[id]?.deckId ?? []));
    return [...decks].slice(0, 50).join(',');
  }, [lists, set]);
  const restarts = useWorkerThreadRestartCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restarted thread needs the value again
  useEffect(() => {
    if (deckKey) void call('sync/focus', { deckIds: deckKey.split(','), cardId: null }).catch(() => undefined);
  }, [deckKey, restarts]);
}
