/**
 * Dragging cards. @dnd-kit/dom's manager and pointer sensor decide when a drag begins, moves and ends (mouse, pen, touch,
 * Escape); where the pointer is over a place to drop is our own geometry. One Draggable exists at a time, for the card that
 * was pressed: registering every visible card cost a board of many cards twice the time to lift (speed.md).
 */
import { DragDropManager, Draggable, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { actedOn, useSelection } from '../data/selection.ts';
import { announce } from '../ui/announce.ts';
import type { CardRow } from './cards.ts';
import { beginOverlay } from './drag-overlay.ts';
import { Session, useDrag } from './drag-session.ts';
import { type CardList, lists, zones } from './drag-zones.ts';

<<<<<<< HEAD
export { useDrag } from './drag-session.ts';
export { type CardList, type DropZone, registerList, registerScroller, registerZone } from './drag-zones.ts';
=======
/** A list of cards on screen that cards can be dragged from. */
export interface CardList {
  readonly key: string;
  cardOf(id: string): CardRow | undefined;
  /** Ids in the order shown. */
  order(): readonly string[];
}

/** Somewhere cards can be dropped. */
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
  refusal(cards: readonly CardRow[], fromKey: string | null): string | null;
  /** What is to be said of it although it takes the cards. */
  caution?(cards: readonly CardRow[], fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], index: number, fromKey: string | null): void;
}

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

const lists = new Map<string, CardList>();
const zones = new Map<string, DropZone>();
const scrollers = new Map<HTMLElement, 'x' | 'both'>();

export function registerList(list: CardList): () => void {
  lists.set(list.key, list);
  return () => {
    if (lists.get(list.key) === list) lists.delete(list.key);
  };
}

export function registerZone(zone: DropZone): () => void {
  zones.set(zone.key, zone);
  rects.delete(zone.key);
  if (session) session.refuse(zone);
  return () => {
    if (zones.get(zone.key) === zone) zones.delete(zone.key);
  };
}

/** A container that scrolls sideways, or both ways, when a drag nears its edges. */
export function registerScroller(element: HTMLElement, axes: 'x' | 'both' = 'x'): () => void {
  scrollers.set(element, axes);
  return () => scrollers.delete(element);
}

const rects = new Map<string, DOMRect>();
function rectOf(zone: DropZone): DOMRect {
  let rect = rects.get(zone.key);
  if (!rect) {
    rect = zone.element.getBoundingClientRect();
    rects.set(zone.key, rect);
  }
  return rect;
}

/** px from an edge where scrolling begins, and the fastest it gets per frame. */
const edge = 56;
const fastest = 22;
/** px to scroll in this frame, so far from an edge. */
export const edgePull = (distance: number): number =>
  Math.ceil(fastest * Math.min(1, Math.max(0, (edge - distance) / edge)));

class Session {
  readonly cards: readonly CardRow[];
  readonly fromKey: string | null;
  readonly overlay: Overlay;
  #x: number;
  #y: number;
  #frame = 0;
  #dirty = true;

  constructor(cards: readonly CardRow[], fromKey: string | null, overlay: Overlay, x: number, y: number) {
    this.cards = cards;
    this.fromKey = fromKey;
    this.overlay = overlay;
    this.#x = x;
    this.#y = y;
    const refusals: Record<string, string> = {};
    const cautions: Record<string, string> = {};
    for (const zone of zones.values()) {
      const reason = zone.refusal(cards, fromKey);
      const caution = reason ? null : zone.caution?.(cards, fromKey);
      if (reason) refusals[zone.key] = reason;
      if (caution) cautions[zone.key] = caution;
    }
    useDrag.setState({
      ids: new Set(cards.map((card) => card.cardId)),
      fromKey,
      target: null,
      refusal: null,
      refusals,
      cautions,
    });
    this.#frame = requestAnimationFrame(this.#tick);
  }

  refuse(zone: DropZone): void {
    const reason = zone.refusal(this.cards, this.fromKey);
    const caution = reason ? null : (zone.caution?.(this.cards, this.fromKey) ?? null);
    const { refusals, cautions } = useDrag.getState();
    if ((refusals[zone.key] ?? null) === reason && (cautions[zone.key] ?? null) === caution) return;
    const { [zone.key]: _, ...rest } = refusals;
    const { [zone.key]: __, ...others } = cautions;
    useDrag.setState({
      refusals: reason ? { ...rest, [zone.key]: reason } : rest,
      cautions: caution ? { ...others, [zone.key]: caution } : others,
    });
  }

  move(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#dirty = true;
  }

  /** Turns of the wheel scroll what is under the pointer, as they would without a drag. */
  wheel(dx: number, dy: number): void {
    const { target } = useDrag.getState();
    const scroller = target && zones.get(target.key)?.scroller;
    if (scroller && dy !== 0) scroller.scrollTop += dy;
    for (const [element, axes] of scrollers) {
      if (dx !== 0) element.scrollLeft += dx;
      if (dy !== 0 && axes === 'both') element.scrollTop += dy;
    }
    rects.clear();
    this.#dirty = true;
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    useDrag.setState(idle);
  }

  /** Once per frame however many moves came: place the overlay, scroll, and look what is under the pointer. */
  #tick = (): void => {
    const scrolled = this.#scroll();
    if (this.#dirty || scrolled) {
      this.#dirty = false;
      this.overlay.move(this.#x, this.#y);
      this.look();
    }
    this.#frame = requestAnimationFrame(this.#tick);
  };

  look(): void {
    const zone = this.#zoneAt();
    const { target, refusal, refusals, cautions } = useDrag.getState();
    if (!zone) {
      if (target || refusal) useDrag.setState({ target: null, refusal: null });
      return;
    }
    const reason = refusals[zone.key] ?? null;
    const index = zone.indexAt(this.#x, this.#y);
    if (target?.key === zone.key && target.index === index && refusal === reason) return;
    if (target?.key !== zone.key) {
      const said = reason ?? cautions[zone.key];
      announce(said ? `${zone.title}: ${said}` : `Over ${zone.title}`);
    }
    useDrag.setState({ target: { key: zone.key, index }, refusal: reason });
    this.overlay.refuse(reason);
  }

  #zoneAt(): DropZone | null {
    let found: DropZone | null = null;
    for (const zone of zones.values()) {
      const { left, right, top, bottom } = rectOf(zone);
      if (this.#x < left || this.#x >= right || this.#y < top || this.#y >= bottom) continue;
      if (zone.within) {
        const shown = zone.within.getBoundingClientRect();
        if (this.#y < shown.top || this.#y >= shown.bottom || this.#x < shown.left || this.#x >= shown.right) continue;
      }
      if (!found || (zone.level ?? 0) > (found.level ?? 0)) found = zone;
    }
    return found;
  }

  #scroll(): boolean {
    let moved = false;
    for (const [element, axes] of scrollers) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (this.#y < top || this.#y > bottom || this.#x < left - edge || this.#x > right + edge) continue;
      const by = edgePull(right - this.#x) - edgePull(this.#x - left);
      const down = axes === 'both' ? edgePull(bottom - this.#y) - edgePull(this.#y - top) : 0;
      if (by === 0 && down === 0) continue;
      const [wasLeft, wasTop] = [element.scrollLeft, element.scrollTop];
      if (by !== 0) element.scrollLeft += by;
      if (down !== 0) element.scrollTop += down;
      if (element.scrollLeft !== wasLeft || element.scrollTop !== wasTop) {
        moved = true;
        rects.clear();
      }
    }
    const { target } = useDrag.getState();
    const zone = target && zones.get(target.key);
    if (zone?.scroller) {
      const rect = rectOf(zone);
      const by =
        zone.axis === 'x'
          ? edgePull(rect.right - this.#x) - edgePull(this.#x - rect.left)
          : edgePull(rect.bottom - this.#y) - edgePull(this.#y - rect.top);
      if (by !== 0) {
        const field = zone.axis === 'x' ? 'scrollLeft' : 'scrollTop';
        const before = zone.scroller[field];
        zone.scroller[field] += by;
        if (zone.scroller[field] !== before) moved = true;
      }
    }
    return moved;
  }
}
>>>>>>> origin/main

let session: Session | null = null;
let draggable: Draggable | null = null;
let clickToIgnore = false;

/** True right after a drag: the click that ends it opens nothing. */
export const endedDrag = (): boolean => clickToIgnore;

const cardElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-draggable][data-card-id]') : null;

/** Installs dragging for the whole window; returns what takes it away again. */
export function installDrag(): () => void {
  const manager = new DragDropManager({
    plugins: [],
    sensors: [
      PointerSensor.configure({
        activationConstraints: (event) =>
          event.pointerType === 'touch'
            ? [new PointerActivationConstraints.Delay({ value: 220, tolerance: 8 })]
            : [new PointerActivationConstraints.Distance({ value: 4 })],
        preventActivation: (event) =>
          event.target instanceof Element && event.target.closest('a, input, textarea, [data-no-drag]') !== null,
      }),
    ],
  });

  // On the way down, before the press arrives at the card: the sensor listens there by then.
  const pressed = (event: PointerEvent) => {
    if (session) return;
    const element = cardElement(event.target);
    if (!element || element === draggable?.element) return;
    draggable?.destroy();
    draggable = new Draggable({ id: element.dataset.cardId as string, element }, manager);
  };
  document.addEventListener('pointerdown', pressed, true);

  const stops = [
    manager.monitor.addEventListener('dragstart', (event) => {
      const element = event.operation.source?.element as HTMLElement | undefined;
      if (element) begin(element, event.operation.position.current);
    }),
    manager.monitor.addEventListener('dragend', (event) => finish(event.canceled)),
  ];
  // Positions come from the events themselves: the manager tells them a frame late, too late for a quick drop.
  const moved = (event: PointerEvent) => session?.move(event.clientX, event.clientY);
  window.addEventListener('pointermove', moved, true);
  window.addEventListener('pointerup', moved, true);
  return () => {
    document.removeEventListener('pointerdown', pressed, true);
    window.removeEventListener('pointermove', moved, true);
    window.removeEventListener('pointerup', moved, true);
    for (const stop of stops) stop();
    manager.destroy();
  };
}

/** The cards that a lift of one takes along: all that are selected with it, in the order shown. */
export function liftedWith(id: string, list: CardList): readonly CardRow[] {
  const chosen = new Set(useSelection.getState().selected.has(id) ? actedOn(id) : [id]);
  const cards = list
    .order()
    .filter((shown) => chosen.has(shown))
    .flatMap((shown) => list.cardOf(shown) ?? []);
  return [...new Map(cards.map((card) => [card.cardId, card])).values()];
}

function begin(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  const list = lists.get(element.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');
  const cards = list ? liftedWith(element.dataset.cardId as string, list) : [];
  if (cards.length === 0) return;
  const fromKey = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null;
  const wheel = (event: WheelEvent) => session?.wheel(event.deltaX, event.deltaY);
  session = new Session(cards, fromKey, beginOverlay(element, cards.length, x, y, wheel), x, y);
  document.body.classList.add('dragging-cards');
  announce(cards.length === 1 ? `Lifted ${cards[0]?.title}` : `Lifted ${cards.length} cards`);
}

function finish(canceled: boolean): void {
  const ended = session;
  if (!ended) return;
  ended.look();
  const { target, refusal } = useDrag.getState();
  session = null;
  clickToIgnore = true;
  setTimeout(() => {
    clickToIgnore = false;
  }, 0);
  document.body.classList.remove('dragging-cards');
  ended.end();
  const zone = target && zones.get(target.key);
  if (canceled || !zone || refusal) {
    ended.overlay.returnHome();
    announce(refusal ? `Not moved: ${refusal}` : 'Not moved');
    return;
  }
  zone.drop(ended.cards, target.index, ended.fromKey);
  ended.overlay.settle(ended.cards[0]?.cardId ?? '', zone.element);
}
