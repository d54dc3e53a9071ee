/** One drag by pointer: what is under it, what scrolls, and what the cards would do there. */
import { create } from 'zustand';
import { announce } from '../ui/announce.ts';
import type { CardRow } from './cards.ts';
import type { Overlay } from './drag-overlay.ts';
import { type DropZone, onZone, Places, scrollers, zones } from './drag-zones.ts';
import { endMark, markDrop, prepareMark } from './drop-mark.ts';

export interface DragState {
  readonly ids: ReadonlySet<string>;
  readonly fromKey: string | null;
  readonly target: { readonly key: string; readonly index: number } | null;
  /** Why the zone under the pointer does not take the cards. */
  readonly refusal: string | null;
  /** Zones that would refuse, by key. */
  readonly refusals: Readonly<Record<string, string>>;
  /** What is to be said of zones that take the cards, by key. */
  readonly cautions: Readonly<Record<string, string>>;
}

const idle: DragState = { ids: new Set(), fromKey: null, target: null, refusal: null, refusals: {}, cautions: {} };
export const useDrag = create<DragState>(() => idle);

/** The cards are in the air, and zones say whether they take them; answers how they land. */
export function liftInto(cards: readonly CardRow[], fromKey: string | null): () => void {
  const refusals: Record<string, string> = {};
  const cautions: Record<string, string> = {};
  const ask = (zone: DropZone) => {
    const reason = zone.refusal(cards, fromKey);
    const caution = reason ? null : zone.caution?.(cards, fromKey);
    if (reason) refusals[zone.key] = reason;
    else delete refusals[zone.key];
    if (caution) cautions[zone.key] = caution;
    else delete cautions[zone.key];
  };
  for (const zone of zones.values()) ask(zone);
  const ids = new Set(cards.map((card) => card.cardId));
  const said = () => ({ refusals: { ...refusals }, cautions: { ...cautions } });
  useDrag.setState({ ids, fromKey, target: null, refusal: null, ...said() });
  prepareMark();
  const stop = onZone((zone) => {
    const [refused, cautioned] = [refusals[zone.key], cautions[zone.key]];
    ask(zone);
    if (refusals[zone.key] !== refused || cautions[zone.key] !== cautioned) useDrag.setState(said());
  });
  return () => {
    stop();
    endMark();
    useDrag.setState(idle);
  };
}

/** Aims at an index of a zone, or at nothing; answers why the zone would refuse. */
export function aimAt(zone: DropZone | null, index: number): string | null {
  const { target, refusal, refusals } = useDrag.getState();
  const reason = zone ? (refusals[zone.key] ?? null) : null;
  if ((target?.key ?? null) !== (zone?.key ?? null) || target?.index !== index || refusal !== reason)
    useDrag.setState({ target: zone ? { key: zone.key, index } : null, refusal: reason });
  markDrop(reason === null ? zone : null, index);
  return reason;
}

/** px from an edge where scrolling begins, and the fastest it gets per frame. */
const edge = 56;
const fastest = 22;
/** px to scroll in this frame, so far from an edge. */
export const edgePull = (distance: number): number =>
  Math.ceil(fastest * Math.min(1, Math.max(0, (edge - distance) / edge)));

export class Session {
  readonly cards: readonly CardRow[];
  readonly fromKey: string | null;
  readonly overlay: Overlay;
  readonly #places = new Places();
  readonly #land: () => void;
  readonly #stopZones: () => void;
  #x: number;
  #y: number;
  #frame = 0;
  #zone: DropZone | null = null;
  #reason: string | null = null;
  /** What was looked at last is what is under the pointer. */
  #isLooked = false;

  /** `show` makes what follows the pointer: once all that is to be measured has been, since it changes the page. */
  constructor(cards: readonly CardRow[], fromKey: string | null, x: number, y: number, show: () => Overlay) {
    this.cards = cards;
    this.fromKey = fromKey;
    this.#x = x;
    this.#y = y;
    this.#land = liftInto(cards, fromKey);
    const reason = this.#aim();
    this.overlay = show();
    this.#refuse(reason);
    this.overlay.move(x, y);
    this.#stopZones = onZone(this.#moved);
    document.addEventListener('scroll', this.#scrolled, true);
    window.addEventListener('resize', this.#moved);
    this.#ask();
  }

  move(x: number, y: number): void {
    if (x !== this.#x || y !== this.#y) this.#isLooked = false;
    this.#x = x;
    this.#y = y;
    this.#ask();
  }

  /** Turns of the wheel scroll what is under the pointer, as they would without a drag. */
  wheel(dx: number, dy: number): void {
    const scroller = this.#zone?.scroller;
    if (scroller && dy !== 0) scroller.scrollTop += dy;
    for (const [element, axes] of scrollers) {
      if (dx !== 0) element.scrollLeft += dx;
      if (dy !== 0 && axes === 'both') element.scrollTop += dy;
    }
    this.#isLooked = false;
    this.#ask();
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopZones();
    document.removeEventListener('scroll', this.#scrolled, true);
    window.removeEventListener('resize', this.#moved);
    this.#land();
  }

  /** Once per frame however many moves came, and no frame when nothing moves. */
  #ask(): void {
    this.#frame ||= requestAnimationFrame(this.#tick);
  }

  readonly #tick = (): void => {
    this.#frame = 0;
    const scrolls = this.#scroll();
    // Reads before it writes: the other way round each frame would be laid out twice.
    if (scrolls || !this.#isLooked) this.look();
    this.overlay.move(this.#x, this.#y);
    if (scrolls) this.#ask();
  };

  /** Places are others than they were. */
  readonly #moved = (): void => {
    this.#places.forget();
    this.#isLooked = false;
    this.#ask();
  };

  readonly #scrolled = (event: Event): void => {
    this.#isLooked = false;
    // A list that scrolls within its zone leaves the zone where it is.
    if (event.target === this.#zone?.scroller) this.#ask();
    else this.#moved();
  };

  look(): void {
    this.#refuse(this.#aim());
  }

  #aim(): string | null {
    const zone = this.#places.zoneAt(this.#x, this.#y);
    const reason = aimAt(zone, zone?.indexAt(this.#x, this.#y) ?? 0);
    if (zone && zone !== this.#zone) {
      const said = reason ?? useDrag.getState().cautions[zone.key];
      announce(said ? `${zone.title}: ${said}` : `Over ${zone.title}`);
    }
    this.#zone = zone;
    this.#isLooked = true;
    return reason;
  }

  #refuse(reason: string | null): void {
    if (reason !== this.#reason) this.overlay.refuse(reason);
    this.#reason = reason;
  }

  /** Scrolls what has the pointer near an edge; whether anything moved. */
  #scroll(): boolean {
    const [x, y] = [this.#x, this.#y];
    let moved = false;
    for (const { element, axes, box } of this.#places.scrollers) {
      if (y < box.top || y > box.bottom || x < box.left - edge || x > box.right + edge) continue;
      if (scrollBy(element, 'scrollLeft', edgePull(box.right - x) - edgePull(x - box.left))) moved = true;
      if (axes === 'both' && scrollBy(element, 'scrollTop', edgePull(box.bottom - y) - edgePull(y - box.top)))
        moved = true;
    }
    const box = this.#zone && this.#places.boxOf(this.#zone);
    const { scroller, axis } = this.#zone ?? {};
    if (!box || !scroller) return moved;
    return axis === 'x'
      ? scrollBy(scroller, 'scrollLeft', edgePull(box.right - x) - edgePull(x - box.left)) || moved
      : scrollBy(scroller, 'scrollTop', edgePull(box.bottom - y) - edgePull(y - box.top)) || moved;
  }
}

function scrollBy(element: HTMLElement, side: 'scrollLeft' | 'scrollTop', by: number): boolean {
  if (by === 0) return false;
  const before = element[side];
  element[side] += by;
  return element[side] !== before;
}
