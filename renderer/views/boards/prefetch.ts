/**
 * Asks for a board as the pointer rests on its link, or presses it: what a hand needs to press and let go, the answer has
 * to come. A link that is only passed asks for nothing.
 */

import { viewState } from '../../data/app-state.ts';
import { prefetchLive } from '../../data/live.ts';
import { currentLookups } from '../../data/lookups.ts';
import { parseRoute, type Route } from '../../data/routes.ts';
import {
  deckSource,
  milestoneSource,
  partsOf,
  personSource,
  runSource,
  type Source,
  spaceSource,
  withAway,
} from '../../model/board-source.ts';
import type { BoardView } from '../../model/board-view.ts';
import { cardsQuery } from '../../model/card-row.ts';
import { noFilters, visibilitiesOf } from '../../model/filters.ts';
import { groupingOf } from '../../model/resolve-view.ts';

/** ms that a pointer rests on what it means. */
const rest = 60;

function sourceOf({ view, id, query }: Route): Source | null {
  const lookups = currentLookups();
  if (!id || !lookups.ready) return null;
  const [deck, run, milestone] = [lookups.decks[id], lookups.sprints[id], lookups.milestones[id]];
  const { inActiveProjects } = lookups;
  if (view === 'deck') return deck ? deckSource(deck) : null;
  if (view === 'project') return spaceSource(lookups, id, query.space ? Number(query.space) : null);
  if (view === 'run') return run ? runSource(run, inActiveProjects) : null;
  if (view === 'milestone') return milestone ? milestoneSource(milestone, inActiveProjects) : null;
  return view === 'person' ? personSource(id, inActiveProjects) : null;
}

function prefetch(link: HTMLAnchorElement): void {
  const source = sourceOf(parseRoute(link.hash));
  if (!source) return;
  const view = viewState(`board:${source.key}`) as BoardView | undefined;
  const seen = withAway(source, visibilitiesOf(view?.filters ?? noFilters));
  const [first] = partsOf(seen, groupingOf(source, view ?? {}), window.innerWidth);
  if (first) prefetchLive(cardsQuery(first, source.context));
}

/** Watches the links within an element. */
export function prefetchBoards(element: HTMLElement): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  const entered = (event: PointerEvent) => {
    clearTimeout(waiting);
    const link = event.buttons === 0 ? linkOf(event) : null;
    if (link) waiting = setTimeout(() => prefetch(link), rest);
  };
  const pressed = (event: PointerEvent) => {
    clearTimeout(waiting);
    const link = linkOf(event);
    if (link) prefetch(link);
  };
  const left = () => clearTimeout(waiting);
  element.addEventListener('pointerover', entered);
  element.addEventListener('pointerleave', left);
  element.addEventListener('pointerdown', pressed);
  return () => {
    clearTimeout(waiting);
    element.removeEventListener('pointerover', entered);
    element.removeEventListener('pointerleave', left);
    element.removeEventListener('pointerdown', pressed);
  };
}
