/** What follows the pointer during a drag: a copy of the card's face, made once and moved by transform alone. */

import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { translateLayer } from '../ui/dom/translate-layer.ts';
import styles from './drag.module.css';

export interface Overlay {
  move(x: number, y: number): void;
  /** Says beside it why the place under the pointer will not do; null takes it away. */
  refuse(reason: string | null): void;
  /** Glides to where the card now stands, then goes. */
  settle(cardId: string, within: HTMLElement): void;
  /** Glides back to where it was lifted. */
  returnHome(): void;
}

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

let shown = 0;
/** Whether a picture of something dragged is on screen. */
export const isOverlayShown = (): boolean => shown > 0;

/** Covers the window while keys carry cards: what lies below is neither hovered nor pressed. Answers what uncovers it. */
export function coverWindow(): () => void {
  const pane = document.createElement('div');
  pane.className = styles.pane ?? '';
  const forget = afterNextPaint(() => document.body.append(pane));
  return () => {
    forget();
    pane.remove();
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** `start` is where the card is, measured before the drag changed anything; `grip` where it was pressed; `at` where that is now. */
export function beginOverlay(source: HTMLElement, start: DOMRect, count: number, grip: Point, at: Point): Overlay {
  const offsetX = grip.x - start.left;
  const offsetY = grip.y - start.top;
  const holder = document.createElement('div');
  holder.className = styles.overlay ?? '';
  holder.setAttribute('aria-hidden', 'true');
  const copy = source.cloneNode(true) as HTMLElement;
  // The copy is a picture: found by nobody, focused by nothing.
  for (const name of ['id', 'data-card-id', 'data-draggable', 'tabindex', 'data-focused']) copy.removeAttribute(name);
  copy.classList.add(styles.copy ?? '');
  copy.style.width = `${start.width}px`;
  copy.style.height = `${start.height}px`;
  holder.append(copy);
  if (count > 1) {
    const badge = document.createElement('span');
    badge.className = styles.badge ?? '';
    badge.textContent = String(count);
    holder.append(badge);
    holder.classList.add(styles.many ?? '');
  }
  const note = document.createElement('span');
  note.className = styles.note ?? '';
  note.hidden = true;
  holder.append(note);
  document.body.append(holder);
  shown++;
  let left = at.x - offsetX;
  let top = at.y - offsetY;
  const place = translateLayer(holder, left, top);

  const remove = () => {
    holder.remove();
    shown--;
  };
  const glide = (toLeft: number, toTop: number, done?: () => void) => {
    const finish = () => {
      remove();
      done?.();
    };
    if (still()) return finish();
    const glided = holder.animate(
      [{ transform: `translate3d(${left}px, ${top}px, 0)` }, { transform: `translate3d(${toLeft}px, ${toTop}px, 0)` }],
      { duration: 160, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    );
    glided.onfinish = finish;
    glided.oncancel = finish;
  };

  return {
    move(nextX, nextY) {
      left = nextX - offsetX;
      top = nextY - offsetY;
      place(left, top);
    },
    refuse(reason) {
      note.hidden = reason === null;
      if (reason !== null) note.textContent = reason;
      holder.classList.toggle(styles.refused ?? '', reason !== null);
    },
    settle(cardId, within) {
      // One frame for the board to show the card in its new place.
      requestAnimationFrame(() => {
        const place = within.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(cardId)}"]`);
        if (!place) {
          remove();
          return;
        }
        const end = place.getBoundingClientRect();
        // Not hidden: what is hidden loses the focus.
        place.style.opacity = '0';
        glide(end.left, end.top, () => {
          place.style.opacity = '';
        });
      });
    },
    returnHome() {
      const now = source.isConnected ? source.getBoundingClientRect() : start;
      glide(now.left, now.top);
    },
  };
}
