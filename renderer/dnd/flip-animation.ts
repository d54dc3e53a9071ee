/**
 * Animates finished cards from where they were to the done pile or column. Copies fly over the page; the page itself shows
 * its new state from the first frame on.
 */
import { type ActStep, onSend } from '../data/act.ts';
import styles from './drag.module.css';
import { cloneForDrag, isOverlayShown, prefersReducedMotion } from './drag-overlay.ts';

const durationMs = 190;
/** The board shows the change within this time; a card that has not moved by then stays. */
const timeoutMs = 600;
/** At most this many cards are animated at once. */
const maxCards = 6;
/** Shorter moves are not animated. */
const minDistancePx = 16;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Ids of the cards that the steps set to done. */
function cardsFinishedBy(steps: readonly ActStep[]): string[] {
  return steps.flatMap(({ action, params }) => {
    if (params.status !== 'done') return [];
    if (action === 'cards/update' && typeof params.id === 'string') return [params.id];
    if (action === 'cards/bulkUpdate' && Array.isArray(params.ids)) return params.ids as string[];
    return [];
  });
}

/** Animates cards that this window finishes; returns the function that stops it. */
export const animateFinishedCards = (): (() => void) =>
  onSend((steps) => {
    const ids = cardsFinishedBy(steps);
    // Dragged cards have an overlay of their own.
    if (ids.length === 0 || prefersReducedMotion() || isOverlayShown()) return;
    for (const id of ids.slice(0, maxCards))
      for (const element of document.querySelectorAll<HTMLElement>(selectorOf(id)))
        if (isVisible(element)) animateMove(element, id);
  });

const selectorOf = (id: string) => `[data-card-list] [data-card-id="${CSS.escape(id)}"]`;

function isVisible(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + Math.min(16, height / 2));
  return at !== null && element.contains(at);
}

function animateMove(element: HTMLElement, id: string): void {
  const from = element.getBoundingClientRect();
  const list = element.closest('[data-card-list]');
  const deadline = performance.now() + timeoutMs;
  const check = () => {
    const now = element.isConnected ? element.getBoundingClientRect() : null;
    if (now && Math.hypot(now.left - from.left, now.top - from.top) < minDistancePx) {
      if (performance.now() < deadline) requestAnimationFrame(check);
    } else if (now)
      // A list item clips its card (`contain: paint`), so the item moves.
      (element.closest('li') ?? element).animate(
        [{ transform: `translate(${from.left - now.left}px, ${from.top - now.top}px)` }, { transform: 'none' }],
        { duration: durationMs, easing },
      );
    else animateLeave(element, from, list?.isConnected ? list : null, id);
  };
  requestAnimationFrame(check);
}

function animateLeave(element: HTMLElement, from: DOMRect, list: Element | null, id: string): void {
  const found = list?.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(id)}"]`);
  const target = found && isVisible(found) ? found : null;
  const pile = target ?? list?.querySelector<HTMLElement>('[data-done-pile]');
  const overlay = document.createElement('div');
  overlay.className = styles.overlay ?? '';
  overlay.setAttribute('aria-hidden', 'true');
  overlay.dataset.departing = '';
  const copy = cloneForDrag(element);
  copy.style.width = `${from.width}px`;
  overlay.append(copy);
  document.body.append(overlay);
  const start = `translate(${from.left}px, ${from.top}px)`;
  const to = pile?.getBoundingClientRect();
  const end = target
    ? { transform: `translate(${to?.left}px, ${to?.top}px)` }
    : to
      ? { transform: `translate(${to.left}px, ${to.top}px) scale(0.4)`, opacity: 0 }
      : { transform: `translate(${from.left}px, ${from.top + 10}px) scale(0.97)`, opacity: 0 };
  if (target) target.style.visibility = 'hidden';
  const animation = overlay.animate([{ transform: start, opacity: 1 }, end], { duration: durationMs, easing });
  const finish = () => {
    overlay.remove();
    if (target) target.style.visibility = '';
  };
  animation.onfinish = finish;
  animation.oncancel = finish;
}
