/** The backlog beside the runs board: the unfinished cards without a run of all decks, of one, or of a saved view. */
import type { CardOrderContext, QueryObject } from '../../../shared/contract/index.ts';
import type { Lookups } from '../../data/lookups.ts';
import { parseRoute } from '../../data/routes.ts';
import { deckSource, type Source, sourceOf } from '../board-source.ts';
import type { BoardView } from '../board-view.ts';
import { type Filters, noFilters } from '../filters.ts';
import type { SortName } from '../ordering.ts';
import { resolveView } from '../resolve-view.ts';

/** Choices besides the ids of decks and saved views. */
export const noBacklog = 'none';
export const wholeBacklog = 'all';

interface NamedView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardView;
  readonly query?: unknown;
}

export interface Backlog {
  readonly where: QueryObject;
  /** The manual order of the cards, or null. */
  readonly context: CardOrderContext | null;
  readonly zones: readonly (string | null)[];
  readonly sort: SortName;
  /** The filter of the saved view. */
  readonly filters: Filters;
  /** Whether the cards are of several decks. */
  readonly namesDeck: boolean;
}

const unplanned: QueryObject = {
  visibility: 'default',
  sprintId: null,
  isDoc: false,
  status: { op: 'neq', value: 'done' },
};

function backlogFrom(source: Source, view: BoardView): Backlog {
  const { where, context, zones, namesDeck } = source;
  const { sort } = resolveView(source, view);
  return {
    where: { ...where, ...unplanned },
    context,
    zones,
    sort,
    filters: view.filters ?? noFilters,
    namesDeck,
  };
}

/** Saved views whose cards can be in a backlog: boards of anything but a run. Query boards have conditions of their own. */
export const backlogViews = <V extends NamedView>(saved: readonly V[], lookups: Lookups): V[] =>
  saved.filter(({ route, query }) => {
    const source = query ? null : sourceOf(parseRoute(route), lookups);
    return source !== null && source.gives.sprintId === undefined;
  });

/** Returns the backlog of a choice; null for none, or for a deck or view that is gone. */
export function backlogOf(choice: string, saved: readonly NamedView[], lookups: Lookups): Backlog | null {
  if (choice === wholeBacklog)
    return {
      where: { ...lookups.inActiveProjects, ...unplanned },
      context: null,
      zones: [],
      sort: 'priority',
      filters: noFilters,
      namesDeck: true,
    };
  const deck = lookups.activeDecks.find(({ id }) => id === choice);
  if (deck) return backlogFrom(deckSource(deck), {});
  const view = backlogViews(saved, lookups).find(({ id }) => id === choice);
  const source = view && sourceOf(parseRoute(view.route), lookups);
  return source ? backlogFrom(source, view.view) : null;
}

/** Returns all choices with their labels: none, everything, decks with their projects, and saved views. */
export function backlogOptions(saved: readonly NamedView[], lookups: Lookups): { value: string; label: string }[] {
  const { activeDecks, projects } = lookups;
  const projectNames = new Map<string, string>(projects.map(({ id, name }) => [id, name]));
  const decks = activeDecks
    .map(({ id, title, projectId }) => ({
      value: id as string,
      label: projects.length > 1 ? `${projectNames.get(projectId)}: ${title}` : title,
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [
    { value: noBacklog, label: 'Hidden' },
    { value: wholeBacklog, label: 'All decks' },
    ...backlogViews(saved, lookups).map(({ id, name }) => ({ value: id, label: `View: ${name}` })),
    ...decks,
  ];
}
