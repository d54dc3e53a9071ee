/**
 * Saved views: named places with their grouping, sorting, filters and layout, and named queries. Kept on this machine in
 * the settings (`saved`, per workspace, in the order of the sidebar); shared as text by view-text.ts.
 */

import { setViewState, storeViewState, useViewState, viewState } from '../data/app-state.ts';
import { formatRoute, type Route } from '../data/routes.ts';
import type { BoardView } from '../model/board-view.ts';

/** What a query board keeps beside its board's look. */
export interface QueryBoard {
  /** As typed: it may have errors. */
  readonly text: string;
  readonly show: 'board' | 'table';
  readonly table?: TableLook;
}

/** How a table of rows is shown. Columns are named by what the query selects. */
export interface TableLook {
  /** The place in the query whose rows are shown; the first list of rows when absent. */
  readonly place?: string;
  /** px */
  readonly widths?: Readonly<Record<string, number>>;
  readonly sort?: { readonly column: string; readonly descending: boolean } | null;
}

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardView;
  /** Present on query boards. */
  readonly query?: QueryBoard;
}

const none: readonly SavedView[] = [];
/** Characters of a view's name. */
export const longestName = 120;
/** A name as it is kept, in whole characters. */
export const nameFrom = (typed: string): string => [...typed.trim()].slice(0, longestName).join('');

/** The place itself, without the card that was open beside it. */
function placeOf(route: Route, id: string): string {
  if (route.view === 'query') return formatRoute({ view: 'query', id });
  const { card: _card, edit: _edit, ...query } = route.query;
  return formatRoute({ ...route, query: { ...query, view: id } });
}

export const savedView = (
  name: string,
  route: Route,
  view: BoardView,
  id: string = crypto.randomUUID(),
): SavedView => ({ id, name, route: placeOf(route, id), view });

export const savedQuery = (name: string, query: QueryBoard, view: BoardView = {}): SavedView => ({
  ...savedView(name, { view: 'query', id: null, query: {} }, view),
  query,
});

/** The saved view that a route shows, null when it shows none. */
export const savedIdOf = (route: Route): string | null =>
  (route.view === 'query' ? route.id : route.query.view) ?? null;

/** Puts a view in place of its former self, or at the end. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  views.some(({ id }) => id === view.id)
    ? views.map((other) => (other.id === view.id ? view : other))
    : [...views, view];

/** Moves a view to stand at `index` among the others. */
export function movedTo(views: readonly SavedView[], id: string, index: number): readonly SavedView[] {
  const view = views.find((other) => other.id === id);
  if (!view) return views;
  const others = views.filter((other) => other !== view);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, view);
}

/** What is saved now; changes made in one go each see those before them. */
export const currentSaved = (): readonly SavedView[] =>
  (viewState('saved') as readonly SavedView[] | undefined) ?? none;
export function changeSaved(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  setViewState('saved', change(currentSaved()));
  storeViewState();
}
export const saveView = (view: SavedView): void => changeSaved((views) => withView(views, view));

export function useSavedViews(): { saved: readonly SavedView[]; save: (view: SavedView) => void } {
  const [saved] = useViewState<readonly SavedView[]>('saved', none);
  return { saved, save: saveView };
}
