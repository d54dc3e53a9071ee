/** A board's data: its source's cards arranged in columns, and drops carried out. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { codeOfCard } from '../cards/CardFace.tsx';
import { carryOutDrop } from '../cards/carry-out-drop.ts';
import { useMe, useViewState } from '../data/app-state.ts';
import { useLiveParts } from '../data/live.ts';
import { useLookups, usePeople } from '../data/lookups.ts';
import { missingScopeReason } from '../data/permissions.ts';
import { useRouteFact } from '../data/routes.ts';
import {
  type ArrangedColumn,
  type Arrangement,
  areThere,
  arrange,
  axesOf,
  isSettled,
  listsOf,
  type Placement,
} from '../model/arrange.ts';
import { partsOf, type Source, withAway } from '../model/board-source.ts';
import { type BoardView, type Layout, layouts } from '../model/board-view.ts';
import {
  type CardRow,
  type CardSet,
  type CardsAnswer,
  cardsQuery,
  type Gathered,
  gather,
  placeOf,
} from '../model/card-row.ts';
import type { GroupingName } from '../model/column.ts';
import { type DropFacts, dropActions, markedBy, placeCaution, placeRefusal } from '../model/drop-action.ts';
import { cardTest, type Filters, noFilters, shownStatuses, visibilitiesOf } from '../model/filters.ts';
import { type SortName, sortNames } from '../model/ordering.ts';
import { type Arranged, rearrange } from '../model/reorder.ts';
import { useToday } from '../ui/dates/today.ts';
import { toast } from '../ui/popups/toast.ts';
import { type SavedView, savedIdOf, useSavedViews } from '../workbench/saved-views.ts';
import { useHeroTitles } from './use-hero-titles.ts';
import { type Edits, useEditedView } from './view-edits.ts';

export interface BoardModel {
  readonly source: Source;
  readonly set: CardSet;
  /** The same, for what is not drawn again when cards change. */
  readonly setNow: () => CardSet;
  readonly arrangement: Arrangement;
  readonly layout: Layout;
  readonly by: GroupingName;
  /** The second grouping, where the layout has lanes. */
  readonly lanesBy: GroupingName | undefined;
  readonly sort: SortName;
  readonly sorts: readonly SortName[];
  readonly view: BoardView;
  readonly setView: (view: BoardView) => void;
  /** The saved view that is shown, and what was changed of it since. */
  readonly named: SavedView | undefined;
  readonly edits: Edits | null;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly filters: Filters;
  readonly ready: boolean;
  readonly error: Error | null;
  /** Why a column would not take the cards; null when it would. */
  readonly refusal: (cards: readonly CardRow[], columnKey: string, fromKey: string | null) => string | null;
  /** What is to be said of a place that takes the cards; null when nothing is. */
  readonly caution: (cards: readonly CardRow[], columnKey: string, fromKey: string | null) => string | null;
  /** Puts cards into a column, before the card at `index` of what it shows. */
  readonly drop: (cards: readonly CardRow[], columnKey: string, index: number, fromKey: string | null) => void;
}

/** Nothing chosen. */
const usualView: BoardView = {};

/** How long a drop stays where it was put when the rows never say so (the service decided otherwise). */
const placementPatience = 1_500;

/** What the columns of a view are. */
export const groupingOf = (source: Source, { by }: BoardView): GroupingName =>
  by && source.groupings.includes(by) ? by : source.defaultGrouping;

export function useBoardModel(source: Source): BoardModel {
  const lookups = useLookups();
  const people = usePeople();
  const me = useMe();
  // A saved view has its own grouping, sorting and filters. That of a query board goes with the query.
  const { saved, save } = useSavedViews();
  const savedId = useRouteFact(savedIdOf);
  const named = savedId ? saved.find(({ id }) => id === savedId) : undefined;
  const [own, setOwn] = useViewState<BoardView>(`board:${source.key}`, usualView);
  const edited = useEditedView(named?.query ? undefined : named);
  const view = edited?.view ?? named?.view ?? own;
  const setEdited = edited?.setView;
  const setView = useCallback(
    (next: BoardView) => {
      if (setEdited) setEdited(next);
      else if (named) save({ ...named, view: next });
      else setOwn(next);
    },
    [setEdited, named, save, setOwn],
  );
  // What is typed is about one place: a saved view and the deck that it is of do not share it.
  const place = `${source.key} ${named?.id ?? ''}`;
  const [typed, setTyped] = useState({ place, text: null as string | null });
  const text = (typed.place === place ? typed.text : null) ?? view.filters?.text ?? '';
  const setText = useCallback((next: string) => setTyped({ place, text: next }), [place]);
  const by = groupingOf(source, view);
  const visibilities = visibilitiesOf(view.filters ?? noFilters).join();
  const queries = useMemo(
    () =>
      partsOf(withAway(source, visibilities.split(',')), by, window.innerWidth).map((where) =>
        cardsQuery(where, source.context),
      ),
    [source, by, visibilities],
  );
  const { answers, error } = useLiveParts(queries);
  const gathered = useRef<Gathered>(undefined);
  const set = useMemo(() => {
    gathered.current = gather(answers as readonly CardsAnswer[], source.context, gathered.current);
    return gathered.current.set;
  }, [answers, source.context]);

  const layout: Layout = view.layout && layouts.includes(view.layout) ? view.layout : 'board';
  const lanesBy =
    layout === 'board' && by !== 'none' && view.lanes && laneGroupings(source, by).includes(view.lanes)
      ? view.lanes
      : undefined;
  const heroes = useHeroTitles(source.where, by === 'hero' || lanesBy === 'hero');
  const canOrder = source.context !== null && source.manualUnder(by);
  const sorts = useMemo(() => sortNames.filter((name) => name !== 'manual' || canOrder), [canOrder]);
  const sort: SortName = view.sort && sorts.includes(view.sort) ? view.sort : canOrder ? 'manual' : 'priority';
  const filters = useMemo<Filters>(() => ({ ...view.filters, text }), [view.filters, text]);
  const today = useToday();
  const test = useMemo(() => cardTest(filters, codeOfCard, today), [filters, today]);
  const statuses = useMemo(() => shownStatuses(view.filters ?? noFilters), [view.filters]);
  const owned = source.gives.assigneeId !== undefined;
  const facts = useMemo(
    () => ({
      lookups,
      people,
      me,
      zones: source.zones,
      decks: source.decks,
      runs: source.runs,
      owned,
      statuses,
      heroes,
    }),
    [lookups, people, me, source.zones, source.decks, source.runs, owned, statuses, heroes],
  );

  const [placement, setPlacement] = useState<Placement | null>(null);
  const previous = useRef<Arranged>(undefined);
  const arrangement = useMemo(() => {
    previous.current = rearrange({ set, by, lanesBy, sort, facts, test, placement }, previous.current);
    return previous.current.arrangement;
  }, [set, by, lanesBy, sort, facts, test, placement]);

  // The drop is over once the rows themselves put the cards there.
  useEffect(() => {
    const input = { set, by, lanesBy, sort, facts, test, placement: null };
    if (!placement || !areThere(placement, input)) return;
    const natural = arrange(input, previous.current?.arrangement);
    if (!isSettled(placement, natural)) return;
    // What is to be shown next has been arranged with that.
    previous.current = { input, arrangement: natural };
    setPlacement(null);
  }, [placement, set, by, lanesBy, sort, facts, test]);

  const latest = useRef({ arrangement, set, sort, source, lookups, me });
  latest.current = { arrangement, set, sort, source, lookups, me };

  const setNow = useCallback(() => latest.current.set, []);
  const columnOf = useCallback(
    (key: string | null) => listsOf(latest.current.arrangement).find(({ column }) => column.key === key),
    [],
  );
  const refusal = useCallback<BoardModel['refusal']>(
    (cards, columnKey, fromKey) => {
      const to = columnOf(columnKey);
      if (!to) return null;
      // Places and zones are the manual order's; everything else is a field of the card.
      const axes = axesOf(to);
      const isField = fromKey !== columnKey && (axes.column.by !== 'zone' || (axes.lane && axes.lane.by !== 'zone'));
      const begins = isField && [axes.column, axes.lane].some((axis) => axis && markedBy(axis) !== null);
      const lack =
        missingScopeReason(isField ? 'cards/update' : 'cardOrders/addAfter') ??
        (begins ? missingScopeReason('resolvables/create') : null);
      if (lack || fromKey === columnKey) return lack;
      const { lookups: known } = latest.current;
      const deckTypeOf = (deckId: string | null) => (deckId ? known.decks[deckId]?.deckType : undefined);
      const where = whereOf(to, columnOf(fromKey));
      for (const card of cards) {
        const reason = placeRefusal(card, where, { deckTypeOf });
        if (reason) return reason;
      }
      return null;
    },
    [columnOf],
  );
  const caution = useCallback<BoardModel['caution']>(
    (cards, columnKey, fromKey) => {
      const to = columnOf(columnKey);
      if (!to || fromKey === columnKey) return null;
      return placeCaution(cards, whereOf(to, columnOf(fromKey)), latest.current.lookups.decks);
    },
    [columnOf],
  );
  const drop = useCallback<BoardModel['drop']>(
    (cards, columnKey, index, fromKey) => {
      const to = columnOf(columnKey);
      if (!to) return;
      const { set: rows, sort: order, source: from, lookups: known, me: self } = latest.current;
      const moved = new Set(cards.map((card) => card.cardId));
      const after = to.ids.slice(0, index).findLast((id) => !moved.has(id)) ?? null;
      const before = to.ids.slice(index).find((id) => !moved.has(id)) ?? null;
      const dropFacts: DropFacts = {
        sort: order,
        context: from.context,
        placeOf: (id) => placeOf(rows, id),
        cardOf: (id) => rows.rows[id],
        deckTypeOf: (deckId) => (deckId ? known.decks[deckId]?.deckType : undefined),
        me: self,
      };
      const where = whereOf(to, columnOf(fromKey));
      const unmoved =
        fromKey === columnKey && order === 'manual' && cards.length === 1 && to.ids.indexOf(cards[0]?.cardId ?? '') >= 0
          ? [index, index - 1].includes(to.ids.indexOf(cards[0]?.cardId ?? ''))
          : fromKey === columnKey && order !== 'manual';
      if (unmoved) return;
      const meaning = dropActions({ cards, ...where, after, before }, dropFacts);
      if (meaning.kind === 'refused') toast({ title: meaning.reason, tone: 'danger', id: 'refused', timeout: 4_000 });
      if (meaning.kind !== 'act') return;
      const put: Placement = {
        ids: cards.map((card) => card.cardId),
        columnKey: where.to.key,
        ...(where.lane ? { laneKey: where.lane.key } : {}),
        before,
      };
      setPlacement(put);
      const forget = () => setPlacement((current) => (current === put ? null : current));
      void carryOutDrop(cards, meaning).then((answer) => {
        if (answer) setTimeout(forget, placementPatience);
        else forget();
      });
    },
    [columnOf],
  );

  return {
    source,
    set,
    setNow,
    arrangement,
    layout,
    by,
    lanesBy,
    sort,
    sorts,
    view,
    setView,
    named,
    edits: edited?.edits ?? null,
    text,
    setText,
    filters,
    ready: answers.length > 0 && lookups.ready,
    error,
    refusal,
    caution,
    drop,
  };
}

/** Groupings that lanes can have beside columns by `by`. */
export const laneGroupings = (source: Source, by: GroupingName): GroupingName[] =>
  source.groupings.filter((name) => name !== by && name !== 'none');

function whereOf(to: ArrangedColumn, from: ArrangedColumn | undefined) {
  const there = axesOf(to);
  const here = from && axesOf(from);
  return { to: there.column, lane: there.lane, from: here?.column ?? null, fromLane: here?.lane ?? null };
}
