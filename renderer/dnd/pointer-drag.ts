/** Dragging decks in the sidebar and zones by their heads to another position. A menu and keys do the same. */
import { announce } from '../ui/dom/announce.ts';
import { type DragHandler, makeDraggable } from './drag-manager.ts';
import type { Point } from './drop-targets.ts';
import styles from './pointer-drag.module.css';

export interface Target<T> {
  readonly value: T;
  /** Announced: "after Gameplay". */
  readonly name: string;
  /** The indicator line, px in the window. */
  readonly mark: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

export interface PointerDragOptions<T> {
  /** Follows the pointer. */
  readonly text: string;
  readonly source: HTMLElement;
  /** Where a drop at a point would go, or null. */
  targetAt(at: Point): Target<T> | null;
  drop(value: T): void;
}

function createElement(className: string | undefined, text = ''): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  element.textContent = text;
  element.setAttribute('aria-hidden', 'true');
  return element;
}

class PointerDrag<T> implements DragHandler {
  readonly #options: PointerDragOptions<T>;
  readonly #label: HTMLElement;
  readonly #mark = createElement(styles.mark);
  readonly #listeners = new AbortController();
  #target: Target<T> | null = null;
  #at: Point;

  constructor(options: PointerDragOptions<T>, from: Point) {
    this.#options = options;
    this.#at = from;
    this.#label = createElement(styles.label, options.text);
    document.body.append(this.#mark, this.#label);
    options.source.classList.add(styles.lifted ?? '');
    announce(`Lifted ${options.text}`);
    document.addEventListener('scroll', () => this.move(this.#at), { capture: true, signal: this.#listeners.signal });
    this.move(from);
  }

  move(to: Point): void {
    this.#at = to;
    this.#label.style.transform = `translate3d(${to.x + 10}px, ${to.y + 8}px, 0)`;
    const target = this.#options.targetAt(to);
    if (target && target.name !== this.#target?.name) announce(target.name);
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

  end(isDropped: boolean, at: Point): void {
    if (isDropped) this.move(at);
    this.#listeners.abort();
    this.#label.remove();
    this.#mark.remove();
    this.#options.source.classList.remove(styles.lifted ?? '');
    if (isDropped && this.#target) this.#options.drop(this.#target.value);
    else announce('Not moved');
  }
}

/** Makes `source` draggable. */
export function dragByPointer<T>(options: PointerDragOptions<T>): void {
  makeDraggable(options.source, 'position', 'position', (from) => new PointerDrag(options, from));
}
