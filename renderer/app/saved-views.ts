/** Saved views: named places with their grouping, sorting and filters. Kept on this machine, shared as text. */
import type { BoardView } from '../board/board-model.ts';
import { useViewState } from '../data/app-state.ts';
import { formatRoute, parseRoute, type Route } from '../data/routes.ts';

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardView;
}

const none: readonly SavedView[] = [];

/** The place itself, without the card that was open beside it. */
function placeOf(route: Route, id: string): string {
  const { card: _card, edit: _edit, ...query } = route.query;
  return formatRoute({ ...route, query: { ...query, view: id } });
}

export const savedView = (
  name: string,
  route: Route,
  view: BoardView,
  id: string = crypto.randomUUID(),
): SavedView => ({
  id,
  name,
  route: placeOf(route, id),
  view,
});

/** As text that another person can paste into "Add a view from text". */
export const viewAsText = ({ name, route, view }: SavedView): string =>
  JSON.stringify({ decktopView: 1, name, route, view });

/** The view that a text describes, under a new id; null when it describes none. */
export function viewFromText(text: string): SavedView | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { decktopView, name, route, view } = value as Record<string, unknown>;
  if (decktopView !== 1 || typeof name !== 'string' || typeof route !== 'string') return null;
  const { query, ...place } = parseRoute(route);
  const { view: _old, ...rest } = query;
  const settings = typeof view === 'object' && view !== null ? (view as BoardView) : {};
  return savedView(name.slice(0, 120), { ...place, query: rest }, settings);
}

export function useSavedViews(): {
  saved: readonly SavedView[];
  save: (view: SavedView) => void;
  remove: (id: string) => void;
} {
  const [saved, set] = useViewState<readonly SavedView[]>('saved', none);
  return {
    saved,
    save: (view) => set([...saved.filter((other) => other.id !== view.id), view]),
    remove: (id) => set(saved.filter((other) => other.id !== id)),
  };
}
