/**
 * Dragging cards by mouse, pen and touch. @dnd-kit's manager holds the drag: what is dragged, from where, whether it
 * goes on; a sensor of ours follows the press, and where the pointer is over a place to drop is our own geometry. Cards
 * register nothing for it: the one that is pressed becomes draggable, since registering every visible card cost a board
 * of many cards twice the time to lift.
 */
import { DragDropManager, Draggable, type Droppable, Sensor } from '@dnd-kit/abstract';
import { actedOn, useSelection } from '../data/selection.ts';
import type { CardRow } from '../model/card-row.ts';
import { announce } from '../ui/dom/announce.ts';
import { beginOverlay } from './drag-overlay.ts';
import { followPress, holdScrolling } from './drag-sensor.ts';
import { Session, useDrag } from './drag-session.ts';
import { type CardList, lists, zones } from './drop-targets.ts';

export { edgePull, useDrag } from './drag-session.ts';
export { type CardList, type DropZone, registerList, registerScroller, registerZone } from './drop-targets.ts';

/** px that a mouse or pen moves, and ms that a finger rests, before a press is a drag. */
const threshold = 4;
const rest = 220;

interface Pressed {
  readonly element: HTMLElement;
  readonly press: PointerEvent;
}
type Manager = DragDropManager<Draggable<Pressed>, Droppable>;

/**
 * The pointer is what it pressed's until it is let go: nothing else is hovered, gives the cursor or is looked for below
 * it. Without, what the drag passes would be drawn hovered. Answers what gives it back.
 */
function hold({ target, pointerId }: PointerEvent): () => void {
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return () => undefined;
  try {
    target.setPointerCapture(pointerId);
  } catch {
    // The pointer is gone already.
    return () => undefined;
  }
  target.style.cursor = 'grabbing';
  return () => {
    target.style.cursor = '';
    if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
  };
}

/**
 * In place of the kit's sensor for pages. That one listens for touches of whatever is dragged, and Chromium, told of
 * such a listener, draws the whole page anew at every lift; it also tells moves a frame late, too late for a quick
 * drop.
 */
class PressSensor extends Sensor<Manager> {
  bind(source: Draggable<Pressed>): () => void {
    const { actions } = this.manager;
    const { press } = source.data;
    const letGo = followPress(press, {
      threshold,
      rest,
      begin: (x, y) => {
        if (actions.start({ source, event: press, coordinates: { x, y } }).signal.aborted) return null;
        const giveBack = hold(press);
        return {
          move: (toX, toY) => actions.move({ to: { x: toX, y: toY } }),
          end: (isDropped) => {
            actions.stop({ canceled: !isDropped });
            giveBack();
          },
        };
      },
    });
    return () => {
      letGo();
      source.destroy();
    };
  }
}

/** Installs dragging for the whole window; returns what takes it away again. */
export function installDrag(): () => void {
  const manager: Manager = new DragDropManager();
  const sensor = new PressSensor(manager);
  let session: Session | null = null;
  manager.monitor.addEventListener('beforedragstart', (event) => {
    const { source, position } = event.operation;
    session = source && begin(source.data as Pressed, position.initial);
    if (!session) event.preventDefault();
  });
  manager.monitor.addEventListener('dragmove', ({ to }) => {
    if (to) session?.move(to.x, to.y);
  });
  manager.monitor.addEventListener('dragend', ({ canceled }) => {
    if (session) finish(session, !canceled);
    session = null;
  });

  let letGo: () => void = () => undefined;
  const pressed = (event: PointerEvent) => {
    const { target } = event;
    if (!event.isPrimary || !(target instanceof Element) || target.closest('a, input, textarea, [data-no-drag]'))
      return;
    const element = target.closest<HTMLElement>('[data-draggable][data-card-id]');
    if (!element) return;
    letGo();
    const id = element.dataset.cardId as string;
    const source = new Draggable<Pressed>({ id, data: { element, press: event } }, manager);
    letGo = sensor.bind(source);
  };
  holdScrolling();
  document.addEventListener('pointerdown', pressed);
  return () => {
    document.removeEventListener('pointerdown', pressed);
    letGo();
    manager.destroy();
  };
}

/** The cards that a lift of one takes along: all that are selected with it, in the order shown. */
export function liftedWith(id: string, list: CardList): readonly CardRow[] {
  const chosen = new Set(useSelection.getState().selected.has(id) ? actedOn(id) : [id]);
  // Thousands may be shown: for one card they need not be gone through.
  const one = chosen.size === 1 ? list.cardOf(id) : undefined;
  if (one) return [one];
  const cards = list
    .order()
    .filter((shown) => chosen.has(shown))
    .flatMap((shown) => list.cardOf(shown) ?? []);
  return [...new Map(cards.map((card) => [card.cardId, card])).values()];
}

function begin({ element, press }: Pressed, { x, y }: { x: number; y: number }): Session | null {
  const list = lists.get(element.closest<HTMLElement>('[data-card-list]')?.dataset.cardList ?? '');
  const cards = list ? liftedWith(element.dataset.cardId as string, list) : [];
  if (cards.length === 0) return null;
  const fromKey = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? null;
  const start = element.getBoundingClientRect();
  const show = () => beginOverlay(element, start, cards.length, { x: press.clientX, y: press.clientY }, { x, y });
  const session = new Session(cards, fromKey, x, y, show);
  document.body.classList.add('dragging-cards');
  return session;
}

function finish(session: Session, isDropped: boolean): void {
  session.look();
  const { target, refusal } = useDrag.getState();
  const zone = target && zones.get(target.key);
  const isTaken = isDropped && zone && !refusal;
  // Where it goes back to is measured before anything changes the page.
  if (!isTaken) session.overlay.returnHome();
  document.body.classList.remove('dragging-cards');
  session.end();
  if (!isTaken) {
    announce(refusal ? `Not moved: ${refusal}` : 'Not moved');
    return;
  }
  zone.drop(session.cards, target.index, session.fromKey);
  session.overlay.settle(session.cards[0]?.cardId ?? '', zone.element);
}
