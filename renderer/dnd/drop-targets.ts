/** What is on screen for drags: lists to drag from, places to drop on, what scrolls at its edges; and where these are. */
import type { CardRow } from '../model/card-row.ts';

/** A list of cards on screen that cards can be dragged from. */
export interface CardList {
  readonly key: string;
  cardOf(id: string): CardRow | undefined;
  /** Ids in the order shown. */
  order(): readonly string[];
}

/** Where a line shows the place of a drop, px in the window. */
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
  /** Scrolls by itself when the pointer nears its ends. */
  readonly scroller?: HTMLElement;
  readonly axis?: 'x' | 'y';
  /** Only what shows of it within this element takes drops. */
  readonly within?: HTMLElement;
  /** The index in its list that the pointer is at. */
  indexAt(x: number, y: number): number;
  /** The line before the card at an index; null where a drop has no place within the zone, or none on screen. */
  lineAt?(index: number): DropLine | null;
  refusal(cards: readonly CardRow[], fromKey: string | null): string | null;
  /** What is to be said of it although it takes the cards. */
  caution?(cards: readonly CardRow[], fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], index: number, fromKey: string | null): void;
}

export const lists = new Map<string, CardList>();
export const zones = new Map<string, DropZone>();
export const scrollers = new Map<HTMLElement, 'x' | 'both'>();
const zoneListeners = new Set<(zone: DropZone) => void>();

export function registerList(list: CardList): () => void {
  lists.set(list.key, list);
  return () => {
    if (lists.get(list.key) === list) lists.delete(list.key);
  };
}

export function registerZone(zone: DropZone): () => void {
  zones.set(zone.key, zone);
  for (const listener of zoneListeners) listener(zone);
  return () => {
    if (zones.get(zone.key) === zone) zones.delete(zone.key);
  };
}

/** A container that scrolls sideways, or both ways, when a drag nears its edges. */
export function registerScroller(element: HTMLElement, axes: 'x' | 'both' = 'x'): () => void {
  scrollers.set(element, axes);
  return () => scrollers.delete(element);
}

/** Hears of zones that come on screen, as columns do when the board scrolls. */
export function onZone(listener: (zone: DropZone) => void): () => void {
  zoneListeners.add(listener);
  return () => zoneListeners.delete(listener);
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** ms that measured places are trusted: what opens or moves by itself during a drag (a Hand, a banner) tells nobody. */
const trusted = 250;

/**
 * Where zones and scrollers are. Measured seldom, so that a move of the pointer measures nothing, and only what the pointer
 * may be in: of a sidebar's hundred decks the sidebar alone, as long as the pointer is elsewhere.
 */
export class Places {
  readonly #boxes = new Map<HTMLElement, Box>();
  #ranked: readonly DropZone[] = [];
  #until = 0;

  forget(): void {
    this.#until = 0;
  }

  zoneAt(x: number, y: number): DropZone | null {
    this.#renew();
    const isThere = ({ element, within }: DropZone) =>
      (!within || isIn(this.#measured(within), x, y)) && isIn(this.#measured(element), x, y);
    return this.#ranked.find(isThere) ?? null;
  }

  /** Null of a zone that is no longer there. */
  boxOf(zone: DropZone): Box | null {
    this.#renew();
    if (!this.#ranked.includes(zone)) return null;
    const box = this.#measured(zone.element);
    return zone.within ? common(box, this.#measured(zone.within)) : box;
  }

  scrollerBox(element: HTMLElement): Box {
    this.#renew();
    return this.#measured(element);
  }

  #renew(): void {
    const now = performance.now();
    if (now < this.#until) return;
    this.#until = now + trusted;
    this.#boxes.clear();
    this.#ranked = [...zones.values()].sort((a, b) => (b.level ?? 0) - (a.level ?? 0));
  }

  #measured(element: HTMLElement): Box {
    const known = this.#boxes.get(element);
    if (known) return known;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = { left, top, right, bottom };
    this.#boxes.set(element, box);
    return box;
  }
}

const isIn = ({ left, right, top, bottom }: Box, x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom;

const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
