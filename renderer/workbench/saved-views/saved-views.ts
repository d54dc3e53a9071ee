/**
 * Saved views: routes (with grouping, sorting, filters and layout) and queries. This computer stores them as the
 * workspace's view state `saved`, in the order of the sidebar. `view-text.ts` reads the text of shared ones.
 */
import { setViewState, storeViewStates, useViewState, viewState } from '../../data/app-state.ts';
import { formatRoute, parseRoute, type Route } from '../../data/routes.ts';
import type { BoardSettings } from '../../model/board-settings.ts';

export interface QueryBoardSettings {
  /** As typed; it may have errors. */
  readonly text: string;
  readonly show: 'board' | 'table';
  readonly table?: QueryTableLayout;
}

/** A column is identified by the path to its field, such as `assignee.kind`. */
export interface QueryTableLayout {
  /** Path within the query to the list whose rows the table shows. If absent, the query's first list. */
  readonly place?: string;
  /** In px, by column key. */
  readonly widths?: Readonly<Record<string, number>>;
  readonly sort?: { readonly column: string; readonly descending: boolean } | null;
  /** Also the columns without a value in any row. */
  readonly showsEmpty?: boolean;
}

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardSettings;
  /** Only on query boards. */
  readonly query?: QueryBoardSettings;
}

const none: readonly SavedView[] = [];

/** Leaves out the card that is open now. */
function savedRoute(route: Route, id: string): string {
  if (route.view === 'query') return formatRoute({ view: 'query', id });
  const { card: _card, edit: _edit, ...query } = route.query;
  return formatRoute({ ...route, query: { ...query, view: id } });
}

/** Without `id`, the saved view gets a new id. */
export const createSavedViewOfRoute = (
  name: string,
  route: Route,
  view: BoardSettings,
  id: string = crypto.randomUUID(),
): SavedView => ({ id, name, route: savedRoute(route, id), view });

/** The saved view gets a new id. */
export const createSavedQueryView = (name: string, query: QueryBoardSettings, view: BoardSettings = {}): SavedView => ({
  ...createSavedViewOfRoute(name, { view: 'query', id: null, query: {} }, view),
  query,
});

export const savedViewIdOfRoute = (route: Route): string | null =>
  (route.view === 'query' ? route.id : route.query.view) ?? null;

/** Replaces the view with the same id, or adds it at the end. */
export const withSavedView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  views.some(({ id }) => id === view.id)
    ? views.map((other) => (other.id === view.id ? view : other))
    : [...views, view];

/** Returns `views` itself if it does not contain the view. */
export function withSavedViewMoved(views: readonly SavedView[], id: string, index: number): readonly SavedView[] {
  const view = views.find((other) => other.id === id);
  if (!view) return views;
  const others = views.filter((other) => other !== view);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, view);
}

/** Includes changes that React has not rendered yet. */
export const currentSavedViews = (): readonly SavedView[] =>
  (viewState('saved') as readonly SavedView[] | undefined) ?? none;
/** Stores the list without delay. */
export function changeSavedViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  setViewState('saved', change(currentSavedViews()));
  storeViewStates();
}
export const saveView = (view: SavedView): void => changeSavedViews((views) => withSavedView(views, view));

/** `save` adds a view or replaces the one with the same id. */
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
