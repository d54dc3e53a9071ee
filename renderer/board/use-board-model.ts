/** A board's data: source, queries, rows, filter, groups and order, arrangement. Each step is a function of renderer/model. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { codeOfCard } from '../cards/face/CardFace.tsx';
import { usePlanned } from '../cards/planning/planned-cards.ts';
import { useMe } from '../data/app-state.ts';
import { useLiveParts } from '../data/live.ts';
import { useLookups, usePeople } from '../data/lookups.ts';
import { type Arrangement, arrange, isApplied, isSettled, type Placement } from '../model/arrange.ts';
import { partsOf, type Source, withHiddenCards } from '../model/board-source.ts';
import { type CardSet, type CardsAnswer, cardsQuery, type Gathered, gather } from '../model/card-row.ts';
import { cardTest, type Filters, noFilters, shownStatuses, visibilitiesOf } from '../model/filters.ts';
import { plannedSet } from '../model/planning/planned-set.ts';
import { type Arranged, rearrange } from '../model/reorder.ts';
import { type ResolvedView, resolveView } from '../model/resolve-view.ts';
import { useToday } from '../ui/dates/today.ts';
import { type BoardDrops, useBoardDrops } from './use-board-drops.ts';
import { type ShownView, useBoardView } from './use-board-view.ts';
import { useHeroTitles } from './use-hero-titles.ts';

export interface BoardModel extends ResolvedView, ShownView, BoardDrops {
  readonly source: Source;
  readonly set: CardSet;
  /** The current set, for code that does not render again when cards change. */
  readonly setNow: () => CardSet;
  readonly arrangement: Arrangement;
  readonly filters: Filters;
  readonly ready: boolean;
  readonly error: Error | null;
}

export function useBoardModel(source: Source): BoardModel {
  const lookups = useLookups();
  const people = usePeople();
  const me = useMe();
  const { view, setView, named, edits, text, setText } = useBoardView(source.key);
  const { layout, by, lanesBy, sorts, sort } = useMemo(() => resolveView(source, view), [source, view]);
  const visibilities = visibilitiesOf(view.filters ?? noFilters).join();
  const queries = useMemo(
    () =>
      partsOf(withHiddenCards(source, visibilities.split(',')), by, window.innerWidth).map((where) =>
        cardsQuery(where, source.context),
      ),
    [source, by, visibilities],
  );
  const { answers, error } = useLiveParts(queries);
  const gathered = useRef<Gathered>(undefined);
  const current = useMemo(() => {
    gathered.current = gather(answers as readonly CardsAnswer[], source.context, gathered.current);
    return gathered.current.set;
  }, [answers, source.context]);
  const planned = usePlanned();
  const { runs } = source;
  const set = useMemo(
    () => (planned && runs ? plannedSet(current, planned.plan, planned.rows, runs) : current),
    [current, planned, runs],
  );

  const heroes = useHeroTitles(source.where, by === 'hero' || lanesBy === 'hero');
  const filters = useMemo<Filters>(() => ({ ...view.filters, text }), [view.filters, text]);
  const today = useToday();
  const test = useMemo(() => cardTest(filters, codeOfCard, today), [filters, today]);
  const statuses = useMemo(() => shownStatuses(view.filters ?? noFilters), [view.filters]);
  const owned = source.gives.assigneeId !== undefined;
  const grouping = useMemo(
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
    previous.current = rearrange({ set, by, lanesBy, sort, grouping, test, placement }, previous.current);
    return previous.current.arrangement;
  }, [set, by, lanesBy, sort, grouping, test, placement]);

  // The placement ends once the rows have the cards there.
  useEffect(() => {
    const input = { set, by, lanesBy, sort, grouping, test, placement: null };
    if (!placement || !isApplied(placement, input)) return;
    const natural = arrange(input, previous.current?.arrangement);
    if (!isSettled(placement, natural)) return;
    // The next arrangement reuses the parts of this one.
    previous.current = { input, arrangement: natural };
    setPlacement(null);
  }, [placement, set, by, lanesBy, sort, grouping, test]);

  const latest = useRef({ arrangement, set, sort, source, lookups, me });
  latest.current = { arrangement, set, sort, source, lookups, me };
  const setNow = useCallback(() => latest.current.set, []);
  const { refusal, caution, drop, canCreate } = useBoardDrops(latest, setPlacement);

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
    edits,
    text,
    setText,
    filters,
    ready: answers.length > 0 && lookups.ready,
    error,
    refusal,
    caution,
    drop,
    canCreate,
  };
}
