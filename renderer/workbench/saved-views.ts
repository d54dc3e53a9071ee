/**
 * Saved views: named routes with their grouping, sorting, filters and layout, and named queries. They are stored on
 * this computer as the view state `saved` of the workspace, in the order of the sidebar. `view-text.ts` shares them as
 * text.
 */
import { setViewState, storeViewStates, useViewState, viewState } from '../data/app-state.ts';
import { formatRoute, type Route } from '../data/routes.ts';
import type { BoardSettings } from '../model/board-settings.ts';

/** The part of a saved view that only query boards have. */
export interface QueryBoardSettings {
  /** The query as typed; it may have errors. */
  readonly text: string;
  readonly show: 'board' | 'table';
  readonly table?: TableLayout;
}

/** Layout of the table of a query's rows. A column is identified by the path to its field, such as `assignee.kind`. */
export interface TableLayout {
  /** Path in the query of the list whose rows the table shows; the first list if absent. */
  readonly place?: string;
  /** Widths in px, by column. */
  readonly widths?: Readonly<Record<string, number>>;
  readonly sort?: { readonly column: string; readonly descending: boolean } | null;
}

/** A route with its board settings that the person saved under a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardSettings;
  /** Present on query boards. */
  readonly query?: QueryBoardSettings;
}

const none: readonly SavedView[] = [];
/** Characters of the longest name of a view. */
export const maxViewNameLength = 120;
/** The typed name, trimmed and cut after `maxViewNameLength` characters. */
export const storedViewName = (typed: string): string => [...typed.trim()].slice(0, maxViewNameLength).join('');

/** The route that opens the saved view. It leaves out the open card. */
function savedRoute(route: Route, id: string): string {
  if (route.view === 'query') return formatRoute({ view: 'query', id });
  const { card: _card, edit: _edit, ...query } = route.query;
  return formatRoute({ ...route, query: { ...query, view: id } });
}

/** A saved view of the route. Makes a new id if `id` is absent. */
export const savedView = (
  name: string,
  route: Route,
  view: BoardSettings,
  id: string = crypto.randomUUID(),
): SavedView => ({ id, name, route: savedRoute(route, id), view });

/** A saved view of a query board, with a new id. */
export const savedQuery = (name: string, query: QueryBoardSettings, view: BoardSettings = {}): SavedView => ({
  ...savedView(name, { view: 'query', id: null, query: {} }, view),
  query,
});

/** Id of the saved view that a route shows, or null. */
export const savedViewIdOf = (route: Route): string | null =>
  (route.view === 'query' ? route.id : route.query.view) ?? null;

/** Replaces the view with the same id, or adds it at the end. */
export const withSavedView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  views.some(({ id }) => id === view.id)
    ? views.map((other) => (other.id === view.id ? view : other))
    : [...views, view];

/** Moves a view to `index` in the list. Returns the same list if it does not contain the view. */
export function withSavedViewMoved(views: readonly SavedView[], id: string, index: number): readonly SavedView[] {
  const view = views.find((other) => other.id === id);
  if (!view) return views;
  const others = views.filter((other) => other !== view);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, view);
}

/** The saved views, including changes that React has not rendered yet. */
export const currentSavedViews = (): readonly SavedView[] =>
  (viewState('saved') as readonly SavedView[] | undefined) ?? none;
/** Changes the list of saved views and stores it without delay. */
export function changeSavedViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  setViewState('saved', change(currentSavedViews()));
  storeViewStates();
}
/** Stores a new view, or replaces the view with the same id. */
export const saveView = (view: SavedView): void => changeSavedViews((views) => withSavedView(views, view));

/** Returns the saved views, and the function that stores or replaces one of them. */
export function useSavedViews(): { saved: readonly SavedView[]; save: (view: SavedView) => void } {
  const [saved] = useViewState<readonly SavedView[]>('saved', none);
  return { saved, save: saveView };
}
