/**
 * Finished cards are seen to leave: from where they were to the done pile or column they now lie in. Pictures fly, over the
 * page and out of the pointer's way; the page itself is as it will stay from the first frame on.
 */
import { type ActStep, onSend } from '../data/act.ts';
import styles from './drag.module.css';
import { isOverlayShown, still } from './drag-overlay.ts';

/** ms; as long as any motion may take. */
const duration = 190;
/** ms within which the board answers; a card still in its place by then stays there. */
const patience = 600;
/** More at once would be a crowd, not an explanation. */
const most = 6;
/** px a card moves at least to be seen moving. */
const least = 16;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Ids of the cards that the steps finish. */
export function finishedBy(steps: readonly ActStep[]): string[] {
  return steps.flatMap(({ action, params }) => {
    if (params.status !== 'done') return [];
    if (action === 'cards/update' && typeof params.id === 'string') return [params.id];
    if (action === 'cards/bulkUpdate' && Array.isArray(params.ids)) return params.ids as string[];
    return [];
  });
}

export const watchDepartures = (): (() => void) =>
  onSend((steps) => {
    const ids = finishedBy(steps);
    // What is dragged has a picture of its own.
    if (ids.length === 0 || still() || isOverlayShown()) return;
    for (const id of ids.slice(0, most))
      for (const element of document.querySelectorAll<HTMLElement>(placeOf(id)))
        if (isSeen(element)) follow(element, id);
  });

const placeOf = (id: string) => `[data-card-list] [data-card-id="${CSS.escape(id)}"]`;

function isSeen(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + Math.min(16, height / 2));
  return at !== null && element.contains(at);
}

function follow(element: HTMLElement, id: string): void {
  const from = element.getBoundingClientRect();
  const list = element.closest('[data-card-list]');
  const until = performance.now() + patience;
  const look = () => {
    const now = element.isConnected ? element.getBoundingClientRect() : null;
    if (now && Math.hypot(now.left - from.left, now.top - from.top) < least) {
      if (performance.now() < until) requestAnimationFrame(look);
    } else if (now)
      // A card paints nothing outside of its place in a list, so the place flies.
      (element.closest('li') ?? element).animate(
        [{ transform: `translate(${from.left - now.left}px, ${from.top - now.top}px)` }, { transform: 'none' }],
        { duration, easing },
      );
    else leave(element, from, list?.isConnected ? list : null, id);
  };
  requestAnimationFrame(look);
}

function leave(element: HTMLElement, from: DOMRect, list: Element | null, id: string): void {
  const place = list?.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(id)}"]`);
  const target = place && isSeen(place) ? place : null;
  const pile = target ?? list?.querySelector<HTMLElement>('[data-done-pile]');
  const picture = document.createElement('div');
  picture.className = styles.overlay ?? '';
  picture.setAttribute('aria-hidden', 'true');
  picture.dataset.departing = '';
  const copy = element.cloneNode(true) as HTMLElement;
  for (const name of ['id', 'data-card-id', 'data-draggable', 'tabindex', 'data-focused']) copy.removeAttribute(name);
  copy.style.width = `${from.width}px`;
  picture.append(copy);
  document.body.append(picture);
  const start = `translate(${from.left}px, ${from.top}px)`;
  const to = pile?.getBoundingClientRect();
  const end = target
    ? { transform: `translate(${to?.left}px, ${to?.top}px)` }
    : to
      ? { transform: `translate(${to.left}px, ${to.top}px) scale(0.4)`, opacity: 0 }
      : { transform: `translate(${from.left}px, ${from.top + 10}px) scale(0.97)`, opacity: 0 };
  if (target) target.style.visibility = 'hidden';
  const flight = picture.animate([{ transform: start, opacity: 1 }, end], { duration, easing });
  const land = () => {
    picture.remove();
    if (target) target.style.visibility = '';
  };
  flight.onfinish = land;
  flight.oncancel = land;
}
