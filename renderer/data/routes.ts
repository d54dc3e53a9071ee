/**
 * The route of the window: `#/<view>/<id>?<key>=<value>`. The key `card` names the card in the panel beside the view.
 * After a restart, the window opens its last route.
 */
import { create } from 'zustand';
import { onIdChange } from './id-remap.ts';
import { closeWindow, isCardWindow, isHandWindow, showInMainWindow } from './window-kind.ts';

export const viewNames = [
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
export type ViewName = (typeof viewNames)[number];

export interface Route {
  readonly view: ViewName;
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [name = '', ...rest] = path.split('/');
  const view = (viewNames as readonly string[]).includes(name) ? (name as ViewName) : 'home';
  const id = rest.length > 0 && rest[0] ? decodeOrKeep(rest.join('/')) : null;
  return { view, id, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Routes from command lines and links can contain malformed text, which is returned unchanged. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function formatRoute({ view, id, query }: Partial<Route> & { view: ViewName }): string {
  const search = new URLSearchParams(query ?? {}).toString();
  return `#/${view}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`;
}

interface RouteState {
  /** Null before the first update. */
  readonly hash: string | null;
  readonly current: Route;
  /** The last route to a view other than `card`. Closing a card in full size leads back to it. */
  readonly routeBehindCard: Route;
  /** The object stays the same while only the card in the panel changes. */
  readonly withoutCard: Route;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

const homeRoute: Route = { view: 'home', id: null, query: {} };

const useRouteState = create<RouteState>(() => {
  const current = parseRoute(typeof location === 'undefined' ? '' : location.hash);
  return {
    hash: null,
    current,
    routeBehindCard: current.view === 'card' ? homeRoute : current,
    withoutCard: routeWithCard(current, null),
    canGoBack: false,
    canGoForward: false,
  };
});
const { getState: get, setState: set } = useRouteState;

/** Of the history entry with which the current workspace began; entries before it name rows of another workspace. */
let firstHistoryIndex = typeof navigation === 'undefined' ? 0 : (navigation.currentEntry?.index ?? 0);

const historyMoves = () => ({
  canGoBack: (navigation.currentEntry?.index ?? 0) > firstHistoryIndex,
  canGoForward: navigation.canGoForward,
});

/** Does nothing where there is no place to go to. */
export function goInHistory(direction: 'back' | 'forward'): void {
  if (canGoInHistory(direction)) history.go(direction === 'back' ? -1 : 1);
}

export const canGoInHistory = (direction: 'back' | 'forward', state: RouteState = get()): boolean =>
  direction === 'back' ? state.canGoBack : state.canGoForward;

export const useCanGoInHistory = (direction: 'back' | 'forward'): boolean =>
  useRouteState((state) => canGoInHistory(direction, state));

const historyButtons: Readonly<Record<number, 'back' | 'forward'>> = { 3: 'back', 4: 'forward' };

/** Chromium's own handling of these buttons would also leave the workspace. */
function followMouseButton(event: MouseEvent): void {
  const direction = historyButtons[event.button];
  if (!direction) return;
  event.preventDefault();
  goInHistory(direction);
}

function updateRoute(): void {
  const { hash } = location;
  const before = get();
  if (hash === before.hash) return;
  const current = parseRoute(hash);
  const place = routeWithCard(current, null);
  set({
    ...historyMoves(),
    hash,
    current,
    routeBehindCard: current.view === 'card' ? before.routeBehindCard : current,
    withoutCard: formatRoute(place) === formatRoute(before.withoutCard) ? before.withoutCard : place,
  });
}

/** Without this, the route changes up to a frame later, when the browser fires `hashchange`. */
function followClickedLink(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('a[href^="#/"]:not([target])');
  if (!link) return;
  event.preventDefault();
  navigate(link.hash);
}

export function listenForRouteChanges(): () => void {
  updateRoute();
  window.addEventListener('hashchange', updateRoute);
  document.addEventListener('click', followClickedLink);
  window.addEventListener('mouseup', followMouseButton);
  const stop = onIdChange((_model, from, to) => {
    if (location.hash.includes(from)) navigate(location.hash.replaceAll(from, to), true);
  });
  return () => {
    window.removeEventListener('hashchange', updateRoute);
    document.removeEventListener('click', followClickedLink);
    window.removeEventListener('mouseup', followMouseButton);
    stop();
  };
}

/** When another view opens, or the same view for another row. Returns the function that removes the listener. */
export const onNavigation = (listener: () => void): (() => void) =>
  useRouteState.subscribe(({ current: { view, id } }, { current: before }) => {
    if (view !== before.view || id !== before.id) listener();
  });

/** Returns the function that removes the listener. */
export const onRouteChange = (listener: () => void): (() => void) => useRouteState.subscribe(listener);

export const currentRoute = (): Route => get().current;

export const useRoute = (): Route => useRouteState((state) => state.current);

/** Renders the component again only when this value changes, because hundreds of links can depend on the route. */
export const useRouteValue = <T extends string | boolean | null>(select: (route: Route) => T): T =>
  useRouteState(({ current }) => select(current));

export const useRouteWithoutCard = (): Route => useRouteState((state) => state.withoutCard);

/** In the panel or in full size. */
export const idOfOpenCard = ({ view, id, query }: Route = get().current): string | null =>
  view === 'card' ? id : (query.card ?? null);

export const usePanelCardId = (): string | null => useRouteValue(({ query }) => query.card ?? null);

export const useIsCardOpenInPanel = (cardId: string): boolean => useRouteValue(({ query }) => query.card === cardId);

/** A card window shows the card in full size; other windows show it in the panel. */
export const openCardForEditing = (cardId: string): void => {
  const { current, routeBehindCard } = get();
  const place = current.view === 'card' ? routeBehindCard : current;
  if (isCardWindow) navigate({ view: 'card', id: cardId, query: { edit: '1' } });
  else navigate({ ...place, query: { ...place.query, card: cardId, edit: '1' } });
};

/** `clearEditRequestInRoute` ends the request. */
export const useIsCardEditRequested = (cardId: string): boolean =>
  useRouteValue((route) => idOfOpenCard(route) === cardId && route.query.edit !== undefined);

export function clearEditRequestInRoute(): void {
  const { current } = get();
  const { edit: _, ...query } = current.query;
  navigate({ ...current, query }, true);
}

export function navigate(route: string | (Partial<Route> & { view: ViewName }), replace = false): void {
  const hash = typeof route === 'string' ? `#/${route.replace(/^#?\/?/, '')}` : formatRoute(route);
  if (hash === location.hash) return;
  if (isHandWindow || (isCardWindow && parseRoute(hash).view !== 'card')) {
    showInMainWindow(hash);
    return;
  }
  // If code sets `location.hash`, Chromium searches the page for an element with this id to scroll to, and the search
  // forces a layout.
  if (replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  updateRoute();
}

/** They stay open when another workspace is opened, because their routes name no row of a workspace. */
const viewsWithoutRows: ReadonlySet<ViewName> = new Set([
  'connect',
  'start',
  'settings',
  'gallery',
  'licences',
  'home',
]);

/** Called when another workspace is opened. */
export function leaveViewOfOldWorkspace(): void {
  if (isHandWindow) return;
  const { current, withoutCard } = get();
  // An entry of its own, so that nothing leads forward to places of the old workspace either.
  history.pushState(null, '', formatRoute(viewsWithoutRows.has(current.view) ? withoutCard : homeRoute));
  firstHistoryIndex = navigation.currentEntry?.index ?? 0;
  updateRoute();
  set({ routeBehindCard: homeRoute, ...historyMoves() });
}

/** Called after the service refused the old token. */
export const openReconnectForm = (workspaceId: string): void =>
  navigate({ view: 'connect', query: { reconnect: workspaceId } });

function routeWithCard(place: Route, cardId: string | null): Route {
  const { card: _, edit: __, ...query } = place.query;
  return { ...place, query: cardId ? { ...query, card: cardId } : query };
}

/**
 * In full size if the window already shows a card in full size. Null closes the open card; a card window then closes
 * itself.
 */
export function openCard(cardId: string | null): void {
  const { current, routeBehindCard } = get();
  if (isCardWindow && cardId === null) closeWindow();
  else if (current.view !== 'card') navigate(routeWithCard(current, cardId));
  else navigate(cardId ? { view: 'card', id: cardId } : routeWithCard(routeBehindCard, null));
}

/** A card window instead opens a main window that shows the card beside its deck. */
export const moveCardToPanel = (cardId: string, deckId: string | null): void => {
  const { routeBehindCard } = get();
  navigate(
    routeWithCard(isCardWindow && deckId !== null ? { view: 'deck', id: deckId, query: {} } : routeBehindCard, cardId),
  );
};
