/** Computes all data of a board from its `BoardSource`. The steps are pure functions of renderer/model. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type QueryObject, queryForAccount, rowMapOf, selectRelated } from '../../shared/contract/index.ts';
import { usePlannedCardsOfView } from '../cards/planning/planned-cards.ts';
import { useCurrentUserId, useViewState } from '../data/app-state.ts';
import { useLiveQueries, useLiveQuery } from '../data/live.ts';
import { useLookups, usePeople } from '../data/lookups.ts';
import { useRouteValue } from '../data/routes.ts';
import {
  arrangeCards,
  type CardArrangement,
  type DropPlacement,
  foldedKeysOf,
  isDropPlacementApplied,
  isDropPlacementObsolete,
  isSameList,
} from '../model/arrange.ts';
import { type ArrangementWithInput, arrangeCardsIfNeeded } from '../model/arrange-if-needed.ts';
import type { BoardSettings } from '../model/board-settings.ts';
import { type ResolvedBoardSettings, resolveBoardSettings } from '../model/board-settings.ts';
import { type BoardSource, boardQueryConditions, boardSourceWithVisibilities } from '../model/board-source.ts';
import {
  type CardsAnswer,
  cardsQuery,
  type LoadedCards,
  type MergedLoadedCards,
  mergeCardAnswers,
  shownTitle,
} from '../model/card-row.ts';
import type { GroupingContext } from '../model/column.ts';
import {
  type Filters,
  filterPredicate,
  noFilters,
  statusesThatPassFilters,
  visibilitiesOfFilters,
} from '../model/filters.ts';
import { loadedCardsWithPlan } from '../model/planning/cards-with-plan.ts';
import { useToday } from '../ui/dates/today.ts';
import { type SavedView, savedViewIdOfRoute, useSavedViews } from '../workbench/saved-views/saved-views.ts';
import { type BoardDropHandlers, useBoardDropHandlers } from './use-board-drops.ts';
import { useEditedView, type ViewEditActions } from './view-edits.ts';

export interface BoardModel extends ResolvedBoardSettings, BoardSettingsState, BoardDropHandlers {
  readonly source: BoardSource;
  readonly loaded: LoadedCards;
  /** Of the last render, for components that must not render again when cards change. */
  readonly currentLoaded: () => LoadedCards;
  readonly arrangement: CardArrangement;
  /** Keys of columns, lanes or, in the list layout, groups. */
  readonly folded: readonly string[];
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
  const { by, lanesBy, sort, thenSort, foldsEmpty } = resolved;
  const visibilities = visibilitiesOfFilters(view.filters ?? noFilters).join();
  const queries = useMemo(
    () =>
      boardQueryConditions(boardSourceWithVisibilities(source, visibilities.split(',')), by, window.innerWidth).map(
        (where) => cardsQuery(where, source.orderKind),
      ),
    [source, by, visibilities],
  );
  const { answers, error } = useLiveQueries(queries);
  const lastMerged = useRef<MergedLoadedCards>(undefined);
  const loadedWithoutPlan = useMemo(() => {
    lastMerged.current = mergeCardAnswers(answers as readonly CardsAnswer[], source.orderKind, lastMerged.current);
    return lastMerged.current.loaded;
  }, [answers, source.orderKind]);
  const planned = usePlannedCardsOfView();
  const { runIds } = source;
  const loaded = useMemo(
    () =>
      planned && runIds ? loadedCardsWithPlan(loadedWithoutPlan, planned.plan, planned, runIds) : loadedWithoutPlan,
    [loadedWithoutPlan, planned, runIds],
  );

  const heroTitles = useHeroCardTitles(source.where, by === 'hero' || lanesBy === 'hero');
  const filters = useMemo<Filters>(() => ({ ...view.filters, text }), [view.filters, text]);
  const today = useToday();
  const test = useMemo(() => filterPredicate(filters, today), [filters, today]);
  const statuses = useMemo(() => statusesThatPassFilters(view.filters ?? noFilters), [view.filters]);
  const areAllCardsOwned = source.newCardFields.assigneeId !== undefined;
  const grouping = useMemo(
    (): GroupingContext => ({
      lookups,
      people,
      me,
      zones: source.zones,
      decks: source.decks,
      runIds: source.runIds,
      areAllCardsOwned,
      statuses,
      heroTitles,
    }),
    [lookups, people, me, source.zones, source.decks, source.runIds, areAllCardsOwned, statuses, heroTitles],
  );

  const [placement, setPlacement] = useState<DropPlacement | null>(null);
  const previous = useRef<ArrangementWithInput>(undefined);
  const arrangement = useMemo(() => {
    previous.current = arrangeCardsIfNeeded(
      { loaded, by, lanesBy, sort, thenSort, grouping, test, placement },
      previous.current,
    );
    return previous.current.arrangement;
  }, [loaded, by, lanesBy, sort, thenSort, grouping, test, placement]);
  const folded = useStableList(foldedKeysOf(view, foldsEmpty, arrangement));

  // `placement` shows dropped cards at their new position until the rows have it.
  useEffect(() => {
    const input = { loaded, by, lanesBy, sort, thenSort, grouping, test, placement: null };
    if (!placement || !isDropPlacementApplied(placement, input)) return;
    const natural = arrangeCards(input, previous.current?.arrangement);
    if (!isDropPlacementObsolete(placement, natural)) return;
    // `natural` has no placement. The next arrangement reuses its unchanged lists, so they do not render again.
    previous.current = { input, arrangement: natural };
    setPlacement(null);
  }, [placement, loaded, by, lanesBy, sort, thenSort, grouping, test]);

  const latest = useRef({ arrangement, loaded, sort, source, lookups, me });
  latest.current = { arrangement, loaded, sort, source, lookups, me };
  const currentLoaded = useCallback(() => latest.current.loaded, []);
  const drops = useBoardDropHandlers(latest, setPlacement);

  return {
    ...settings,
    ...resolved,
    ...drops,
    source,
    loaded,
    currentLoaded,
    arrangement,
    folded,
    filters,
    ready: answers.length > 0 && lookups.isLoaded,
    error,
  };
}

/** The same array as long as it has the same items. */
function useStableList(list: readonly string[]): readonly string[] {
  const last = useRef(list);
  if (!isSameList(last.current, list)) last.current = list;
  return last.current;
}

const heroesQuery = (where: QueryObject) =>
  queryForAccount([selectRelated('cards', where, ['parentCardId', { parentCard: ['title'] }])]);

/** By hero card id. Undefined until loaded, or if `wanted` is false. */
function useHeroCardTitles(where: QueryObject, wanted: boolean): Readonly<Record<string, string>> | undefined {
  const { data } = useLiveQuery(heroesQuery(where), { enabled: wanted });
  return useMemo(() => {
    if (!data || !wanted) return undefined;
    const rows = data.card as unknown as Record<string, { title?: string; parentCardId?: string | null }>;
    return rowMapOf(
      Object.fromEntries(
        Object.values(rows).flatMap(({ parentCardId }) =>
          parentCardId && rows[parentCardId] ? [[parentCardId, shownTitle(rows[parentCardId].title)] as const] : [],
        ),
      ),
    );
  }, [data, wanted]);
}

/** For a board on which the person has changed nothing. */
const defaultView: BoardSettings = {};

interface BoardSettingsState {
  readonly view: BoardSettings;
  readonly setView: (view: BoardSettings) => void;
  /** Undefined if the board shows its own view. */
  readonly savedView: SavedView | undefined;
  /** Null if the saved view has no unsaved edits. */
  readonly edits: ViewEditActions | null;
  /** Filters the cards. */
  readonly text: string;
  readonly setText: (text: string) => void;
}

function useBoardSettings(sourceKey: string): BoardSettingsState {
  const { saved, save } = useSavedViews();
  const savedId = useRouteValue(savedViewIdOfRoute);
  const savedView = savedId ? saved.find(({ id }) => id === savedId) : undefined;
  const [ownView, setOwn] = useViewState<BoardSettings>(`board:${sourceKey}`, defaultView);
  // Changes of a query board's saved view are saved at once.
  const edited = useEditedView(savedView?.query ? undefined : savedView);
  const view = edited?.view ?? savedView?.view ?? ownView;
  const setEdited = edited?.setView;
  const setView = useCallback(
    (next: BoardSettings) => {
      if (setEdited) setEdited(next);
      else if (savedView) save({ ...savedView, view: next });
      else setOwn(next);
    },
    [setEdited, savedView, save, setOwn],
  );
  // A saved view and the board's own view have separate filter texts.
  const viewKey = `${sourceKey} ${savedView?.id ?? ''}`;
  const [typed, setTyped] = useState({ place: viewKey, text: null as string | null });
  const text = (typed.place === viewKey ? typed.text : null) ?? view.filters?.text ?? '';
  const setText = useCallback((next: string) => setTyped({ place: viewKey, text: next }), [viewKey]);
  return { view, setView, savedView, edits: edited?.edits ?? null, text, setText };
}
