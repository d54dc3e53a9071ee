/** One drag by pointer: what is under it, what scrolls, and what the cards would do there. */
import { create } from 'zustand';
import type { CardRow } from '../model/card-row.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { announce } from '../ui/dom/announce.ts';
import type { Overlay } from './drag-overlay.ts';
import { endMark, markDrop, prepareMark } from './drop-indicator.ts';
import { type DropZone, onZone, Places, scrollers, zones } from './drop-targets.ts';

/** What a zone says of the cards in the air. */
interface Said {
  /** Why it does not take them. */
  readonly refusal: string | null;
  /** What is to be said of it although it takes them. */
  readonly caution: string | null;
}

export interface DragState {
  readonly ids: ReadonlySet<string>;
  readonly fromKey: string | null;
  readonly target: { readonly key: string; readonly index: number } | null;
  /** Why the zone under the pointer does not take the cards. */
  readonly refusal: string | null;
  /** What zones say, by key; those with nothing to say are left out. */
  readonly said: Readonly<Record<string, Said>>;
}

const idle: DragState = { ids: new Set(), fromKey: null, target: null, refusal: null, said: {} };
export const useDrag = create<DragState>(() => idle);

const nothing: Said = { refusal: null, caution: null };
/** What is in the air; told with the first aim. */
let air: Pick<DragState, 'ids' | 'fromKey'> = idle;
/** Asks a zone about the cards in the air, once. */
let sayOf: (zone: DropZone) => Said = () => nothing;

export const cautionOf = (zone: DropZone): string | null => sayOf(zone).caution;

/**
 * The cards are in the air, as soon as they are aimed somewhere; answers how they land. What zones say of them is shown once
 * the first frame is out.
 */
export function liftInto(cards: readonly CardRow[], fromKey: string | null): () => void {
  const asked = new Map<string, Said>();
  let isTold = false;
  sayOf = (zone) => {
    const known = asked.get(zone.key);
    if (known) return known;
    const refusal = zone.refusal(cards, fromKey);
    const said = { refusal, caution: (refusal === null && zone.caution?.(cards, fromKey)) || null };
    asked.set(zone.key, said);
    return said;
  };
  const tell = () => {
    isTold = true;
    const all = [...zones.values()].map((zone) => [zone.key, sayOf(zone)] as const);
    const telling = all.filter(([, { refusal, caution }]) => refusal !== null || caution !== null);
    useDrag.setState({ said: Object.fromEntries(telling) });
  };
  const forget = afterNextPaint(tell);
  air = { ids: new Set(cards.map((card) => card.cardId)), fromKey };
  prepareMark();
  const stop = onZone((zone) => {
    const before = asked.get(zone.key) ?? nothing;
    asked.delete(zone.key);
    if (!isTold) return;
    const now = sayOf(zone);
    if (now.refusal !== before.refusal || now.caution !== before.caution) tell();
  });
  return () => {
    forget();
    stop();
    endMark();
    sayOf = () => nothing;
    useDrag.setState(idle);
  };
}

/** Aims at an index of a zone, or at nothing; answers why the zone would refuse. */
export function setDropTarget(zone: DropZone | null, index: number): string | null {
  const { ids, target, refusal } = useDrag.getState();
  const reason = zone && sayOf(zone).refusal;
  const isThere = target ? target.key === zone?.key && target.index === index : zone === null;
  if (!isThere || refusal !== reason || ids !== air.ids)
    useDrag.setState({ ...air, target: zone ? { key: zone.key, index } : null, refusal: reason });
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
  readonly #stopWaiting: () => void;
  #x: number;
  #y: number;
  #frame = 0;
  #zone: DropZone | null = null;
  #reason: string | null = null;
  /** What was looked at last is what is under the pointer. */
  #isLooked = false;

  /** `show` makes what follows the pointer, where it is by then: once all that is to be measured has been, since it changes the page. */
  constructor(cards: readonly CardRow[], fromKey: string | null, x: number, y: number, show: () => Overlay) {
    this.cards = cards;
    this.fromKey = fromKey;
    this.#x = x;
    this.#y = y;
    this.#land = liftInto(cards, fromKey);
    const reason = this.#aim(false);
    this.overlay = show();
    this.#refuse(reason);
    this.#stopZones = onZone(this.#moved);
    document.addEventListener('scroll', this.#scrolled, true);
    window.addEventListener('resize', this.#moved);
    announce(cards.length === 1 ? `Lifted ${cards[0]?.title}` : `Lifted ${cards.length} cards`);
    // It may have been lifted at an edge.
    this.#stopWaiting = afterNextPaint(() => {
      if (this.#scroll()) this.#ask();
    });
  }

  move(x: number, y: number): void {
    if (x !== this.#x || y !== this.#y) this.#isLooked = false;
    this.#x = x;
    this.#y = y;
    this.#ask();
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopZones();
    this.#stopWaiting();
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

  #aim(isSaid = true): string | null {
    const zone = this.#places.zoneAt(this.#x, this.#y);
    const reason = setDropTarget(zone, zone?.indexAt(this.#x, this.#y) ?? 0);
    if (isSaid && zone && zone !== this.#zone) {
      const said = reason ?? cautionOf(zone);
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
    for (const [element, axes] of scrollers) {
      const box = this.#places.scrollerBox(element);
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
