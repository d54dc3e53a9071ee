/**
 * A copy of the card that follows the pointer, or in a keyboard drag the target position. It replaces @dnd-kit's
 * Feedback plugin, whose style element and custom properties make the browser recalculate the styles of the page.
 * drag-manager.ts has the benchmarks of the plugin.
 */
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { createElementMover, createHiddenElement } from '../ui/dom/create-element-mover.ts';
import { cardSelector } from '../workbench/reveal-card.ts';
import styles from './drag.module.css';
import type { Point } from './drop-targets.ts';

export interface DragOverlay {
  /** The point at which the person grabbed the card moves to `to`. */
  move(to: Point): void;
  /** Shown next to the overlay; null hides it. */
  showRefusal(reason: string | null): void;
  /** Makes the drop zone under the overlay visible. */
  setTransparent(isTransparent: boolean): void;
  /** To the card's new position within `container`. Then removes the overlay. */
  animateToCard(cardId: string, container: HTMLElement): void;
  /** To the position of the lifted card. Then removes the overlay. */
  animateBack(): void;
}

const animationMs = 160;

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

let shownOverlayCount = 0;
/** Includes the animation after a drop. */
export const isDragOverlayShown = (): boolean => shownOverlayCount > 0;

/**
 * During a keyboard drag, the person can neither hover over nor press anything. Returns the function that removes the
 * cover.
 */
export function coverWindowDuringDrag(): () => void {
  const pane = createHiddenElement(styles.pane);
  const forget = afterNextPaint(() => document.body.append(pane));
  return () => {
    forget();
    pane.remove();
  };
}

/**
 * Removes from the copy the attributes by which code finds cards, and those that make the card focusable or show it as
 * focused.
 */
export function cloneCardElement(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const name of ['id', 'data-card-id', 'data-draggable', 'tabindex', 'data-focused']) copy.removeAttribute(name);
  return copy;
}

/** `start` is the measured box of the card, `count` the number of dragged cards, and `from` where the drag starts. */
export function showDragOverlay(source: HTMLElement, start: DOMRect, count: number, from: Point): DragOverlay {
  const overlay = createHiddenElement(styles.overlay);
  const copy = cloneCardElement(source);
  copy.classList.add(styles.copy ?? '');
  copy.style.width = `${start.width}px`;
  copy.style.height = `${start.height}px`;
  overlay.append(copy);
  if (count > 1) {
    overlay.append(createHiddenElement(styles.badge, String(count)));
    overlay.classList.add(styles.many ?? '');
  }
  const refusalNote = createHiddenElement(styles.note);
  refusalNote.hidden = true;
  overlay.append(refusalNote);
  document.body.append(overlay);
  shownOverlayCount++;
  let { left, top } = start;
  let refusal: string | null = null;
  const moveTo = createElementMover(overlay, left, top);

  const remove = () => {
    overlay.remove();
    shownOverlayCount--;
  };
  const animateTo = (end: DOMRect, done?: () => void) => {
    const finish = () => {
      remove();
      done?.();
    };
    if (prefersReducedMotion()) return finish();
    const animation = overlay.animate(
      [
        { transform: `translate3d(${left}px, ${top}px, 0)` },
        { transform: `translate3d(${end.left}px, ${end.top}px, 0)` },
      ],
      { duration: animationMs, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    );
    animation.onfinish = finish;
    animation.oncancel = finish;
  };

  return {
    move(to) {
      left = start.left + to.x - from.x;
      top = start.top + to.y - from.y;
      moveTo(left, top);
    },
    showRefusal(reason) {
      if (reason === refusal) return;
      refusal = reason;
      refusalNote.hidden = reason === null;
      if (reason !== null) refusalNote.textContent = reason;
      overlay.classList.toggle(styles.refused ?? '', reason !== null);
    },
    setTransparent(isTransparent) {
      overlay.classList.toggle(styles.faint ?? '', isTransparent);
    },
    animateToCard(cardId, container) {
      // The board renders the card at its new position only in the next frame.
      requestAnimationFrame(() => {
        const card = container.querySelector<HTMLElement>(cardSelector(cardId));
        if (!card) return remove();
        // An element with `visibility: hidden` loses the focus.
        card.style.opacity = '0';
        animateTo(card.getBoundingClientRect(), () => {
          card.style.opacity = '';
        });
      });
    },
    animateBack: () => animateTo(source.isConnected ? source.getBoundingClientRect() : start),
  };
}
