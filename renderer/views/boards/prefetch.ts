/** Prefetches a board when the pointer rests on its link or presses it, so that data loads before the click ends. */

import { viewState } from '../../data/app-state.ts';
import { prefetchLiveQuery } from '../../data/live.ts';
import { currentLookups } from '../../data/lookups.ts';
import { parseRoute } from '../../data/routes.ts';
import type { BoardSettings } from '../../model/board-settings.ts';
import { columnGroupingOf } from '../../model/board-settings.ts';
import { boardQueryConditions, boardSourceOfRoute, boardSourceWithVisibilities } from '../../model/board-source.ts';
import { cardsQuery } from '../../model/card-row.ts';
import { noFilters, visibilitiesOfFilters } from '../../model/filters.ts';

/** A pointer that passes over a link within this time prefetches nothing. */
const hoverDelayMs = 60;

function prefetch(link: HTMLAnchorElement): void {
  const source = boardSourceOfRoute(parseRoute(link.hash), currentLookups());
  if (!source) return;
  const view = viewState(`board:${source.key}`) as BoardSettings | undefined;
  const shownSource = boardSourceWithVisibilities(source, visibilitiesOfFilters(view?.filters ?? noFilters));
  const [first] = boardQueryConditions(shownSource, columnGroupingOf(source, view ?? {}), window.innerWidth);
  if (first) prefetchLiveQuery(cardsQuery(first, source.orderKind));
}

/** Returns a function that stops the prefetching. */
export function prefetchBoardsOnHover(element: HTMLElement): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  const entered = (event: PointerEvent) => {
    clearTimeout(waiting);
    const link = event.buttons === 0 ? linkOf(event) : null;
    if (link) waiting = setTimeout(() => prefetch(link), hoverDelayMs);
  };
  const pressed = (event: PointerEvent) => {
    clearTimeout(waiting);
    const link = linkOf(event);
    if (link) prefetch(link);
  };
  const cancel = () => clearTimeout(waiting);
  const listeners = new AbortController();
  const { signal } = listeners;
  element.addEventListener('pointerover', entered, { signal });
  element.addEventListener('pointerleave', cancel, { signal });
  element.addEventListener('pointerdown', pressed, { signal });
  signal.addEventListener('abort', cancel);
  return () => listeners.abort();
}
