/** Loads a card as soon as the person presses the pointer on it, so that the card opens earlier after the click. */
import { prefetchLiveQuery } from '../data/live.ts';
import { panelCardQuery, threadsQuery } from './queries.ts';

/** Starts to listen for presses on cards and on links to cards. Returns the function that stops listening. */
export function prefetchCardsOnPress(): () => void {
  const pressed = ({ target, button, buttons }: PointerEvent) => {
    if (button !== 0 || buttons !== 1 || !(target instanceof Element)) return;
    const { cardId, opensCard } = target.closest<HTMLElement>('[data-card-id], [data-opens-card]')?.dataset ?? {};
    const id = opensCard ?? cardId;
    if (!id) return;
    prefetchLiveQuery(panelCardQuery(id));
    prefetchLiveQuery(threadsQuery(id));
  };
  window.addEventListener('pointerdown', pressed, { passive: true });
  return () => window.removeEventListener('pointerdown', pressed);
}
