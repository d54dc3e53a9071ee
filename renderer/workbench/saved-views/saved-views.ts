/**
 * Saved views: routes (with grouping, sorting, filters and layout) and queries that the person saved under a name. This
 * computer stores the saved views as the workspace's view state `saved`, in the order of the sidebar. `view-text.ts`
 * reads the text of shared ones.
 */
import { setViewState, storeViewStates, useViewState, viewState } from '../../data/app-state.ts';
import { formatRoute, parseRoute, type Route } from '../../data/routes.ts';
import type { BoardSettings } from '../../model/board-settings.ts';

/** The part of a saved view that only query boards have. */
export interface QueryBoardSettings {
  /** The query as typed; it may have errors. */
  readonly text: string;
  readonly show: 'board' | 'table';
  readonly table?: QueryTableLayout;
}

/**
 * Layout of the table that shows the rows of a query's answer. A column is identified by the path to its field, such as
 * `assignee.kind`.
 */
export interface QueryTableLayout {
  /**
   * The list whose rows the table shows, as a path within the query. If absent, the table shows the query's first list.
   */
  readonly place?: string;
  /** Widths in px, by column key. */
  readonly widths?: Readonly<Record<string, number>>;
  readonly sort?: { readonly column: string; readonly descending: boolean } | null;
}

/** A route with its board settings that the person saved under a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardSettings;
  /** Only on query boards: the query, and how its rows are shown. */
  readonly query?: QueryBoardSettings;
}

const none: readonly SavedView[] = [];

/** Returns the route that opens the saved view, without the card that is open now. */
function savedRoute(route: Route, id: string): string {
  if (route.view === 'query') return formatRoute({ view: 'query', id });
  const { card: _card, edit: _edit, ...query } = route.query;
  return formatRoute({ ...route, query: { ...query, view: id } });
}

/** Returns a saved view of the route. Without `id`, the saved view gets a new id. */
export const createSavedViewOfRoute = (
  name: string,
  route: Route,
  view: BoardSettings,
  id: string = crypto.randomUUID(),
): SavedView => ({ id, name, route: savedRoute(route, id), view });

/** Returns a saved view of a query board, with a new id. */
export const createSavedQueryView = (name: string, query: QueryBoardSettings, view: BoardSettings = {}): SavedView => ({
  ...createSavedViewOfRoute(name, { view: 'query', id: null, query: {} }, view),
  query,
});

/** Returns the id of the saved view that the route shows, or null. */
export const savedViewIdOfRoute = (route: Route): string | null =>
  (route.view === 'query' ? route.id : route.query.view) ?? null;

/** Returns `views` with `view` in place of the saved view with the same id, or at the end if there is none. */
export const withSavedView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  views.some(({ id }) => id === view.id)
    ? views.map((other) => (other.id === view.id ? view : other))
    : [...views, view];

/** Returns `views` with the view `id` moved to `index`; returns `views` itself if it does not contain this view. */
export function withSavedViewMoved(views: readonly SavedView[], id: string, index: number): readonly SavedView[] {
  const view = views.find((other) => other.id === id);
  if (!view) return views;
  const others = views.filter((other) => other !== view);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, view);
}

/** Returns the saved views, including changes that React has not rendered yet. */
export const currentSavedViews = (): readonly SavedView[] =>
  (viewState('saved') as readonly SavedView[] | undefined) ?? none;
/** Changes the list of saved views and stores it without delay. */
export function changeSavedViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  setViewState('saved', change(currentSavedViews()));
  storeViewStates();
}
/** Stores a new view, or replaces the view with the same id. */
export const saveView = (view: SavedView): void => changeSavedViews((views) => withSavedView(views, view));

/** Returns the saved views, and a function that adds a saved view or replaces the one with the same id. */
export function useSavedViews(): { saved: readonly SavedView[]; save: (view: SavedView) => void } {
  const [saved] = useViewState<readonly SavedView[]>('saved', none);
  return { saved, save: saveView };
}

/** Version of the text format. Increase it when older versions of the app cannot read the new text correctly. */
export const viewTextVersion = 1;

/**
 * Returns a saved view as text, one line of JSON, to share it by the clipboard. The text does not contain the view's id, because only the sender's computer knows the
 * id.
 */
export function savedViewToText({ name, route, view, query }: SavedView): string {
  if (query) return JSON.stringify({ decktopView: viewTextVersion, name, query, view });
  const { query: parts, ...routeTarget } = parseRoute(route);
  const { view: _id, ...rest } = parts;
  return JSON.stringify({
    decktopView: viewTextVersion,
    name,
    route: formatRoute({ ...routeTarget, query: rest }),
    view,
  });
}
