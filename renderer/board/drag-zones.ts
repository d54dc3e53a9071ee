/** What is on screen for drags: lists to drag from, places to drop on, what scrolls at its edges; and where these are. */
import type { CardRow } from './cards.ts';

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

/** Where zones and scrollers are: measured together, seldom, so that a move of the pointer measures nothing. */
export class Places {
  #zones: { readonly zone: DropZone; readonly box: Box }[] = [];
  #scrollers: { readonly element: HTMLElement; readonly axes: 'x' | 'both'; readonly box: Box }[] = [];
  #until = 0;

  forget(): void {
    this.#until = 0;
  }

  zoneAt(x: number, y: number): DropZone | null {
    this.#measure();
    return this.#zones.find(({ box }) => isIn(box, x, y))?.zone ?? null;
  }

  boxOf(zone: DropZone): Box | null {
    this.#measure();
    return this.#zones.find((place) => place.zone === zone)?.box ?? null;
  }

  get scrollers(): readonly { readonly element: HTMLElement; readonly axes: 'x' | 'both'; readonly box: Box }[] {
    this.#measure();
    return this.#scrollers;
  }

  #measure(): void {
    const now = performance.now();
    if (now < this.#until) return;
    this.#until = now + trusted;
    const frames = new Map<HTMLElement, Box>();
    const boxOf = (element: HTMLElement): Box => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const frameOf = (element: HTMLElement): Box => {
      const box = frames.get(element) ?? boxOf(element);
      frames.set(element, box);
      return box;
    };
    this.#zones = [...zones.values()]
      .map((zone) => {
        const box = boxOf(zone.element);
        return { zone, box: zone.within ? common(box, frameOf(zone.within)) : box };
      })
      .sort((a, b) => (b.zone.level ?? 0) - (a.zone.level ?? 0));
    this.#scrollers = [...scrollers].map(([element, axes]) => ({ element, axes, box: boxOf(element) }));
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
