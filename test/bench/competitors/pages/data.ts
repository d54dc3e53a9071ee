/** Generates the cards that all compared boards show. */

import type { CardFaceSettings } from '../../../../renderer/cards/face/face-context.tsx';
import type { WorkspaceLookups } from '../../../../renderer/data/lookups.ts';
import type { ArrangedColumn } from '../../../../renderer/model/arrange.ts';
import type { CardRow, LoadedCards } from '../../../../renderer/model/card-row.ts';
import { taskOnlyValuesOf } from '../../../../shared/contract/index.ts';

export interface BoardData {
  readonly loaded: LoadedCards;
  readonly columns: readonly ArrangedColumn[];
}

const statuses = ['unassigned', 'assigned', 'started', 'done', 'blocked', 'review'];
const words = 'harbour lamp tide rope lantern gull anchor drift mast cove buoy reef hull keel sail wharf'.split(' ');

function cardAt(index: number): CardRow {
  const title = Array.from({ length: 3 + (index % 9) }, (_, word) => words[(index * 7 + word * 5) % words.length]);
  const tags = index % 3 === 0 ? [words[index % words.length] ?? ''] : [];
  return {
    cardId: `card${index}`,
    title: title.join(' '),
    accountSeq: index + 1,
    assigneeId: `person${index % 12}`,
    checkboxStats: { total: index % 4, checked: index % 2 },
    createdAt: '2026-01-01T00:00:00.000Z',
    deckId: 'deck',
    derivedStatus: statuses[index % statuses.length] as CardRow['derivedStatus'],
    dueDate: index % 5 === 0 ? '2026-03-01' : null,
    ...taskOnlyValuesOf({}),
    effort: index % 8,
    hasBlockingDeps: index % 11 === 0,
    isDoc: false,
    lastUpdatedAt: '2026-01-01T00:00:00.000Z',
    milestoneId: null,
    parentCardId: null,
    priority: (['a', 'b', 'c'] as const)[index % 3] ?? null,
    sprintId: null,
    status: 'not_started',
    tags,
    masterTags: tags,
    visibility: 'default',
    childCards: [],
    coverFile: null,
    'count:resolvables({"isClosed":false})': index % 3,
  };
}

export function generateBoard(cards: number, columns: number): BoardData {
  const rows = Array.from({ length: cards }, (_, index) => cardAt(index));
  const ids = rows.map(({ cardId }) => cardId);
  return {
    loaded: {
      ids,
      rows: Object.fromEntries(rows.map((row) => [row.cardId, row])),
      positions: {},
      orderKind: 'deck',
    },
    columns: Array.from({ length: columns }, (_, column) => ({
      column: { key: `zone:Column ${column}`, title: `Column ${column}`, by: 'zone', value: `Column ${column}` },
      ids: ids.filter((_id, index) => index % columns === column),
    })),
  };
}

const lookups = {
  isLoaded: true,
  decks: {},
  sprints: {},
  sprintConfigs: {},
  milestones: {},
  tags: {},
  projects: [],
  account: null,
} as unknown as WorkspaceLookups;

export const faceSettings: CardFaceSettings = {
  lookups,
  people: {},
  density: 'normal',
  showsDeckName: false,
  lettersPerLine: 34,
  hiddenFields: new Set(),
  commonOwnerId: null,
  today: '2026-02-01',
  inHand: new Set(),
  heroCovers: new Map(),
  tagOf: () => undefined,
};
