import { expect, test } from 'vitest';
import type { CardRow } from '../../../../renderer/model/card-row.ts';
import { type BlockersAnswer, blockersOfMilestone } from '../../../../renderer/model/planning/blockers.ts';

const card = (cardId: string, status = 'started') => ({ cardId, status }) as CardRow;
const dep = (cardId: string, milestoneId: string | null, status = 'started', visibility = 'default') => ({
  cardId,
  title: cardId,
  milestoneId,
  status,
  visibility,
});
const thread = (cardId: string, context: string, createdAt: string) => ({ cardId, context, createdAt });

test('each card has its heaviest reason, and only cards outside of the milestone count', () => {
  const rows = Object.fromEntries(
    ['commented', 'within', 'waits', 'blocked', 'blocked earlier'].map((id) => [id, card(id)]),
  );
  const answer = {
    resolvable: {
      1: thread('blocked', 'block', '2026-11-03T00:00:00.000Z'),
      2: thread('blocked', 'comment', '2026-11-02T00:00:00.000Z'),
      3: thread('blocked earlier', 'block', '2026-11-01T00:00:00.000Z'),
      4: thread('commented', 'review', '2026-11-01T00:00:00.000Z'),
      5: thread('finished', 'comment', '2026-11-01T00:00:00.000Z'),
    },
    card: {
      waits: { inDeps: ['outside', 'other', 'done', 'archived', 'inside', 'gone'] },
      within: { inDeps: ['inside'] },
      blocked: { inDeps: ['outside'] },
      outside: dep('outside', null),
      other: dep('other', 'm2'),
      done: dep('done', null, 'done'),
      archived: dep('archived', null, 'started', 'archived'),
      inside: dep('inside', 'm1'),
    },
  } as unknown as BlockersAnswer;
  const loaded = { ids: [...Object.keys(rows), 'finished'], rows: { ...rows, finished: card('finished', 'done') } };
  const found = blockersOfMilestone(loaded, answer, 'm1').map(({ card: { cardId }, reason, waitsFor, openThreads }) => [
    cardId,
    reason,
    waitsFor.map((one) => one.cardId),
    openThreads,
  ]);
  expect(found).toEqual([
    ['blocked earlier', 'blocked', [], 0],
    ['blocked', 'blocked', ['outside'], 1],
    ['waits', 'waits', ['outside', 'other'], 0],
    ['commented', 'open', [], 1],
  ]);
});

test('nothing blocks where the service shows neither threads nor dependencies', () => {
  const loaded = { ids: ['a'], rows: { a: card('a') } };
  expect(blockersOfMilestone(loaded, {} as BlockersAnswer, 'm1')).toEqual([]);
});
