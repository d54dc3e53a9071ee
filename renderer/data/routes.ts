/**
 * Where the window is: `#/<view>/<id>?<key>=<value>`. Every view can be linked to and comes back after a restart.
 * `card` in the query is the card shown in the panel beside the view.
 */
import { useSyncExternalStore } from 'react';
import { onRenamed } from './id-remap.ts';

export const views = [
  'deck',
  'project',
  'hand',
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

/** Addresses come from command lines and links too: one that is malformed names nothing that is here. */
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

let current: Route = parseRoute(typeof location === 'undefined' ? '' : location.hash);
/** The last view that was no card in full: what lies behind one. */
let behind: Route = current.view === 'card' ? { view: 'home', id: null, query: {} } : current;
const listeners = new Set<() => void>();

let followed: string | null = null;

/** Where the window is has perhaps changed. */
function follow(): void {
  if (location.hash === followed) return;
  followed = location.hash;
  current = parseRoute(followed);
  if (current.view !== 'card') behind = current;
  for (const listener of [...listeners]) listener();
}

/** A link within the window leads on in the click's own task: the page hears of a new hash up to a frame later. */
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Called after the route has changed. */
export const onRoute = subscribe;

export const currentRoute = (): Route => current;

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute);
}

/** One thing about the route, a plain value: of hundreds of links, only those are drawn again for which it changes. */
export function useRouteFact<T extends string | boolean | null>(factOf: (route: Route) => T): T {
  return useSyncExternalStore(subscribe, () => factOf(current));
}

let place = current;

/** The route without the card beside it; the same object while cards come and go there. */
export function usePlace(): Route {
  return useSyncExternalStore(subscribe, () => {
    const next = beside(current, null);
    if (formatRoute(next) !== formatRoute(place)) place = next;
    return place;
  });
}

/** The card that is open, in the panel or in full; null where none is. */
export const shownCard = ({ view, id, query }: Route = current): string | null =>
  view === 'card' ? id : (query.card ?? null);

/** The card in the panel, null when it is closed. */
export function useOpenCard(): string | null {
  return useSyncExternalStore(subscribe, () => current.query.card ?? null);
}

/** Whether this card is the one in the panel. */
export const useIsOpen = (cardId: string): boolean =>
  useSyncExternalStore(subscribe, () => current.query.card === cardId);

/** Opens a card in the panel with its text ready to be written in. */
export const editCard = (cardId: string): void => {
  const place = current.view === 'card' ? behind : current;
  go({ ...place, query: { ...place.query, card: cardId, edit: '1' } });
};

/** Whether it was asked to write in this card's text, until `editTaken`. */
export const useEditAsked = (cardId: string): boolean =>
  useSyncExternalStore(subscribe, () => current.query.card === cardId && current.query.edit !== undefined);

export function editTaken(): void {
  const { edit: _, ...query } = current.query;
  go({ ...current, query }, true);
}

export function go(route: string | (Partial<Route> & { view: View }), replace = false): void {
  const hash = typeof route === 'string' ? `#/${route.replace(/^#?\/?/, '')}` : formatRoute(route);
  if (hash === location.hash) return;
  // Not by `location.hash`: that looks for a place of this name in the page to scroll to, and lays the page out for it.
  if (replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  follow();
}

/** Views that show no row of a workspace. */
const ownViews: ReadonlySet<View> = new Set(['connect', 'start', 'settings', 'gallery', 'home']);

/** Another workspace is open: its home takes the place of a view whose rows are the old one's. */
export function leavePlace(): void {
  go(ownViews.has(current.view) ? beside(current, null) : { view: 'home' }, true);
  behind = { view: 'home', id: null, query: {} };
}

/** To where a workspace whose token is no longer taken gets a new one. */
export const goReconnect = (workspaceId: string): void => go({ view: 'connect', query: { reconnect: workspaceId } });

const beside = (place: Route, cardId: string | null): Route => {
  const { card: _, edit: __, ...query } = place.query;
  return { ...place, query: cardId ? { ...query, card: cardId } : query };
};

/** Opens a card in the panel beside what is shown, or in full where one is shown so; null closes it. */
export function openCard(cardId: string | null): void {
  if (current.view !== 'card') go(beside(current, cardId));
  else go(cardId ? { view: 'card', id: cardId } : beside(behind, null));
}

/** From a card in full back to the panel, beside what lies behind it. */
export const openBeside = (cardId: string): void => go(beside(behind, cardId));
