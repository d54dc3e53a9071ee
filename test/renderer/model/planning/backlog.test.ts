/** Checks which cards the backlog of the runs board shows for each option of its menu. */
import { expect, test } from 'vitest';
import type { WorkspaceLookups } from '../../../../renderer/data/lookups.ts';
import {
  allDecksBacklogChoice,
  backlogOfChoice,
  backlogOptions,
  noBacklogChoice,
} from '../../../../renderer/model/planning/backlog.ts';

const decks = {
  art: { id: 'art', title: 'Art', projectId: 'game', deckType: 'normal', manualOrderLabels: [] },
  code: { id: 'code', title: 'Code', projectId: 'game', deckType: 'normal', manualOrderLabels: [] },
};
const lookups = {
  isLoaded: true,
  decks,
  activeDecks: Object.values(decks),
  projects: [{ id: 'game', name: 'Game' }],
  sprints: { now: { id: 'now' } },
  milestones: {},
  activeProjectsCondition: { deckId: { op: 'notIn', value: ['away'] } },
} as unknown as WorkspaceLookups;
const saved = [
  { id: 'v1', name: 'Mine', route: '#/deck/art?view=v1', view: { sort: 'title', filters: { text: 'boat' } } },
  { id: 'v2', name: 'Run', route: '#/run/now?view=v2', view: {} },
  { id: 'v3', name: 'Query', route: '#/query/v3', view: {}, query: {} },
] as const;

test('Every choice has the unfinished cards without a run only', () => {
  for (const choice of [allDecksBacklogChoice, 'art', 'v1'])
    expect(backlogOfChoice(choice, saved, lookups)?.where).toMatchObject({
      sprintId: null,
      isDoc: false,
      visibility: 'default',
      status: { op: 'neq', value: 'done' },
    });
  expect(backlogOfChoice(allDecksBacklogChoice, saved, lookups)?.where.deckId).toEqual({
    op: 'notIn',
    value: ['away'],
  });
});

test('A deck has its manual order, a saved view its own order and filter', () => {
  expect(backlogOfChoice('code', saved, lookups)).toMatchObject({
    orderKind: 'deck',
    sort: 'manual',
    where: { deckId: 'code' },
  });
  expect(backlogOfChoice('v1', saved, lookups)).toMatchObject({
    sort: 'title',
    filters: { text: 'boat' },
    where: { deckId: 'art' },
  });
});

test('Views of runs and query boards are not offered; a choice that is gone hides the backlog', () => {
  expect(backlogOptions(saved, lookups).map(({ label }) => label)).toEqual([
    'Hidden',
    'All decks',
    'View: Mine',
    'Art',
    'Code',
  ]);
  for (const choice of [noBacklogChoice, 'v2', 'v3', 'deleted'])
    expect(backlogOfChoice(choice, saved, lookups)).toBeNull();
});
