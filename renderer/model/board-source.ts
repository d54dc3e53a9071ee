/** A source (a deck, run, person …) determines which cards a board shows, and how it can group and sort them. */
import { type CardOrderContext, type QueryObject, taskOnlyFieldNames } from '../../shared/contract/index.ts';
import {
  activeDecksOfProject,
  type DeckRow,
  type MilestoneRow,
  type SprintRow,
  type WorkspaceLookups,
} from '../data/lookups.ts';
import type { Route } from '../data/routes.ts';
import { orderGroupings, orderIdFields } from './card-row.ts';
import type { GroupingName } from './column.ts';
import { columnGapPx, minColumnWidthPx } from './column.ts';

export interface BoardSource {
  readonly key: string;
  readonly where: QueryObject;
  readonly orderKind: CardOrderContext | null;
  /** A board of several runs has the zones of all its runs. */
  readonly zones: readonly (string | null)[];
  /**
   * In order; empty for sources other than a deck or project. If cards are grouped by deck, these decks have columns
   * even without cards; other decks have a column only if they have cards on the board.
   */
  readonly decks: readonly DeckRow[];
  readonly groupings: readonly GroupingName[];
  readonly defaultGrouping: GroupingName;
  readonly hasManualOrderBy: (by: GroupingName) => boolean;
  readonly newCardFields: {
    readonly deckId?: string;
    readonly sprintId?: string;
    readonly milestoneId?: string;
    readonly assigneeId?: string;
    readonly parentCardId?: string;
  };
  /** Absent means all of `groupings`. */
  readonly laneGroupings?: readonly GroupingName[];
  /**
   * If absent, the board has columns for the open runs that lists offer, for other runs that have cards on the board,
   * and for cards without a run.
   */
  readonly runIds?: readonly string[];
  /** The board scrolls the column of this run into view when it opens. */
  readonly startRunId?: string | undefined;
  readonly showsDeckName: boolean;
}

/*
 * The condition of all sources: no archived and no deleted cards. Boards of runs, milestones, people and bookmarks also
 * leave out cards of archived projects (`activeProjectsCondition`, data/lookups), and a project board has only active
 * decks. Boards of a deck, a hero card or a list of ids also show cards of archived projects.
 */
const visibleCards: QueryObject = { visibility: 'default' };
/** All cards but deleted ones. */
export const keptCards: QueryObject = { visibility: ['default', 'archived'] };
const groupingFields = ['status', 'owner', ...taskOnlyFieldNames, 'run', 'milestone', 'tag', 'hero', 'none'] as const;
const always = () => true;
const never = () => false;

function boardSourceOfOrder(
  orderKind: CardOrderContext,
  { id, manualOrderLabels }: Pick<DeckRow | SprintRow | MilestoneRow, 'id' | 'manualOrderLabels'>,
  groupings: readonly GroupingName[],
  where: QueryObject,
): BoardSource {
  const zones = manualOrderLabels ?? [];
  // With fewer than two zones, a grouping by zone has only one column.
  const hasZones = zones.length > 1;
  const idOfOrder = { [orderIdFields[orderKind]]: id };
  return {
    key: `${orderGroupings[orderKind]}:${id}`,
    where: { ...visibleCards, ...where, ...idOfOrder },
    orderKind,
    zones,
    decks: [],
    groupings: hasZones ? ['zone', ...groupings] : groupings,
    defaultGrouping: hasZones ? 'zone' : 'status',
    hasManualOrderBy: always,
    newCardFields: idOfOrder,
    showsDeckName: true,
  };
}

export function deckBoardSource(deck: DeckRow): BoardSource {
  const source = boardSourceOfOrder('deck', deck, groupingFields, {});
  const isList = source.defaultGrouping !== 'zone' && (deck.deckType === 'doc' || deck.deckType === 'hero');
  return { ...source, decks: [deck], showsDeckName: false, ...(isList ? { defaultGrouping: 'none' } : {}) };
}

export function projectBoardSource(lookups: WorkspaceLookups, projectId: string, spaceId: number | null): BoardSource {
  const decks = activeDecksOfProject(lookups, projectId, spaceId ?? undefined);
  return {
    key: `project:${projectId}:${spaceId ?? 'all'}`,
    where: { ...visibleCards, deckId: { op: 'in', value: decks.map(({ id }) => id) } },
    orderKind: 'deck',
    zones: [],
    decks,
    groupings: ['deck', ...groupingFields],
    defaultGrouping: 'deck',
    // Each deck has its own manual order, so only columns that are decks can show it.
    hasManualOrderBy: (by) => by === 'deck',
    newCardFields: {},
    showsDeckName: true,
  };
}

const runGroupings = ['status', 'owner', 'deck', ...taskOnlyFieldNames, 'milestone', 'tag', 'hero', 'none'] as const;
export const runBoardSource = (sprint: SprintRow, activeProjectsCondition: QueryObject): BoardSource =>
  boardSourceOfOrder('sprint', sprint, runGroupings, activeProjectsCondition);

const milestoneGroupings = ['status', 'deck', 'owner', 'run', ...taskOnlyFieldNames, 'tag', 'hero', 'none'] as const;
export const milestoneBoardSource = (milestone: MilestoneRow, activeProjectsCondition: QueryObject): BoardSource =>
  boardSourceOfOrder('milestone', milestone, milestoneGroupings, activeProjectsCondition);

export function multiRunBoardSource(
  key: string,
  sprints: readonly SprintRow[],
  activeProjectsCondition: QueryObject,
  startRunId?: string,
): BoardSource {
  const ids = sprints.map(({ id }) => id);
  const zones = [...new Set(sprints.flatMap(({ manualOrderLabels }) => manualOrderLabels ?? []))];
  return {
    key: `runs:${key}`,
    where: { ...visibleCards, ...activeProjectsCondition, sprintId: { op: 'in', value: ids } },
    orderKind: 'sprint',
    zones,
    decks: [],
    groupings: ['run'],
    laneGroupings: ['owner', 'deck', 'status', ...(zones.length > 1 ? (['zone'] as const) : []), 'milestone', 'hero'],
    defaultGrouping: 'run',
    hasManualOrderBy: (by) => by === 'run',
    runIds: ids,
    startRunId,
    newCardFields: {},
    showsDeckName: true,
  };
}

const sourceWithoutManualOrder = (
  key: string,
  where: QueryObject,
  by: GroupingName,
  newCardFields: BoardSource['newCardFields'],
): BoardSource => ({
  key,
  where: { ...visibleCards, ...where },
  orderKind: null,
  zones: [],
  decks: [],
  groupings: ['status', 'deck', ...taskOnlyFieldNames, 'run', 'milestone', 'tag', 'hero', 'owner', 'none'],
  defaultGrouping: by,
  hasManualOrderBy: never,
  newCardFields,
  showsDeckName: true,
});

export const personBoardSource = (userId: string, activeProjectsCondition: QueryObject): BoardSource =>
  sourceWithoutManualOrder(`person:${userId}`, { ...activeProjectsCondition, assigneeId: userId }, 'status', {
    assigneeId: userId,
  });
export const heroCardBoardSource = (cardId: string): BoardSource =>
  sourceWithoutManualOrder(`hero:${cardId}`, { parentCardId: cardId }, 'status', { parentCardId: cardId });
/** All searches share one key, so the view settings stay the same when the search text changes. */
export const searchResultBoardSource = (ids: readonly string[]): BoardSource =>
  sourceWithoutManualOrder('search', { cardId: { op: 'in', value: ids } }, 'none', {});
export const bookmarksBoardSource = (userId: string, activeProjectsCondition: QueryObject): BoardSource =>
  sourceWithoutManualOrder('bookmarks', { ...activeProjectsCondition, handCards: { userId } }, 'none', {});

/** Returns null for routes without a board, if the row no longer exists, and while the lookups are not loaded. */
export function boardSourceOfRoute({ view, id, query }: Route, lookups: WorkspaceLookups): BoardSource | null {
  if (!id || !lookups.isLoaded) return null;
  const [deck, run, milestone] = [lookups.decks[id], lookups.sprints[id], lookups.milestones[id]];
  const { activeProjectsCondition } = lookups;
  if (view === 'deck') return deck ? deckBoardSource(deck) : null;
  if (view === 'project') return projectBoardSource(lookups, id, query.space ? Number(query.space) : null);
  if (view === 'run') return run ? runBoardSource(run, activeProjectsCondition) : null;
  if (view === 'milestone') return milestone ? milestoneBoardSource(milestone, activeProjectsCondition) : null;
  return view === 'person' && query.part === 'cards' ? personBoardSource(id, activeProjectsCondition) : null;
}

/** For example archived cards too. */
export const boardSourceWithVisibilities = (source: BoardSource, visibilities: readonly string[]): BoardSource =>
  visibilities.length > 1 ? { ...source, where: { ...source.where, visibility: [...visibilities] } } : source;

/** Minimum distance in px between the left edges of neighbouring columns. */
const columnPitchPx = minColumnWidthPx + columnGapPx;
/** The first query reads all decks that are visible at first; each further one this many. */
const decksPerQuery = 8;

/**
 * If the board is grouped by deck and not all decks fit into the window, several queries load the decks, the visible
 * ones first. Queries by deck would not help with another grouping, because each deck can have cards in each column.
 */
export function boardQueryConditions(
  { where, decks }: BoardSource,
  by: GroupingName,
  windowWidthPx: number,
): readonly QueryObject[] {
  const inSight = Math.max(1, Math.ceil(windowWidthPx / columnPitchPx));
  if (by !== 'deck' || decks.length <= inSight) return [where];
  const parts = [decks.slice(0, inSight)];
  for (let at = inSight; at < decks.length; at += decksPerQuery) parts.push(decks.slice(at, at + decksPerQuery));
  return parts.map((some) => ({ ...where, deckId: { op: 'in', value: some.map(({ id }) => id) } }));
}
