import { type RefObject, useEffect, useRef } from 'react';
import type { CardRow } from '../model/card-row.ts';

/** In px, relative to the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drop zones accept only this type, and a finger can drag only this type. */
export const cardDragType = 'card';

export interface DraggableCardList {
  readonly key: string;
  cardOf(id: string): CardRow | undefined;
  /** In the visible order. */
  order(): readonly string[];
}

/** Shows the position of a drop, in px relative to the window. */
export interface DropIndicatorLine {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/**
 * An element on which cards can be dropped, not a zone of a manual order. It has the attribute `data-drop-over` while
 * cards that it accepts are dragged over it.
 */
export interface DropZone {
  readonly key: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Of zones that overlap, the one with the highest level gets the drop. */
  readonly stackLevel?: number;
  /** The overlay turns transparent, because an opaque one hides the zone and its neighbours. */
  readonly isSmall?: boolean;
  /** Only the part of the zone inside this element accepts drops. */
  readonly scrollerElement?: HTMLElement | null | undefined;
  /** Scrolls the zone's cards; null if they do not scroll. Absent if this is not known. */
  readonly listScroller?: HTMLElement | null;
  /** Index in the zone's list before which a drop inserts the cards. */
  indexAt(x: number, y: number): number;
  /**
   * The line before the card at `index`. Null if that position is not visible, or if cards cannot be dropped at a
   * chosen position, as in a sorted column.
   */
  lineAt?(index: number): DropIndicatorLine | null;
  /** The reason, or null if the zone accepts the cards. */
  refusal(cards: readonly CardRow[], fromKey: string | null): string | null;
  /** A warning about a drop that the zone accepts, or null. */
  caution?(cards: readonly CardRow[], fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], index: number, fromKey: string | null): void;
}

const lists = new Map<string, DraggableCardList>();
const zones = new Map<string, DropZone>();
/** From the callback of `setDropZoneObserver`, by zone. */
const zoneCleanups = new Map<DropZone, () => void>();
let zoneCallback: (zone: DropZone) => () => void = () => () => undefined;
const zoneListeners = new Set<(zone: DropZone) => void>();

export function registerDraggableList(list: DraggableCardList): () => void {
  lists.set(list.key, list);
  return () => {
    if (lists.get(list.key) === list) lists.delete(list.key);
  };
}

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
  /** The scrolling element around the zone's element. */
  scrollerOf?(element: HTMLElement): HTMLElement;
}

/** `indexAt`, `refusal` and `drop` can be other functions at each render. */
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

/** The number of cards whose middle is before the point. `axis` is the direction of the list. */
export function dropIndexInList(list: Element | null, { x, y }: Point, axis: 'x' | 'y'): number {
  return [...(list?.querySelectorAll('[data-card-id]') ?? [])].filter((card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return axis === 'x' ? left + width / 2 <= x : top + height / 2 <= y;
  }).length;
}

/**
 * Calls the callback for each zone, registered now or later, and the returned cleanup when the zone is removed. A
 * second call replaces the first callback.
 */
export function setDropZoneObserver(callback: typeof zoneCallback): void {
  zoneCallback = callback;
  for (const zone of zones.values()) zoneCleanups.set(zone, zoneCallback(zone));
}

/**
 * In ms. Short, because elements can also move without a scroll event, for example when a banner appears or the window
 * is resized.
 */
const boxCacheMs = 250;
const cachedBoxes = new Map<HTMLElement, DOMRect>();
let cachedUntil = 0;

/** Called when something has scrolled, and when a drag ends. */
export function clearDropTargetBoxCache(): void {
  cachedUntil = 0;
}

export const isPointInDropZone = ({ element, scrollerElement: within }: DropZone, at: Point): boolean =>
  // First, so that none of the sidebar's hundred decks is measured while the pointer is outside it.
  (!within || isPointInElement(within, at)) && isPointInElement(element, at);

/**
 * Caches the boxes of elements. @dnd-kit runs an observer for each DOM droppable, so these are not used. This cache and
 * the touch listener in `installCardDrag` together reduced p95 of the benchmark board-lift from 52.8 to 19.5 ms (budget
 * 40 ms); neither change was measured alone.
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

export function dropZoneAt(at: Point): DropZone | undefined {
  let top: DropZone | undefined;
  for (const zone of zones.values())
    if ((!top || (zone.stackLevel ?? 0) > (top.stackLevel ?? 0)) && isPointInDropZone(zone, at)) top = zone;
  return top;
}

export const draggableListOfCard = (card: Element): DraggableCardList | undefined =>
  lists.get(card.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');

export const dropZoneByKey = (key: string | null): DropZone | null => (key === null ? null : (zones.get(key) ?? null));

export const mountedDropZones = (): readonly DropZone[] => [...zones.values()];

/** For zones registered from now on. Returns the function that removes the listener. */
export function onDropZoneRegistered(listener: (zone: DropZone) => void): () => void {
  zoneListeners.add(listener);
  return () => zoneListeners.delete(listener);
}
