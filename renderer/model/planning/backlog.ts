/** Unfinished cards that are in no run: of all decks, of one deck or of a saved view. */

import type { CardOrderContext, QueryObject } from '../../../shared/contract/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import { parseRoute } from '../../data/routes.ts';
import type { BoardSettings } from '../board-settings.ts';
import { resolveBoardSettings } from '../board-settings.ts';
import { type BoardSource, boardSourceOfRoute, deckBoardSource } from '../board-source.ts';
import { type Filters, noFilters } from '../filters.ts';
import type { SortOrderName } from '../ordering.ts';

/** Every other choice is the id of a deck or saved view. */
export const noBacklogChoice = 'none';
export const allDecksBacklogChoice = 'all';

interface BacklogView {
  readonly id: string;
  readonly name: string;
  readonly route: string;
  readonly view: BoardSettings;
  readonly query?: unknown;
}

export interface Backlog {
  readonly where: QueryObject;
  readonly orderKind: CardOrderContext | null;
  readonly zones: readonly (string | null)[];
  readonly sort: SortOrderName;
  /** Of the saved view; empty for other choices. */
  readonly filters: Filters;
  readonly showsDeckName: boolean;
}

const unfinishedWithoutRun: QueryObject = {
  visibility: 'default',
  sprintId: null,
  isDoc: false,
  status: { op: 'neq', value: 'done' },
};

function backlogOfSource(source: BoardSource, view: BoardSettings): Backlog {
  const { where, orderKind, zones, showsDeckName } = source;
  const { sort } = resolveBoardSettings(source, view);
  return {
    where: { ...where, ...unfinishedWithoutRun },
    orderKind,
    zones,
    sort,
    filters: view.filters ?? noFilters,
    showsDeckName,
  };
}

/** Query boards cannot be a backlog. */
const savedViewsUsableAsBacklog = <V extends BacklogView>(saved: readonly V[], lookups: WorkspaceLookups): V[] =>
  saved.filter(({ route, query }) => {
    const source = query ? null : boardSourceOfRoute(parseRoute(route), lookups);
    return source !== null && source.newCardFields.sprintId === undefined;
  });

/** Null for `noBacklogChoice`, and for a deck or view that no longer exists. */
export function backlogOfChoice(
  choice: string,
  saved: readonly BacklogView[],
  lookups: WorkspaceLookups,
): Backlog | null {
  if (choice === allDecksBacklogChoice)
    return {
      where: { ...lookups.activeProjectsCondition, ...unfinishedWithoutRun },
      orderKind: null,
      zones: [],
      sort: 'priority',
      filters: noFilters,
      showsDeckName: true,
    };
  const deck = lookups.activeDecks.find(({ id }) => id === choice);
  if (deck) return backlogOfSource(deckBoardSource(deck), {});
  const view = savedViewsUsableAsBacklog(saved, lookups).find(({ id }) => id === choice);
  const source = view && boardSourceOfRoute(parseRoute(view.route), lookups);
  return source ? backlogOfSource(source, view.view) : null;
}

export function backlogOptions(
  saved: readonly BacklogView[],
  lookups: WorkspaceLookups,
): { value: string; label: string }[] {
  const { activeDecks, projects } = lookups;
  const projectNames = new Map<string, string>(projects.map(({ id, name }) => [id, name]));
  const decks = activeDecks
    .map(({ id, title, projectId }) => ({
      value: id as string,
      label: projects.length > 1 ? `${projectNames.get(projectId)}: ${title}` : title,
    }))
    .sort((a, b) => compareNames(a.label, b.label));
  return [
    { value: noBacklogChoice, label: 'Hidden' },
    { value: allDecksBacklogChoice, label: 'All decks' },
    ...savedViewsUsableAsBacklog(saved, lookups).map(({ id, name }) => ({ value: id, label: `View: ${name}` })),
    ...decks,
  ];
}
