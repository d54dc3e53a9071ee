/**
 * Cards that are set to done move to the done pile or their new column. The page shows the new state at once. If a card
 * has left its list, a copy above the page is animated instead.
 */
import { type ActStep, onBeforeActStepsSent } from '../data/act.ts';
import { createHiddenElement } from '../ui/dom/create-element-mover.ts';
import { cardSelector } from '../workbench/reveal-card.ts';
import styles from './drag.module.css';
import { cloneCardElement, isDragOverlayShown, prefersReducedMotion } from './drag-overlay.ts';

const durationMs = 190;
/** In ms. A card that has not moved within this time is not animated. */
const maxWaitMs = 600;
const maxCards = 6;
const minDistancePx = 16;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

function finishedCardIds(steps: readonly ActStep[]): string[] {
  return steps.flatMap(({ action, params }) => {
    if (params.status !== 'done') return [];
    if (action === 'cards/update' && typeof params.id === 'string') return [params.id];
    if (action === 'cards/bulkUpdate' && Array.isArray(params.ids)) return params.ids as string[];
    return [];
  });
}

/** Returns the function that removes the listener. */
export const installCardDoneAnimation = (): (() => void) =>
  onBeforeActStepsSent((steps) => {
    const ids = finishedCardIds(steps);
    // The drag overlay already animates a dragged card.
    if (ids.length === 0 || prefersReducedMotion() || isDragOverlayShown()) return;
    for (const id of ids.slice(0, maxCards))
      for (const element of document.querySelectorAll<HTMLElement>(`[data-card-list] ${cardSelector(id)}`))
        if (isVisible(element)) animateMove(element, id);
  });

function isVisible(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + Math.min(16, height / 2));
  return at !== null && element.contains(at);
}

function animateMove(element: HTMLElement, id: string): void {
  const from = element.getBoundingClientRect();
  const list = element.closest('[data-card-list]');
  const deadline = performance.now() + maxWaitMs;
  const check = () => {
    const now = element.isConnected ? element.getBoundingClientRect() : null;
    if (now && Math.hypot(now.left - from.left, now.top - from.top) < minDistancePx) {
      if (performance.now() < deadline) requestAnimationFrame(check);
    } else if (now)
      // The list item clips the card (`contain: paint`).
      (element.closest('li') ?? element).animate(
        [{ transform: `translate(${from.left - now.left}px, ${from.top - now.top}px)` }, { transform: 'none' }],
        { duration: durationMs, easing },
      );
    else animateCopy(element, from, list?.isConnected ? list : null, id);
  };
  requestAnimationFrame(check);
}

function animateCopy(element: HTMLElement, from: DOMRect, list: Element | null, id: string): void {
  const found = list?.querySelector<HTMLElement>(cardSelector(id));
  const target = found && isVisible(found) ? found : null;
  const pile = target ?? list?.querySelector<HTMLElement>('[data-done-pile]');
  const overlay = createHiddenElement(styles.overlay);
  overlay.dataset.departing = '';
  const clone = cloneCardElement(element);
  clone.style.width = `${from.width}px`;
  overlay.append(clone);
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
