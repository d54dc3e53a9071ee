/**
 * Moves a deck in the sidebar, or a zone of a manual order by the head of its column. Menus and keys offer the same
 * moves.
 */
import { announceToScreenReaders } from '../ui/dom/announce-to-screen-readers.ts';
import { createHiddenElement } from '../ui/dom/create-element-mover.ts';
import { type DragCallbacks, registerDraggable } from './drag-manager.ts';
import type { Point } from './drop-targets.ts';
import styles from './reorder-drag.module.css';

export interface ReorderDragTarget<T> {
  readonly value: T;
  /** For screen readers: "after Gameplay". */
  readonly announcement: string;
  /** Shows the target, in px relative to the window. */
  readonly line: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

export interface ReorderDragOptions<T> {
  /** Follows the pointer. */
  readonly label: string;
  readonly source: HTMLElement;
  targetAt(at: Point): ReorderDragTarget<T> | null;
  drop(value: T): void;
}

class ReorderDrag<T> implements DragCallbacks {
  readonly #options: ReorderDragOptions<T>;
  readonly #label: HTMLElement;
  readonly #mark = createHiddenElement(styles.mark);
  readonly #listeners = new AbortController();
  #target: ReorderDragTarget<T> | null = null;
  #at: Point;

  constructor(options: ReorderDragOptions<T>, from: Point) {
    this.#options = options;
    this.#at = from;
    this.#label = createHiddenElement(styles.label, options.label);
    document.body.append(this.#mark, this.#label);
    options.source.classList.add(styles.lifted ?? '');
    announceToScreenReaders(`Lifted ${options.label}`);
    document.addEventListener('scroll', () => this.move(this.#at), { capture: true, signal: this.#listeners.signal });
    this.move(from);
  }

  move(to: Point): void {
    this.#at = to;
    this.#label.style.transform = `translate3d(${to.x + 10}px, ${to.y + 8}px, 0)`;
    const target = this.#options.targetAt(to);
    if (target && target.announcement !== this.#target?.announcement) announceToScreenReaders(target.announcement);
    this.#target = target;
    this.#mark.hidden = target === null;
    if (!target) return;
    const { left, top, width, height } = target.line;
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
    else announceToScreenReaders('Not moved');
  }
}

/** Must be called while `pointerdown` is dispatched. */
export function makeDraggableToReorder<T>(options: ReorderDragOptions<T>): void {
  registerDraggable(options.source, 'position', 'position', (from) => new ReorderDrag(options, from));
}
