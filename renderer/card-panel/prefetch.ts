/** Asks for a card as the pointer presses on it: what a hand needs to let go, the answer has to come. */
import { prefetchLive } from '../data/live.ts';
import { cardQuery, threadsQuery } from './queries.ts';

/** Watches the cards, and the names of cards, within the window. */
export function prefetchCards(): () => void {
  const pressed = ({ target, button, buttons }: PointerEvent) => {
    if (button !== 0 || buttons !== 1 || !(target instanceof Element)) return;
    const { cardId, opensCard } = target.closest<HTMLElement>('[data-card-id], [data-opens-card]')?.dataset ?? {};
    const id = opensCard ?? cardId;
    if (!id) return;
    prefetchLive(cardQuery(id));
    prefetchLive(threadsQuery(id));
  };
  window.addEventListener('pointerdown', pressed, { passive: true });
  return () => window.removeEventListener('pointerdown', pressed);
}
