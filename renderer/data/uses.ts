/**
 * How often and how lately the person used each place, card and command of this workspace. The palette ranks its matches
 * by it, and lists recent places.
 */
import { setViewState, useAppState, viewState } from './app-state.ts';
import { onIdChange } from './id-remap.ts';
import { currentRoute, formatRoute, idOfOpenCard, onRouteChange, type Route, type ViewName } from './routes.ts';

export interface Use {
  /** The route of a place without the open card, or what `cardUseKey` and `commandUseKey` return. */
  readonly key: string;
  /** Number of uses, each halved after `halfLifeMs`; true at the time `at`. */
  readonly score: number;
  /** Time of the last use, in ms. */
  readonly at: number;
}

const halfLifeMs = 7 * 86_400_000;
const maxUses = 200;

const viewsWithoutPlace: ReadonlySet<ViewName> = new Set(['home', 'connect', 'start', 'gallery', 'licences', 'card']);

export const cardUseKey = (cardId: string): string => `card ${cardId}`;
/** Null for other keys than those of `cardUseKey`. */
export const cardIdOfUse = (key: string): string | null => /^card (.+)$/.exec(key)?.[1] ?? null;
export const commandUseKey = (commandId: string): string => `command ${commandId}`;

/** Null for views that are no place of a workspace. */
export function placeOf({ view, id, query }: Route): string | null {
  if (viewsWithoutPlace.has(view)) return null;
  const { card: _, edit: __, ...rest } = query;
  return formatRoute({ view, id, query: rest });
}

/** The score of a use at the time `now`. */
export const scoreAt = ({ score, at }: Use, now: number): number => score * 0.5 ** ((now - at) / halfLifeMs);

/** The newest use comes first. */
export const withUse = (uses: readonly Use[], key: string, now: number): Use[] => {
  const before = uses.find((use) => use.key === key);
  const use = { key, score: 1 + (before ? scoreAt(before, now) : 0), at: now };
  return [use, ...uses.filter((other) => other !== before)].slice(0, maxUses);
};

/** The newest first. */
export const currentUses = (): readonly Use[] => (viewState('uses') as readonly Use[] | undefined) ?? [];

/** When the page is idle, because components that read settings render again. */
export function recordUse(key: string): void {
  const workspaceId = useAppState.getState().workspace?.id;
  const now = Date.now();
  requestIdleCallback(
    () => {
      if (useAppState.getState().workspace?.id === workspaceId) setViewState('uses', withUse(currentUses(), key, now));
    },
    { timeout: 1_000 },
  );
}

/** Call it once per window. Returns the function that stops the records. */
export function recordPlaces(): () => void {
  let place: string | null = null;
  let card: string | null = null;
  const record = () => {
    const route = currentRoute();
    const next = placeOf(route);
    const nextCard = idOfOpenCard(route);
    if (next !== null && next !== place) recordUse(next);
    if (nextCard !== null && nextCard !== card) recordUse(cardUseKey(nextCard));
    place = next ?? place;
    card = nextCard;
  };
  record();
  const stops = [
    onRouteChange(record),
    onIdChange((_model, from, to) => {
      const uses = currentUses();
      if (uses.some(({ key }) => key.includes(from)))
        setViewState(
          'uses',
          uses.map((use) => ({ ...use, key: use.key.replaceAll(from, to) })),
        );
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
