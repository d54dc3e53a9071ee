/** Sources of boards: which cards each kind of view (deck, run, person …) shows and how it can group and order them. */
import { type CardOrderContext, type QueryObject, taskFieldNames } from '../../shared/contract/index.ts';
import { type DeckRow, decksOf, type Lookups, type MilestoneRow, type SprintRow } from '../data/lookups.ts';
import type { Route } from '../data/routes.ts';
import type { GroupingName } from './column.ts';
import { columnGap, leastWidth } from './column-width.ts';

export interface Source {
  /** Key under which the view's grouping, sorting and filters are stored. */
  readonly key: string;
  readonly where: QueryObject;
  /** The manual order that the board shows, or null. */
  readonly context: CardOrderContext | null;
  /** On a board of several runs, the zones of any of them. */
  readonly zones: readonly (string | null)[];
  /** Decks of the source in order, which become columns when cards are grouped by deck. */
  readonly decks: readonly DeckRow[];
  readonly groupings: readonly GroupingName[];
  readonly defaultGrouping: GroupingName;
  /** Whether cards can be ordered by hand when they are grouped by `by`. */
  readonly manualUnder: (by: GroupingName) => boolean;
  /** Field values that a card created on this board gets. */
  readonly gives: {
    readonly deckId?: string;
    readonly sprintId?: string;
    readonly milestoneId?: string;
    readonly assigneeId?: string;
    readonly parentCardId?: string;
  };
  /** Groupings that lanes can use, if they are not those of columns. */
  readonly laneGroupings?: readonly GroupingName[];
  /** Ids of the runs that become columns; absent means all open runs, and one for cards without a run. */
  readonly runs?: readonly string[];
  /** Id of the run whose column is in sight when the board opens. */
  readonly startRun?: string | undefined;
  /** Whether card faces name their deck, because the source has several decks. */
  readonly namesDeck: boolean;
}

/*
 * Boards with cards of many projects leave out archived projects by `inActiveProjects` (data/lookups). Boards of a deck,
 * a hero card or a list of ids show their cards whatever state the project is in.
 */
const shown: QueryObject = { visibility: 'default' };
const fields = ['status', 'owner', ...taskFieldNames, 'run', 'milestone', 'tag', 'hero', 'none'] as const;
const always = () => true;
const never = () => false;

export function deckSource(deck: DeckRow): Source {
  const zones = deck.manualOrderLabels ?? [];
  // With fewer than two zones, grouping by zone would give a single column.
  const hasZones = zones.length > 1;
  return {
    key: `deck:${deck.id}`,
    where: { ...shown, deckId: deck.id },
    context: 'deck',
    zones,
    decks: [deck],
    groupings: hasZones ? ['zone', ...fields] : [...fields],
    defaultGrouping: hasZones ? 'zone' : deck.deckType === 'doc' || deck.deckType === 'hero' ? 'none' : 'status',
    manualUnder: always,
    gives: { deckId: deck.id },
    namesDeck: false,
  };
}

export function spaceSource(lookups: Lookups, projectId: string, spaceId: number | null): Source {
  const decks = decksOf(lookups, projectId, spaceId ?? undefined);
  return {
    key: `project:${projectId}:${spaceId ?? 'all'}`,
    where: { ...shown, deckId: { op: 'in', value: decks.map(({ id }) => id) } },
    context: 'deck',
    zones: [],
    decks,
    groupings: ['deck', ...fields],
    defaultGrouping: 'deck',
    // Each deck has its own manual order, so only a column of one deck can show it.
    manualUnder: (by) => by === 'deck',
    gives: {},
    namesDeck: true,
  };
}

export function runSource(sprint: SprintRow, inActiveProjects: QueryObject): Source {
  const zones = sprint.manualOrderLabels ?? [];
  const hasZones = zones.length > 1;
  return {
    key: `run:${sprint.id}`,
    where: { ...shown, ...inActiveProjects, sprintId: sprint.id },
    context: 'sprint',
    zones,
    decks: [],
    groupings: [
      ...(hasZones ? (['zone'] as const) : []),
      'status',
      'owner',
      'deck',
      ...taskFieldNames,
      'milestone',
      'tag',
      'hero',
      'none',
    ],
    defaultGrouping: hasZones ? 'zone' : 'status',
    manualUnder: always,
    gives: { sprintId: sprint.id },
    namesDeck: true,
  };
}

export function milestoneSource(milestone: MilestoneRow, inActiveProjects: QueryObject): Source {
  const zones = milestone.manualOrderLabels ?? [];
  const hasZones = zones.length > 1;
  return {
    key: `milestone:${milestone.id}`,
    where: { ...shown, ...inActiveProjects, milestoneId: milestone.id },
    context: 'milestone',
    zones,
    decks: [],
    groupings: [
      ...(hasZones ? (['zone'] as const) : []),
      'status',
      'deck',
      'owner',
      'run',
      ...taskFieldNames,
      'tag',
      'hero',
      'none',
    ],
    defaultGrouping: hasZones ? 'zone' : 'status',
    manualUnder: always,
    gives: { milestoneId: milestone.id },
    namesDeck: true,
  };
}

/** Source of a board that shows several runs side by side as columns. */
export function runsSource(
  key: string,
  sprints: readonly SprintRow[],
  inActiveProjects: QueryObject,
  startRun?: string,
): Source {
  const ids = sprints.map(({ id }) => id);
  const zones = [...new Set(sprints.flatMap(({ manualOrderLabels }) => manualOrderLabels ?? []))];
  return {
    key: `runs:${key}`,
    where: { ...shown, ...inActiveProjects, sprintId: { op: 'in', value: ids } },
    context: 'sprint',
    zones,
    decks: [],
    groupings: ['run'],
    laneGroupings: ['owner', 'deck', 'status', ...(zones.length > 1 ? (['zone'] as const) : []), 'milestone', 'hero'],
    defaultGrouping: 'run',
    manualUnder: (by) => by === 'run',
    runs: ids,
    startRun,
    gives: {},
    namesDeck: true,
  };
}

const free = (key: string, where: QueryObject, by: GroupingName, gives: Source['gives']): Source => ({
  key,
  where: { ...shown, ...where },
  context: null,
  zones: [],
  decks: [],
  groupings: ['status', 'deck', ...taskFieldNames, 'run', 'milestone', 'tag', 'hero', 'owner', 'none'],
  defaultGrouping: by,
  manualUnder: never,
  gives,
  namesDeck: true,
});

export const personSource = (userId: string, inActiveProjects: QueryObject): Source =>
  free(`person:${userId}`, { ...inActiveProjects, assigneeId: userId }, 'status', { assigneeId: userId });
export const heroSource = (cardId: string): Source =>
  free(`hero:${cardId}`, { parentCardId: cardId }, 'status', { parentCardId: cardId });
/** Source for search results. All searches share one key, so the chosen view stays when the search text changes. */
export const searchSource = (ids: readonly string[]): Source =>
  free('search', { cardId: { op: 'in', value: ids } }, 'none', {});
export const bookmarksSource = (userId: string, inActiveProjects: QueryObject): Source =>
  free('bookmarks', { ...inActiveProjects, handCards: { userId } }, 'none', {});

/** Returns the source of the board that a route shows; null for other views, and for rows that are gone. */
export function sourceOf({ view, id, query }: Route, lookups: Lookups): Source | null {
  if (!id || !lookups.ready) return null;
  const [deck, run, milestone] = [lookups.decks[id], lookups.sprints[id], lookups.milestones[id]];
  const { inActiveProjects } = lookups;
  if (view === 'deck') return deck ? deckSource(deck) : null;
  if (view === 'project') return spaceSource(lookups, id, query.space ? Number(query.space) : null);
  if (view === 'run') return run ? runSource(run, inActiveProjects) : null;
  if (view === 'milestone') return milestone ? milestoneSource(milestone, inActiveProjects) : null;
  return view === 'person' && query.part === 'cards' ? personSource(id, inActiveProjects) : null;
}

/** Returns the source with archived or deleted cards added if `visibilities` includes them. */
export const withHiddenCards = (source: Source, visibilities: readonly string[]): Source =>
  visibilities.length > 1 ? { ...source, where: { ...source.where, visibility: [...visibilities] } } : source;

/** Smallest distance from one column's left edge to the next one's, in px. */
const columnPitchPx = leastWidth + columnGap;
/** Number of decks in each query after the first one, which covers the decks in sight. */
const decksPerQuery = 8;

/**
 * Returns the conditions of the queries that load the board, in order. A board grouped by many decks loads the columns in
 * sight first. Other groupings use one query, since any deck may have cards for any column. `windowWidthPx` is the
 * width of the window.
 */
export function partsOf({ where, decks }: Source, by: GroupingName, windowWidthPx: number): readonly QueryObject[] {
  const inSight = Math.max(1, Math.ceil(windowWidthPx / columnPitchPx));
  if (by !== 'deck' || decks.length <= inSight) return [where];
  const parts = [decks.slice(0, inSight)];
  for (let at = inSight; at < decks.length; at += decksPerQuery) parts.push(decks.slice(at, at + decksPerQuery));
  return parts.map((some) => ({ ...where, deckId: { op: 'in', value: some.map(({ id }) => id) } }));
}
