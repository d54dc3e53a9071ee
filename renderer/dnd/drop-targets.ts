/** The lists on screen from which cards are dragged, and the zones that accept them. */
import type { CardRow } from '../model/card-row.ts';

/** px in the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The type of draggables that a finger can drag too, and that zones accept. */
export const cardType = 'card';

/** A list of cards on screen that cards can be dragged from. */
export interface CardList {
  readonly key: string;
  cardOf(id: string): CardRow | undefined;
  /** Ids in the order shown. */
  order(): readonly string[];
}

/** Where a line shows the position of a drop, px in the window. */
export interface DropLine {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Somewhere cards can be dropped. Its element is marked `data-drop-over` while a drag is over it. */
export interface DropZone {
  readonly key: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Higher wins where zones overlap. */
  readonly level?: number;
  /** The overlay would cover the zone and its neighbours, so it turns faint over them. */
  readonly isSmall?: boolean;
  /** Only the part that shows within this element takes drops. */
  readonly within?: HTMLElement;
  /** The index in its list that the pointer is at. */
  indexAt(x: number, y: number): number;
  /** The line before the card at an index; null where a drop has no position within the zone, or none on screen. */
  lineAt?(index: number): DropLine | null;
  /** Reason why the zone refuses the cards, or null. */
  refusal(cards: readonly CardRow[], fromKey: string | null): string | null;
  /** A warning to show although the zone accepts the cards, or null. */
  caution?(cards: readonly CardRow[], fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], index: number, fromKey: string | null): void;
}

const lists = new Map<string, CardList>();
const zones = new Map<string, DropZone>();
/** What `followZones` keeps for each zone. */
const followed = new Map<DropZone, () => void>();
let follow: (zone: DropZone) => () => void = () => () => undefined;
const zoneListeners = new Set<(zone: DropZone) => void>();

/** Registers a list; returns the function that removes it. */
export function registerList(list: CardList): () => void {
  lists.set(list.key, list);
  return () => {
    if (lists.get(list.key) === list) lists.delete(list.key);
  };
}

/** Registers a zone; returns the function that removes it. */
export function registerZone(zone: DropZone): () => void {
  zones.set(zone.key, zone);
  followed.set(zone, follow(zone));
  for (const listener of zoneListeners) listener(zone);
  return () => {
    followed.get(zone)?.();
    followed.delete(zone);
    if (zones.get(zone.key) === zone) zones.delete(zone.key);
  };
}

/** Calls back for each zone, those of now included; what it returns is called when the zone is removed. */
export function followZones(callback: typeof follow): void {
  follow = callback;
  for (const zone of zones.values()) followed.set(zone, follow(zone));
}

/**
 * Milliseconds for which measured boxes are reused. No event reports other movements during a drag (a Hand that opens,
 * a banner).
 */
const cacheMs = 250;
const boxes = new Map<HTMLElement, DOMRect>();
let cachedUntil = 0;

/** Has zones measured again, since something scrolled or the window was resized. */
export function forgetBoxes(): void {
  cachedUntil = 0;
}

/** Whether a point is within a zone. */
export const isOver = ({ element, within }: DropZone, at: Point): boolean =>
  // The part of the sidebar first: of its hundred decks none is measured while the pointer is elsewhere.
  (!within || isAt(within, at)) && isAt(element, at);

/**
 * Whether a point is within an element. Boxes are cached instead of observed by @dnd-kit's DOM droppables. Together with
 * the touch listener in `installDrag` this brings board-lift from p95 52.8 ms to 19.5 (budget 40); neither was measured alone.
 */
function isAt(element: HTMLElement, { x, y }: Point): boolean {
  const now = performance.now();
  if (now >= cachedUntil) {
    boxes.clear();
    cachedUntil = now + cacheMs;
  }
  const box = boxes.get(element) ?? element.getBoundingClientRect();
  boxes.set(element, box);
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

/** The list that shows a card's element. */
export const listAround = (card: Element): CardList | undefined =>
  lists.get(card.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');

export const zoneOf = (key: string | null): DropZone | null => (key === null ? null : (zones.get(key) ?? null));

export const zonesInSight = (): readonly DropZone[] => [...zones.values()];

/** Calls back for zones that mount, as columns do when the board scrolls; returns the function that stops it. */
export function onZone(listener: (zone: DropZone) => void): () => void {
  zoneListeners.add(listener);
  return () => zoneListeners.delete(listener);
}
