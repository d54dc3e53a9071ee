/**
 * What all layouts need for their list of cards: keys and menus act on it, drags start in it, and its decks are synced
 * first.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { announceIfMany } from '../../cards/moves.ts';
import { act } from '../../data/act.ts';
import { useMe, useThreadRestartCount } from '../../data/app-state.ts';
import { call } from '../../data/bridge.ts';
import { currentId } from '../../data/id-remap.ts';
import { useLookups } from '../../data/lookups.ts';
import { clearSelection, focusCard, useSelection } from '../../data/selection.ts';
import { registerList } from '../../dnd/drag.ts';
import { type ArrangedColumn, cardListsOf, cardPositionOf, shownCardIds } from '../../model/arrange.ts';
import type { BoardView } from '../../model/board-view.ts';
import { type CardRow, manualPositionOf } from '../../model/card-row.ts';
import { cardsText, resolveDrop } from '../../model/drop-action.ts';
import { zoneTitle } from '../../model/zones.ts';
import { announce } from '../../ui/dom/announce.ts';
import { toastRefusal } from '../../ui/popups/toast.ts';
import { firstUnfoldedId, setActiveList } from '../../workbench/active-list.ts';
import { runZones } from '../use-board-drops.ts';
import type { BoardModel } from '../use-board-model.ts';
import type { ColumnHandlers } from './BoardColumn.tsx';
import { createCards } from './create-cards.ts';

/**
 * Position at which new cards are written: before a card, at the end (null), or at the top of sorted lists (undefined).
 */
export interface Composing {
  readonly key: string;
  readonly before?: string | null;
  /** The card at which the composer was opened. */
  readonly near?: string;
}

interface ShownListOptions {
  model: BoardModel;
  title: string;
  /** Number of lists side by side in a row; undefined: all of them. */
  across?: number;
  /** Scrolls list `list` into view; `reveal` of the handlers then scrolls to the card at `index`. */
  show?: (list: number, index: number) => void;
  /** Ids in the order shown, if that is not list by list. */
  order?: readonly string[];
}

interface ShownList {
  readonly handlers: ColumnHandlers;
  readonly composing: Composing | null;
  readonly folded: readonly string[];
}

export function useShownList({ model, title, across, show, order }: ShownListOptions): ShownList {
  const { source, arrangement, set, refusal, caution, drop, canCreate, view, sort } = model;
  const lookups = useLookups();
  const me = useMe();
  const [composing, setComposing] = useState<Composing | null>(null);
  const reveals = useRef(new Map<string, (index: number) => void>());
  // The card that the open composer created last; the next one follows it. Creations wait for each other.
  const lastMade = useRef<Promise<string | null>>(Promise.resolve(null));
  const begin = useCallback((place: Composing | null) => {
    lastMade.current = Promise.resolve(null);
    setComposing(place);
  }, []);
  const latest = useRef({ model, lookups, me, show, composing, order });
  latest.current = { model, lookups, me, show, composing, order };
  const folded = view.folded ?? noKeys;
  const shown = useCallback(() => latest.current.order ?? shownCardIds(latest.current.model.arrangement), []);
  // Cards in folded columns are not part of a range.
  const ranged = useCallback(() => {
    const { model: now, order: rows } = latest.current;
    return rows ?? cardListsOf(now.arrangement).flatMap((list) => (isFoldedIn(now.view, list) ? [] : list.ids));
  }, []);

  const handlers = useMemo<ColumnHandlers>(
    () => ({
      refusal,
      caution,
      drop,
      order: ranged,
      compose: (key) => begin(key === null ? null : firstPlace(latest.current, key)),
      fold: (key, fold) => {
        const { view: now, setView } = latest.current.model;
        const rest = (now.folded ?? []).filter((other) => other !== key);
        setView({ ...now, folded: fold ? [...rest, key] : rest });
      },
      create: (key, lines, deckId) => {
        const { model: on, lookups: known, me: self, composing: place } = latest.current;
        const list = cardListsOf(on.arrangement).find(({ column }) => column.key === key);
        if (!list) return;
        const { before, near } = place ?? {};
        lastMade.current = lastMade.current.then(async (after) => {
          const ids = await createCards(lines, deckId, {
            model: on,
            lookups: known,
            me: self,
            list,
            before,
            near,
            after: after && currentId(after),
          });
          return ids.at(-1) ?? after;
        });
      },
      onReveal: (key, reveal) => {
        if (reveal) reveals.current.set(key, reveal);
        else reveals.current.delete(key);
      },
    }),
    [refusal, caution, drop, ranged, begin],
  );

  useEffect(
    () => registerList({ key: source.key, cardOf: (id) => latest.current.model.set.rows[id], order: shown }),
    [source.key, shown],
  );

  const reveal = useCallback((id: string) => {
    const place = cardPositionOf(latest.current.model.arrangement, id);
    if (!place) return;
    latest.current.show?.(place.column, latest.current.order?.indexOf(id) ?? place.index);
    const key = cardListsOf(latest.current.model.arrangement)[place.column]?.column.key ?? '';
    requestAnimationFrame(() => reveals.current.get(key)?.(place.index));
  }, []);

  const toZone = useCallback((cards: readonly CardRow[], zone: string | null) => {
    const { source: of, set: rows } = latest.current.model;
    const zones = runZones({ source: of, lookups: latest.current.lookups });
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
    if (meaning.kind === 'act') void act(meaning.label, meaning.steps, announceIfMany(cards));
  }, []);

  const lists = useMemo(() => cardListsOf(arrangement), [arrangement]);
  const columns = useMemo(
    () =>
      order
        ? [{ column: oneList, ids: order }]
        : lists.map((list) => ({ ...named(list), isFolded: isFoldedIn({ folded }, list) })),
    [lists, order, folded],
  );
  useEffect(
    () =>
      setActiveList({
        key: source.key,
        title,
        columns,
        ...(across ? { across } : {}),
        ordered: sort === 'manual' && !order,
        cardOf: (id) => latest.current.model.set.rows[id],
        ...(source.zones.length > 0 ? { zones: source.zones, toZone } : {}),
        create: (key, next) => {
          const { focused } = useSelection.getState();
          // In layouts without columns, a new card is written below the focused card.
          const at = next ?? (order && focused ? { cardId: focused, side: 'below' as const } : undefined);
          const requestedList = lists.find(({ column, ids }) =>
            key ? column.key === key : ids.includes(at?.cardId ?? focused ?? ''),
          );
          const target = requestedList && canCreate(requestedList) ? requestedList : lists.find(canCreate);
          if (!target) return;
          const index = at ? target.ids.indexOf(at.cardId) : -1;
          const before = at?.side === 'below' ? (target.ids[index + 1] ?? null) : at?.cardId;
          const { key: listKey } = target.column;
          begin(at && index >= 0 ? { key: listKey, before, near: at.cardId } : firstPlace(latest.current, listKey));
        },
        ...(order
          ? {}
          : {
              move: (cards, at, index) => {
                const now = latest.current.model;
                const to = cardListsOf(now.arrangement)[at];
                const first = cards[0];
                if (!to || !first) return;
                const from = cardPositionOf(now.arrangement, first.cardId);
                const fromKey = from ? (cardListsOf(now.arrangement)[from.column]?.column.key ?? null) : null;
                const reason = now.refusal(cards, to.column.key, fromKey);
                const place = named(to).column.title;
                if (reason) announce(`${place}: ${reason}`);
                now.drop(cards, to.column.key, index, fromKey);
                if (!reason) announce(`${cardsText(cards)}: ${place}, place ${Math.min(index, to.ids.length) + 1}`);
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
    [source.key, source.zones, title, columns, lists, across, sort, order, reveal, toZone, begin, canCreate],
  );

  // A selection belongs to the view it was made in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source's name is what changes
  useEffect(
    () => () => {
      clearSelection();
      focusCard(null);
    },
    [source.key],
  );

  // Tab needs one focusable card. A card that was just created has the focus before its row arrives.
  const before = useRef(set);
  useEffect(() => {
    const { focused } = useSelection.getState();
    const isGone = focused !== null && before.current.rows[focused] !== undefined && !set.rows[focused];
    before.current = set;
    if (focused === null || isGone) focusCard(firstUnfoldedId(columns));
  }, [columns, set]);

  useSyncFocus(lists, model);
  return { handlers, composing, folded };
}

const noKeys: readonly string[] = [];

/** The top of a list in manual order, the end of a table; undefined for sorted lists. */
function firstPlace(
  { model, order }: { model: BoardModel; order?: readonly string[] | undefined },
  key: string,
): Composing {
  if (model.sort !== 'manual') return { key };
  const first = cardListsOf(model.arrangement).find(({ column }) => column.key === key)?.ids[0] ?? null;
  return { key, before: order ? null : first };
}

/** On a board with lanes only the lanes can be folded. */
const isFoldedIn = ({ folded }: Pick<BoardView, 'folded'>, { column, lane }: ArrangedColumn): boolean =>
  folded?.includes((lane ?? column).key) ?? false;
const oneList = { key: 'none:', title: 'Cards', by: 'none', value: null } as const;

/** The accessible name of a cell contains the column and the lane. */
const named = ({ column, lane, ids }: ArrangedColumn) => ({
  column: lane ? { ...column, title: `${column.title}, ${lane.title}` } : column,
  ids,
});

/** Asks the service for the cards on screen first. A failure is ignored, since it only changes the order. */
function useSyncFocus(lists: readonly ArrangedColumn[], { set }: BoardModel): void {
  const deckKey = useMemo(() => {
    const decks = new Set(lists.flatMap(({ ids }) => ids.slice(0, 40)).flatMap((id) => set.rows[id]?.deckId ?? []));
    return [...decks].slice(0, 50).join(',');
  }, [lists, set]);
  const restarts = useThreadRestartCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restarted thread needs the value again
  useEffect(() => {
    if (deckKey) void call('sync/focus', { deckIds: deckKey.split(','), cardId: null }).catch(() => undefined);
  }, [deckKey, restarts]);
}
