/** Registers the mounted lists from which cards can be dragged, and the mounted drop zones. */
import { type RefObject, useEffect, useRef } from 'react';
import type { CardRow } from '../model/card-row.ts';

/** A position in px, relative to the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The @dnd-kit type of draggable cards. Drop zones accept only this type, and a finger can drag only this type. */
export const cardDragType = 'card';

/** A mounted list from which cards can be dragged. */
export interface DraggableCardList {
  readonly key: string;
  cardOf(id: string): CardRow | undefined;
  /** Returns the ids of the cards in the visible order. */
  order(): readonly string[];
}

/** The line that shows the position of a drop, in px relative to the window. */
export interface DropIndicatorLine {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/**
 * An element on which cards can be dropped, in short: zone. Not to be confused with the zones of a manual order. The
 * element has the attribute `data-drop-over` while cards that it accepts are dragged over it.
 */
export interface DropZone {
  readonly key: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** If zones overlap, the zone with the highest level gets the drop. */
  readonly stackLevel?: number;
  /** If true, the overlay turns transparent over the zone. An opaque overlay hides the zone and its neighbours. */
  readonly isSmall?: boolean;
  /** The scrolling element around the zone. Only the part of the zone inside this element accepts drops. */
  readonly scrollerElement?: HTMLElement | null | undefined;
  /**
   * The element within the zone that scrolls the zone's cards; null if they do not scroll. Absent if this is not known.
   */
  readonly listScroller?: HTMLElement | null;
  /** Returns the index in the zone's list at which a drop at this point inserts the cards. */
  indexAt(x: number, y: number): number;
  /**
   * Returns the line that shows a drop before the card at `index`. Returns null if that position is not visible, or if
   * cards cannot be dropped at a chosen position, as in a sorted column.
   */
  lineAt?(index: number): DropIndicatorLine | null;
  /** Returns the reason why the zone refuses the cards, or null. */
  refusal(cards: readonly CardRow[], fromKey: string | null): string | null;
  /** Returns a warning about a drop that the zone accepts, or null. */
  caution?(cards: readonly CardRow[], fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], index: number, fromKey: string | null): void;
}

const lists = new Map<string, DraggableCardList>();
const zones = new Map<string, DropZone>();
/** The cleanup functions that the callback of `setDropZoneObserver` returned, by zone. */
const zoneCleanups = new Map<DropZone, () => void>();
let zoneCallback: (zone: DropZone) => () => void = () => () => undefined;
const zoneListeners = new Set<(zone: DropZone) => void>();

/** Registers a list. Returns the function that removes it. */
export function registerDraggableList(list: DraggableCardList): () => void {
  lists.set(list.key, list);
  return () => {
    if (lists.get(list.key) === list) lists.delete(list.key);
  };
}

/** Registers a zone. Returns the function that removes it. */
export function registerDropZone(zone: DropZone): () => void {
  zones.set(zone.key, zone);
  zoneCleanups.set(zone, zoneCallback(zone));
  for (const listener of zoneListeners) listener(zone);
  return () => {
    zoneCleanups.get(zone)?.();
    zoneCleanups.delete(zone);
    if (zones.get(zone.key) === zone) zones.delete(zone.key);
  };
}

interface DropZoneOptions extends Omit<DropZone, 'element' | 'scrollerElement'> {
  /** Returns the scrolling element around the zone's element. */
  scrollerOf?(element: HTMLElement): HTMLElement;
}

/**
 * Registers an element as a drop zone while it is mounted. `indexAt`, `refusal` and `drop` can be other functions at
 * each render.
 */
export function useDropZone(ref: RefObject<HTMLElement | null>, options: DropZoneOptions): void {
  const latest = useRef(options);
  latest.current = options;
  const { key, title } = options;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const { scrollerOf, ...zone } = latest.current;
    return registerDropZone({
      ...zone,
      key,
      title,
      element,
      scrollerElement: scrollerOf?.(element),
      indexAt: (x, y) => latest.current.indexAt(x, y),
      refusal: (cards, fromKey) => latest.current.refusal(cards, fromKey),
      drop: (cards, index, fromKey) => latest.current.drop(cards, index, fromKey),
    });
  }, [ref, key, title]);
}

/**
 * Returns the index in a list of cards at which a drop at this point inserts cards: the number of cards whose middle is
 * before the point. `axis` is the direction of the list.
 */
export function dropIndexInList(list: Element | null, { x, y }: Point, axis: 'x' | 'y'): number {
  return [...(list?.querySelectorAll('[data-card-id]') ?? [])].filter((card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return axis === 'x' ? left + width / 2 <= x : top + height / 2 <= y;
  }).length;
}

/**
 * Calls the callback for each zone that is registered now or later. The callback returns a cleanup function, which is
 * called when the zone is removed. There is only one callback: a second call replaces the first callback.
 */
export function setDropZoneObserver(callback: typeof zoneCallback): void {
  zoneCallback = callback;
  for (const zone of zones.values()) zoneCleanups.set(zone, zoneCallback(zone));
}

/**
 * Time in ms for which measured boxes are reused. The time is short, because elements can also move without a scroll
 * event, for example when a banner appears or the window is resized.
 */
const boxCacheMs = 250;
const cachedBoxes = new Map<HTMLElement, DOMRect>();
let cachedUntil = 0;

/** Clears the cache of measured boxes. Called when something has scrolled, and when a drag ends. */
export function clearDropTargetBoxCache(): void {
  cachedUntil = 0;
}

/** Returns true if a point is within a zone. */
export const isPointInDropZone = ({ element, scrollerElement: within }: DropZone, at: Point): boolean =>
  // Checks `scrollerElement` first: while the pointer is outside the sidebar, none of its hundred decks is measured.
  (!within || isPointInElement(within, at)) && isPointInElement(element, at);

/**
 * Returns true if a point is within an element. Caches the boxes of elements. Does not use the DOM droppables of
 * @dnd-kit, because @dnd-kit runs an observer for each droppable element. This cache and the touch listener in
 * `installCardDrag` together reduced p95 of the benchmark board-lift from 52.8 to 19.5 ms (budget 40 ms); neither
 * change was measured alone.
 */
export function isPointInElement(element: HTMLElement, { x, y }: Point): boolean {
  const now = performance.now();
  if (now >= cachedUntil) {
    cachedBoxes.clear();
    cachedUntil = now + boxCacheMs;
  }
  const box = cachedBoxes.get(element) ?? element.getBoundingClientRect();
  cachedBoxes.set(element, box);
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

/** Returns the topmost zone at a point, or undefined. */
export function dropZoneAt(at: Point): DropZone | undefined {
  let top: DropZone | undefined;
  for (const zone of zones.values())
    if ((!top || (zone.stackLevel ?? 0) > (top.stackLevel ?? 0)) && isPointInDropZone(zone, at)) top = zone;
  return top;
}

/** Returns the list that contains the element of a card, or undefined. */
export const draggableListOfCard = (card: Element): DraggableCardList | undefined =>
  lists.get(card.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');

export const dropZoneByKey = (key: string | null): DropZone | null => (key === null ? null : (zones.get(key) ?? null));

export const mountedDropZones = (): readonly DropZone[] => [...zones.values()];

/** Calls the listener for each zone that is registered from now on. Returns the function that removes the listener. */
export function onDropZoneRegistered(listener: (zone: DropZone) => void): () => void {
  zoneListeners.add(listener);
  return () => zoneListeners.delete(listener);
}
