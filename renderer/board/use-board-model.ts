/**
 * Computes all data of a board from its `BoardSource`, which says what the board shows: loads the cards, and filters,
 * groups and sorts them. The steps are pure functions of renderer/model.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { shortCodeOfCard } from '../cards/face/CardFace.tsx';
import { usePlannedCardsOfView } from '../cards/planning/planned-cards.ts';
import { useCurrentUserId } from '../data/app-state.ts';
import { useLiveQueries } from '../data/live.ts';
import { useLookups, usePeople } from '../data/lookups.ts';
import {
  arrangeCards,
  type CardArrangement,
  type DropPlacement,
  isDropPlacementApplied,
  isDropPlacementObsolete,
} from '../model/arrange.ts';
import { type ArrangementWithInput, arrangeCardsIfNeeded } from '../model/arrange-if-needed.ts';
import { type BoardSource, boardQueryConditions, boardSourceWithVisibilities } from '../model/board-source.ts';
import {
  type CardsAnswer,
  cardsQuery,
  type LoadedCards,
  type MergedLoadedCards,
  mergeCardAnswers,
} from '../model/card-row.ts';
import {
  type Filters,
  filterPredicate,
  noFilters,
  statusesThatPassFilters,
  visibilitiesOfFilters,
} from '../model/filters.ts';
import { loadedCardsWithPlan } from '../model/planning/cards-with-plan.ts';
import { type ResolvedBoardSettings, resolveBoardSettings } from '../model/resolve-board-settings.ts';
import { useToday } from '../ui/dates/today.ts';
import { type BoardDropHandlers, useBoardDropHandlers } from './use-board-drops.ts';
import { type BoardSettingsState, useBoardSettings } from './use-board-settings.ts';
import { useHeroCardTitles } from './use-hero-card-titles.ts';

export interface BoardModel extends ResolvedBoardSettings, BoardSettingsState, BoardDropHandlers {
  readonly source: BoardSource;
  readonly set: LoadedCards;
  /** Returns the `set` of the last render, for components that must not render again when cards change. */
  readonly currentSet: () => LoadedCards;
  readonly arrangement: CardArrangement;
  readonly filters: Filters;
  readonly ready: boolean;
  readonly error: Error | null;
}

export function useBoardModel(source: BoardSource): BoardModel {
  const lookups = useLookups();
  const people = usePeople();
  const me = useCurrentUserId();
  const settings = useBoardSettings(source.key);
  const { view, text } = settings;
  const resolved = useMemo(() => resolveBoardSettings(source, view), [source, view]);
  const { by, lanesBy, sort } = resolved;
  const visibilities = visibilitiesOfFilters(view.filters ?? noFilters).join();
  const queries = useMemo(
    () =>
      boardQueryConditions(boardSourceWithVisibilities(source, visibilities.split(',')), by, window.innerWidth).map(
        (where) => cardsQuery(where, source.context),
      ),
    [source, by, visibilities],
  );
  const { answers, error } = useLiveQueries(queries);
  const lastMerged = useRef<MergedLoadedCards>(undefined);
  const loadedSet = useMemo(() => {
    lastMerged.current = mergeCardAnswers(answers as readonly CardsAnswer[], source.context, lastMerged.current);
    return lastMerged.current.set;
  }, [answers, source.context]);
  const planned = usePlannedCardsOfView();
  const { runs } = source;
  const set = useMemo(
    () => (planned && runs ? loadedCardsWithPlan(loadedSet, planned.plan, planned.rows, runs) : loadedSet),
    [loadedSet, planned, runs],
  );

  const heroTitles = useHeroCardTitles(source.where, by === 'hero' || lanesBy === 'hero');
  const filters = useMemo<Filters>(() => ({ ...view.filters, text }), [view.filters, text]);
  const today = useToday();
  const test = useMemo(() => filterPredicate(filters, shortCodeOfCard, today), [filters, today]);
  const statuses = useMemo(() => statusesThatPassFilters(view.filters ?? noFilters), [view.filters]);
  const areAllCardsOwned = source.newCardFields.assigneeId !== undefined;
  const grouping = useMemo(
    () => ({
      lookups,
      people,
      me,
      zones: source.zones,
      decks: source.decks,
      runs: source.runs,
      areAllCardsOwned,
      statuses,
      heroTitles,
    }),
    [lookups, people, me, source.zones, source.decks, source.runs, areAllCardsOwned, statuses, heroTitles],
  );

  const [placement, setPlacement] = useState<DropPlacement | null>(null);
  const previous = useRef<ArrangementWithInput>(undefined);
  const arrangement = useMemo(() => {
    previous.current = arrangeCardsIfNeeded({ set, by, lanesBy, sort, grouping, test, placement }, previous.current);
    return previous.current.arrangement;
  }, [set, by, lanesBy, sort, grouping, test, placement]);

  // `placement` shows dropped cards at their new position while the rows still have the old one. It is removed as soon
  // as the rows have the new position.
  useEffect(() => {
    const input = { set, by, lanesBy, sort, grouping, test, placement: null };
    if (!placement || !isDropPlacementApplied(placement, input)) return;
    const natural = arrangeCards(input, previous.current?.arrangement);
    if (!isDropPlacementObsolete(placement, natural)) return;
    // Stores `natural`, the arrangement without the placement, as the last arrangement. The next arrangement reuses its
    // unchanged lists, so they do not render again.
    previous.current = { input, arrangement: natural };
    setPlacement(null);
  }, [placement, set, by, lanesBy, sort, grouping, test]);

  const latest = useRef({ arrangement, set, sort, source, lookups, me });
  latest.current = { arrangement, set, sort, source, lookups, me };
  const currentSet = useCallback(() => latest.current.set, []);
  const drops = useBoardDropHandlers(latest, setPlacement);

  return {
    ...settings,
    ...resolved,
    ...drops,
    source,
    set,
    currentSet,
    arrangement,
    filters,
    ready: answers.length > 0 && lookups.isLoaded,
    error,
  };
}
