/**
 * Dragging what is not a card: decks in the sidebar, zones by their heads. The pointer is followed only after it moved a
 * little, so that a click stays a click; Escape lets go. Each use has a twin in a menu and by keys.
 */
import { type Drag, followPress } from './drag-sensor.ts';
import styles from './pointer-drag.module.css';

export interface Target<T> {
  readonly value: T;
  /** What is said of it: "after Gameplay". */
  readonly name: string;
  /** Where the line is drawn, in px of the window. */
  readonly mark: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

export interface LiftOptions<T> {
  /** What follows the pointer. */
  readonly text: string;
  readonly source: HTMLElement;
  /** Scrolls when the pointer nears its ends. */
  readonly scroller: HTMLElement | null;
  readonly axis: 'x' | 'y';
  targetAt(x: number, y: number): Target<T> | null;
  drop(value: T): void;
  say(text: string): void;
}

/** px: a press that moves less is a click. */
const threshold = 5;
/** px from an end of the scroller where it begins to scroll, and the most per frame. */
const edge = 40;
const fastest = 14;

function element(className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement('div');
  made.className = className ?? '';
  made.textContent = text;
  made.setAttribute('aria-hidden', 'true');
  return made;
}

class Lift<T> implements Drag {
  readonly #options: LiftOptions<T>;
  readonly #pane = element(styles.pane);
  readonly #ghost: HTMLElement;
  readonly #mark = element(styles.mark);
  #target: Target<T> | null = null;
  #x = 0;
  #y = 0;
  #frame = 0;

  constructor(options: LiftOptions<T>) {
    this.#options = options;
    this.#ghost = element(styles.ghost, options.text);
    this.#mark.hidden = true;
    document.body.append(this.#pane, this.#mark, this.#ghost);
    options.source.classList.add(styles.lifted ?? '');
    options.say(`Lifted ${options.text}`);
    this.#frame = requestAnimationFrame(this.#tick);
  }

  move(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#ghost.style.transform = `translate3d(${x + 10}px, ${y + 8}px, 0)`;
    this.#look();
  }

  #look(): void {
    const target = this.#options.targetAt(this.#x, this.#y);
    if (target && target.name !== this.#target?.name) this.#options.say(target.name);
    this.#target = target;
    this.#mark.hidden = target === null;
    if (!target) return;
    const { left, top, width, height } = target.mark;
    Object.assign(this.#mark.style, {
      transform: `translate3d(${left}px, ${top}px, 0)`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }

  #tick = (): void => {
    const { scroller, axis } = this.#options;
    if (scroller) {
      const rect = scroller.getBoundingClientRect();
      const [at, start, end] = axis === 'y' ? [this.#y, rect.top, rect.bottom] : [this.#x, rect.left, rect.right];
      const pull = (distance: number) => fastest * Math.min(1, Math.max(0, (edge - distance) / edge));
      const by = Math.round(pull(end - at) - pull(at - start));
      if (by !== 0) {
        if (axis === 'y') scroller.scrollTop += by;
        else scroller.scrollLeft += by;
        this.#look();
      }
    }
    this.#frame = requestAnimationFrame(this.#tick);
  };

  end(isDropped: boolean): void {
    cancelAnimationFrame(this.#frame);
    for (const part of [this.#pane, this.#ghost, this.#mark]) part.remove();
    this.#options.source.classList.remove(styles.lifted ?? '');
    if (isDropped && this.#target) this.#options.drop(this.#target.value);
    else this.#options.say('Not moved');
  }
}

/** Watches a press of the main button; it becomes a drag once the pointer has moved. */
export function liftOnMove<T>(press: PointerEvent, options: LiftOptions<T>): void {
  const begin = (x: number, y: number) => {
    const lift = new Lift(options);
    lift.move(x, y);
    return lift;
  };
  followPress(press, { threshold, begin });
}
