import { expect, test } from 'vitest';
import { stepsToCopyCards } from '../../../renderer/cards/copies.ts';
import type { SprintRow } from '../../../renderer/data/lookups.ts';
import { cardRow, createLookups } from '../support.ts';

const run = (id: string, completedAt: string | null): SprintRow => ({ id, completedAt }) as SprintRow;
const known = createLookups({ sprints: { over: run('over', '2026-11-15T23:00:00.000Z'), open: run('open', null) } });
const cards = [cardRow('old', { sprintId: 'over' }), cardRow('new', { sprintId: 'open' }), cardRow('none')];

test('copies of cards of a completed run are in no run', () => {
  expect(stepsToCopyCards(new Map([['deck', cards]]), ['effort', 'sprintId'], known)).toEqual([
    { action: 'cards/copy', params: { ids: ['new', 'none'], target: 'deck', props: ['effort', 'sprintId'] } },
    { action: 'cards/copy', params: { ids: ['old'], target: 'deck', props: ['effort'] } },
  ]);
});

test('copies outside the run are created by one action per deck', () => {
  expect(stepsToCopyCards(new Map([['deck', cards]]), ['effort'], known)).toEqual([
    { action: 'cards/copy', params: { ids: ['old', 'new', 'none'], target: 'deck', props: ['effort'] } },
  ]);
});
