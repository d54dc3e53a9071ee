/**
 * The overlay of a card drag: a copy of the card's face that follows the pointer. Instead of @dnd-kit's Feedback plugin, whose
 * style element and custom properties restyle the page: with it, board-lift takes p95 100 ms (budget 40) and board-drag
 * drops 103 frames where an empty page drops 32 (at most 1.2 times).
 */
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { translateLayer } from '../ui/dom/translate-layer.ts';
import styles from './drag.module.css';
import type { Point } from './drop-targets.ts';

export interface Overlay {
  /** Moves with the pointer, px in the window. */
  move(to: Point): void;
  /** Shows beside the overlay why the zone below refuses the cards; null hides the reason. */
  refuse(reason: string | null): void;
  /** Lets the zone below show through. */
  fade(isFaint: boolean): void;
  /** Glides to the card's new position, then disappears. */
  settle(cardId: string, within: HTMLElement): void;
  /** Glides back to where the card was lifted, then disappears. */
  returnHome(): void;
}

const glideMs = 160;

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

let shown = 0;
/** Whether the overlay of a drag is on screen, also while it glides after a drop. */
export const isOverlayShown = (): boolean => shown > 0;

/** Covers the window while keys drag, so that nothing below is hovered or pressed; returns the function that uncovers it. */
export function coverWindow(): () => void {
  const pane = document.createElement('div');
  pane.className = styles.pane ?? '';
  const forget = afterNextPaint(() => document.body.append(pane));
  return () => {
    forget();
    pane.remove();
  };
}

/** A copy of a card's element that nothing finds or focuses. */
export function cloneForDrag(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const name of ['id', 'data-card-id', 'data-draggable', 'tabindex', 'data-focused']) copy.removeAttribute(name);
  return copy;
}

/** Shows the overlay of a card at `start`, its measured box; it moves with the pointer, which is at `from`. */
export function beginOverlay(source: HTMLElement, start: DOMRect, count: number, from: Point): Overlay {
  const overlay = document.createElement('div');
  overlay.className = styles.overlay ?? '';
  overlay.setAttribute('aria-hidden', 'true');
  const copy = cloneForDrag(source);
  copy.classList.add(styles.copy ?? '');
  copy.style.width = `${start.width}px`;
  copy.style.height = `${start.height}px`;
  overlay.append(copy);
  if (count > 1) {
    const badge = document.createElement('span');
    badge.className = styles.badge ?? '';
    badge.textContent = String(count);
    overlay.append(badge);
    overlay.classList.add(styles.many ?? '');
  }
  const note = document.createElement('span');
  note.className = styles.note ?? '';
  note.hidden = true;
  overlay.append(note);
  document.body.append(overlay);
  shown++;
  let { left, top } = start;
  let refusal: string | null = null;
  const moveTo = translateLayer(overlay, left, top);

  const remove = () => {
    overlay.remove();
    shown--;
  };
  const glide = (end: DOMRect, done?: () => void) => {
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
      { duration: glideMs, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
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
    refuse(reason) {
      if (reason === refusal) return;
      refusal = reason;
      note.hidden = reason === null;
      if (reason !== null) note.textContent = reason;
      overlay.classList.toggle(styles.refused ?? '', reason !== null);
    },
    fade(isFaint) {
      overlay.classList.toggle(styles.faint ?? '', isFaint);
    },
    settle(cardId, within) {
      // The board shows the card in its new position one frame later.
      requestAnimationFrame(() => {
        const card = within.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(cardId)}"]`);
        if (!card) return remove();
        // Not `visibility`: a hidden element loses the focus.
        card.style.opacity = '0';
        glide(card.getBoundingClientRect(), () => {
          card.style.opacity = '';
        });
      });
    },
    returnHome: () => glide(source.isConnected ? source.getBoundingClientRect() : start),
  };
}
