/**
 * A sample card and its face settings, shown in the settings and in the component gallery. They have only the data that
 * card faces show.
 */

import type { Person, WorkspaceLookups } from '../data/lookups.ts';
import type { CardRow } from '../model/card-row.ts';
import type { CardFaceSettings } from './face/face-context.tsx';

export const sampleToday = '2026-05-20';

const people = {
  p1: { id: 'p1', name: 'ines', fullName: 'Ines Okafor', kind: 'human', isIntegration: false },
} as unknown as Readonly<Record<string, Person>>;

const lookups = {
  account: { priorityLabels: { a: 'High', b: 'Medium', c: 'Low' } },
  decks: { d1: { id: 'd1', title: 'Lighthouse', deckType: 'task', coverColor: '#2f7f8f' } },
  sprints: { s1: { id: 's1', index: 5, name: null, sprintConfigId: 'c1', startDate: '2026-05-18' } },
  sprintConfigs: { c1: { id: 'c1', name: 'Weeks', runLabelTemplate: 'Run %RUN_NR% · week %CALENDAR_WEEK%' } },
} as unknown as WorkspaceLookups;

export const sampleCard = {
  cardId: 'c',
  title: 'Lamp oil runs low in a storm',
  accountSeq: 1207,
  assigneeId: 'p1',
  checkboxStats: { total: 0, checked: 0 },
  deckId: 'd1',
  derivedStatus: 'assigned',
  dueDate: null,
  effort: 3,
  hasBlockingDeps: false,
  parentCardId: null,
  priority: 'b',
  sprintId: null,
  status: 'not_started',
  tags: [],
  coverFile: null,
} as unknown as CardRow;

export const sampleCardFaceSettings: CardFaceSettings = {
  lookups,
  people,
  density: 'normal',
  showsDeckName: false,
  lettersPerLine: 34,
  hiddenFields: new Set(),
  commonOwnerId: null,
  today: sampleToday,
  inHand: new Set(),
  heroCovers: new Map(),
  planMarks: null,
  tagOf: () => undefined,
};
