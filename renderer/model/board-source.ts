/** What a board shows and in which ways: one source per kind of view, all drawn by the same board. */
import { type CardOrderContext, type QueryObject, taskFieldNames } from '../../shared/contract/index.ts';
import { type DeckRow, decksOf, type Lookups, type MilestoneRow, type SprintRow } from '../data/lookups.ts';
import type { GroupingName } from './column.ts';
import { columnGap, leastWidth } from './column-width.ts';

export interface Source {
  /** Names its view state: grouping, sorting, filters. */
  readonly key: string;
  readonly where: QueryObject;
  /** The manual order it shows; null: none. */
  readonly context: CardOrderContext | null;
  readonly zones: readonly (string | null)[];
  /** Decks it is about, in order: columns of the deck grouping. */
  readonly decks: readonly DeckRow[];
  readonly groupings: readonly GroupingName[];
  readonly defaultGrouping: GroupingName;
  /** Whether cards can be ordered by hand under a grouping. */
  readonly manualUnder: (by: GroupingName) => boolean;
  /** What a card created here gets by itself. */
  readonly gives: {
    readonly deckId?: string;
    readonly sprintId?: string;
    readonly milestoneId?: string;
    readonly assigneeId?: string;
    readonly parentCardId?: string;
  };
  /** The runs that are its columns; absent: all that are open. */
  readonly runs?: readonly string[];
  /** Faces name the deck: the source has several. */
  readonly namesDeck: boolean;
}

/*
 * Boards that gather cards of many projects take `inActiveProjects` (data/lookups). Decks, hero cards and lists of ids
 * show what they are asked for.
 */
const shown: QueryObject = { visibility: 'default' };
const fields = ['status', 'owner', ...taskFieldNames, 'run', 'milestone', 'tag', 'hero', 'none'] as const;
const always = () => true;
const never = () => false;

export function deckSource(deck: DeckRow): Source {
  const zones = deck.manualOrderLabels ?? [];
  // Without zones, or with one, columns of zones would be a single column.
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
    // Each deck has its own order: only its own column can show it.
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

/** Cards of several runs side by side: the columns are the runs. */
export function runsSource(key: string, sprints: readonly SprintRow[], inActiveProjects: QueryObject): Source {
  return {
    key: `runs:${key}`,
    where: { ...shown, ...inActiveProjects, sprintId: { op: 'in', value: sprints.map(({ id }) => id) } },
    context: 'sprint',
    zones: [],
    decks: [],
    groupings: ['run'],
    defaultGrouping: 'run',
    manualUnder: (by) => by === 'run',
    runs: sprints.map(({ id }) => id),
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
/** One key for all searches: how results are shown does not change with the text. */
export const searchSource = (ids: readonly string[]): Source =>
  free('search', { cardId: { op: 'in', value: ids } }, 'none', {});
export const bookmarksSource = (userId: string, inActiveProjects: QueryObject): Source =>
  free('bookmarks', { ...inActiveProjects, handCards: { userId } }, 'none', {});

/** The same with cards that were put away, where these are asked for. */
export const withAway = (source: Source, visibilities: readonly string[]): Source =>
  visibilities.length > 1 ? { ...source, where: { ...source.where, visibility: [...visibilities] } } : source;

/** px from one column to the next, at least. */
const columnPitch = leastWidth + columnGap;
/** Decks asked for at once, after those in sight. */
const decksPerPart = 8;

/**
 * What to ask for, in parts that come one after the other: a board of many decks is complete once the columns in sight are.
 * Under other groupings any deck may have cards for any column, so all is asked for at once. `width`: px of the window.
 */
export function partsOf({ where, decks }: Source, by: GroupingName, width: number): readonly QueryObject[] {
  const inSight = Math.max(1, Math.ceil(width / columnPitch));
  if (by !== 'deck' || decks.length <= inSight) return [where];
  const parts = [decks.slice(0, inSight)];
  for (let at = inSight; at < decks.length; at += decksPerPart) parts.push(decks.slice(at, at + decksPerPart));
  return parts.map((some) => ({ ...where, deckId: { op: 'in', value: some.map(({ id }) => id) } }));
}
