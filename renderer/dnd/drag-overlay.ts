/**
 * The overlay of a card drag: a copy of the card that follows the pointer, or in a keyboard drag the target position.
 * It replaces @dnd-kit's Feedback plugin, whose style element and custom properties make the browser recalculate the
 * styles of the page. drag-manager.ts has the benchmarks of the plugin.
 */
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { createElementMover } from '../ui/dom/create-element-mover.ts';
import { cardSelector } from '../workbench/reveal-card.ts';
import { createHiddenElement } from './create-hidden-element.ts';
import styles from './drag.module.css';
import type { Point } from './drop-targets.ts';

export interface DragOverlay {
  /** Moves the overlay so that the point at which the person grabbed the card is at `to`. */
  move(to: Point): void;
  /** Shows next to the overlay why the drop zone under the pointer refuses the cards; null hides the reason. */
  showRefusal(reason: string | null): void;
  /** Makes the overlay transparent, so that the drop zone under it is visible; false makes it opaque again. */
  setTransparent(isTransparent: boolean): void;
  /** Animates the overlay to the card's new position within the element `container`, then removes it. */
  animateToCard(cardId: string, container: HTMLElement): void;
  /** Animates the overlay back to the position of the lifted card, then removes it. */
  animateBack(): void;
}

const animationMs = 160;

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

let shownOverlayCount = 0;
/** Returns true while the overlay of a drag is on screen, including its animation after a drop. */
export const isDragOverlayShown = (): boolean => shownOverlayCount > 0;

/**
 * Covers the window during a keyboard drag, so that the person can neither hover over nor press anything. Returns the
 * function that removes the cover.
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
 * Returns a copy of a card's element. Removes from the copy the attributes by which code finds cards, and the
 * attributes that make the card focusable or show it as focused.
 */
export function cloneCardElement(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const name of ['id', 'data-card-id', 'data-draggable', 'tabindex', 'data-focused']) copy.removeAttribute(name);
  return copy;
}

/**
 * Shows the overlay of a card drag. `start` is the measured box of the card, `count` the number of dragged cards, and
 * `from` the position at which the drag starts.
 */
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
      // Waits for the next frame, because the board renders the card at its new position only then.
      requestAnimationFrame(() => {
        const card = container.querySelector<HTMLElement>(cardSelector(cardId));
        if (!card) return remove();
        // The card is hidden with `opacity`, because an element with `visibility: hidden` loses the focus.
        card.style.opacity = '0';
        animateTo(card.getBoundingClientRect(), () => {
          card.style.opacity = '';
        });
      });
    },
    animateBack: () => animateTo(source.isConnected ? source.getBoundingClientRect() : start),
  };
}
