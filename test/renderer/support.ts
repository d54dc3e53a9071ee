import type { DeckRow, WorkspaceLookups } from '../../renderer/data/lookups.ts';
import type { CardRow, LoadedCards, ManualPosition } from '../../renderer/model/card-row.ts';
import type { Column, GroupingContext } from '../../renderer/model/column.ts';
import { taskOnlyValuesOf } from '../../shared/contract/index.ts';

/** Creates a card row with all fields that the query of a board returns. */
export function cardRow(cardId: string, fields: Partial<CardRow> = {}): CardRow {
  return {
    cardId,
    title: cardId,
    accountSeq: 1,
    assigneeId: null,
    checkboxStats: { total: 0, checked: 0 },
    createdAt: '2026-01-01T00:00:00.000Z',
    deckId: 'deck',
    derivedStatus: 'unassigned',
    dueDate: null,
    ...taskOnlyValuesOf({}),
    hasBlockingDeps: false,
    isDoc: false,
    lastUpdatedAt: '2026-01-01T00:00:00.000Z',
    milestoneId: null,
    parentCardId: null,
    sprintId: null,
    status: 'not_started',
    tags: [],
    masterTags: [],
    visibility: 'default',
    childCards: [],
    coverFile: null,
    'count:resolvables({"isClosed":false})': 0,
    ...fields,
  };
}

export function loadedCardsFrom(
  rows: readonly CardRow[],
  places: Record<string, ManualPosition> = {},
  orderKind: LoadedCards['orderKind'] = 'deck',
): LoadedCards {
  return {
    ids: rows.map((row) => row.cardId),
    rows: Object.fromEntries(rows.map((row) => [row.cardId, row])),
    positions: Object.fromEntries(
      Object.entries(places).map(([id, place]) => [JSON.stringify([orderKind, id]), place]),
    ),
    orderKind,
  };
}

export const deckRow = (id: string, fields: Partial<DeckRow> = {}): DeckRow =>
  ({
    id,
    title: id,
    accountSeq: 1,
    coverColor: null,
    coverFile: null,
    deckType: 'task',
    defaultCard: {},
    defaultProjectTagId: null,
    description: '',
    handSyncEnabled: false,
    hasGuardians: false,
    isDeleted: false,
    manualOrderLabels: null,
    milestoneId: null,
    projectId: 'project',
    sortValue: 'a',
    spaceId: 1,
    ...fields,
  }) as DeckRow;

export function createLookups(fields: Partial<WorkspaceLookups> = {}): WorkspaceLookups {
  const { decks = {}, milestones = {}, sprintConfigs = {} } = fields;
  return {
    account: null,
    projects: [],
    decks,
    activeDecks: Object.values(decks),
    tags: {},
    sprints: {},
    sprintConfigs,
    activeRunConfigs: Object.values(sprintConfigs),
    milestones,
    activeMilestones: Object.values(milestones),
    milestoneProjects: [],
    sprintProjects: [],
    activeProjectsCondition: {},
    inactiveDeckIds: new Set(),
    isLoaded: true,
    ...fields,
  };
}

export const createGroupingContext = (fields: Partial<GroupingContext> = {}): GroupingContext => ({
  lookups: createLookups(),
  people: {},
  me: 'me',
  zones: [],
  decks: [],
  ...fields,
});

export const columnOf = (by: Column['by'], value: Column['value'], fields: Partial<Column> = {}): Column => ({
  key: `${by}:${value ?? ''}`,
  title: String(value ?? 'none'),
  by,
  value,
  ...fields,
});
