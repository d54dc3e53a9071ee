/**
 * The route of the window: `#/<view>/<id>?<key>=<value>`. It names the view, and `card` in the query names the card in the
 * panel beside it. Every view can be linked to and is opened again after a restart.
 */
import { create } from 'zustand';
import { closeWindow, isCardWindow, isHandWindow, showInMainWindow } from './card-window.ts';
import { onRenamed } from './id-remap.ts';

export const views = [
  'deck',
  'project',
  'hand',
  'team',
  'calendar',
  'runs',
  'run',
  'milestones',
  'milestone',
  'person',
  'hero',
  'search',
  'bookmarks',
  'query',
  'inbox',
  'outbox',
  'settings',
  'connect',
  'start',
  'card',
  'gallery',
  'licences',
  'home',
] as const;
export type View = (typeof views)[number];

export interface Route {
  readonly view: View;
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [name = '', ...rest] = path.split('/');
  const view = (views as readonly string[]).includes(name) ? (name as View) : 'home';
  const id = rest.length > 0 && rest[0] ? decoded(rest.join('/')) : null;
  return { view, id, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** The text itself if it is malformed: routes also come from command lines and links. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function formatRoute({ view, id, query }: Partial<Route> & { view: View }): string {
  const search = new URLSearchParams(query ?? {}).toString();
  return `#/${view}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`;
}

interface RouteState {
  /** The part of the address that `current` was parsed from; null before the first. */
  readonly hash: string | null;
  readonly current: Route;
  /** The last view other than a card in full size; it is shown when that card is closed. */
  readonly behind: Route;
  /** `current` without the card beside it; the same object while only that card changes. */
  readonly place: Route;
}

const home: Route = { view: 'home', id: null, query: {} };

const useRouteState = create<RouteState>(() => {
  const current = parseRoute(typeof location === 'undefined' ? '' : location.hash);
  return { hash: null, current, behind: current.view === 'card' ? home : current, place: beside(current, null) };
});
const { getState: get, setState: set } = useRouteState;

/** Updates the route if the address has changed. */
function follow(): void {
  const { hash } = location;
  const before = get();
  if (hash === before.hash) return;
  const current = parseRoute(hash);
  const place = beside(current, null);
  set({
    hash,
    current,
    behind: current.view === 'card' ? before.behind : current,
    place: formatRoute(place) === formatRoute(before.place) ? before.place : place,
  });
}

/** Follows links of the window in the click's own task, because `hashchange` fires up to a frame later. */
function clicked(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('a[href^="#/"]:not([target])');
  if (!link) return;
  event.preventDefault();
  go(link.hash);
}

export function watchRoute(): () => void {
  follow();
  window.addEventListener('hashchange', follow);
  document.addEventListener('click', clicked);
  const stop = onRenamed((_model, from, to) => {
    if (location.hash.includes(from)) go(location.hash.replaceAll(from, to), true);
  });
  return () => {
    window.removeEventListener('hashchange', follow);
    document.removeEventListener('click', clicked);
    stop();
  };
}

/** Calls the listener after the route has changed. Returns the function that stops this. */
export const onRoute = (listener: () => void): (() => void) => useRouteState.subscribe(listener);

export const currentRoute = (): Route => get().current;

export const useRoute = (): Route => useRouteState((state) => state.current);

/** One plain value of the route. Of hundreds of links, only those whose value changes render again. */
export const useRouteValue = <T extends string | boolean | null>(select: (route: Route) => T): T =>
  useRouteState(({ current }) => select(current));

/** The route without the card beside it; the same object while only that card changes. */
export const usePlace = (): Route => useRouteState((state) => state.place);

/** Id of the card that is open in the panel or in full size, or null. */
export const shownCard = ({ view, id, query }: Route = get().current): string | null =>
  view === 'card' ? id : (query.card ?? null);

/** Id of the card in the panel, or null. */
export const useOpenCard = (): string | null => useRouteValue(({ query }) => query.card ?? null);

/** Whether this card is open in the panel. */
export const useIsOpen = (cardId: string): boolean => useRouteValue(({ query }) => query.card === cardId);

/** Opens a card in the panel, or in the window of a card, and starts editing its text. */
export const editCard = (cardId: string): void => {
  const { current, behind } = get();
  const place = current.view === 'card' ? behind : current;
  if (isCardWindow) go({ view: 'card', id: cardId, query: { edit: '1' } });
  else go({ ...place, query: { ...place.query, card: cardId, edit: '1' } });
};

/** Whether the card's text is to be edited as soon as the panel shows it; `resetEditRequest` resets this. */
export const useEditRequested = (cardId: string): boolean =>
  useRouteValue((route) => shownCard(route) === cardId && route.query.edit !== undefined);

export function resetEditRequest(): void {
  const { current } = get();
  const { edit: _, ...query } = current.query;
  go({ ...current, query }, true);
}

export function go(route: string | (Partial<Route> & { view: View }), replace = false): void {
  const hash = typeof route === 'string' ? `#/${route.replace(/^#?\/?/, '')}` : formatRoute(route);
  if (hash === location.hash) return;
  if (isHandWindow || (isCardWindow && parseRoute(hash).view !== 'card')) {
    showInMainWindow(hash);
    return;
  }
  // Setting `location.hash` would search the page for an element of this name, which forces a layout.
  if (replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  follow();
}

/** Views that show no rows of the workspace. */
const ownViews: ReadonlySet<View> = new Set(['connect', 'start', 'settings', 'gallery', 'licences', 'home']);

/** Called when another workspace is open: shows its home instead of a view with rows of the old one. */
export function leaveOldWorkspace(): void {
  if (isHandWindow) return;
  const { current, place } = get();
  go(ownViews.has(current.view) ? place : home, true);
  set({ behind: home });
}

/** Opens the form in which a workspace gets a new token after the service refused the old one. */
export const goReconnect = (workspaceId: string): void => go({ view: 'connect', query: { reconnect: workspaceId } });

function beside(place: Route, cardId: string | null): Route {
  const { card: _, edit: __, ...query } = place.query;
  return { ...place, query: cardId ? { ...query, card: cardId } : query };
}

/** Opens a card in the panel, or in full size if a card is shown that way; null closes it, or the window of a card. */
export function openCard(cardId: string | null): void {
  const { current, behind } = get();
  if (isCardWindow && cardId === null) closeWindow();
  else if (current.view !== 'card') go(beside(current, cardId));
  else go(cardId ? { view: 'card', id: cardId } : beside(behind, null));
}

/**
 * Shows a card of full size in the panel instead, beside the view that was open before. From the window of a card, beside
 * its deck in a main window.
 */
export const openBeside = (cardId: string, deckId: string | null): void => {
  const { behind } = get();
  go(beside(isCardWindow && deckId !== null ? { view: 'deck', id: deckId, query: {} } : behind, cardId));
};
