import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsToMoveIntoHand } from '../../../../renderer/cards/hand/hand-over.ts';
import { type TeamHandsAnswer, teamMembersOf } from '../../../../renderer/model/hand/team.ts';
import { cardRow } from '../../support.ts';

const answer = (
  entries: readonly (readonly [cardId: string, userId: string, sortIndex: number])[],
  threads: readonly (readonly [cardId: string, context: string, createdAt: string])[] = [],
) =>
  ({
    queueEntry: Object.fromEntries(
      entries.map(([cardId, userId, sortIndex], at) => [
        `e${at}`,
        { cardId, userId, sortIndex, createdAt: '2026-01-01T00:00:00.000Z' },
      ]),
    ),
    resolvable: Object.fromEntries(
      threads.map(([cardId, context, createdAt], at) => [`t${at}`, { cardId, context, createdAt }]),
    ),
  }) as unknown as TeamHandsAnswer;
const rowsOf = (...cards: ReturnType<typeof cardRow>[]) => Object.fromEntries(cards.map((one) => [one.cardId, one]));

test('a row per person: cards in the order of the Hand, and what blocks them since when', () => {
  const rows = rowsOf(
    cardRow('first', { status: 'started', derivedStatus: 'started' }),
    cardRow('second', { status: 'started', derivedStatus: 'blocked' }),
    cardRow('third', { derivedStatus: 'blocked' }),
    cardRow('archived', { visibility: 'archived' }),
    cardRow('elsewhere', { deckId: 'inactive' }),
  );
  const entries = [
    ['third', 'ann', 2],
    ['first', 'ann', 0],
    ['second', 'ann', 1],
    ['archived', 'ann', 3],
    ['elsewhere', 'ann', 4],
    ['unreadable', 'ann', 5],
    ['first', 'guest', 0],
  ] as const;
  const threads = [
    ['third', 'block', '2026-03-02T00:00:00.000Z'],
    ['second', 'block', '2026-03-01T00:00:00.000Z'],
    ['first', 'review', '2026-01-01T00:00:00.000Z'],
  ] as const;
  const team = teamMembersOf([answer(entries, threads)], rows, ['bob', 'ann'], new Set(['inactive']));
  expect(team.map(({ userId, cards }) => [userId, cards.map(({ cardId }) => cardId)])).toEqual([
    ['bob', []],
    ['ann', ['first', 'second', 'third']],
    ['guest', ['first']],
  ]);
  expect(team[1]).toMatchObject({
    startedCount: 1,
    blockOrReviewCounts: [{ threadKind: 'block', count: 2, since: '2026-03-01T00:00:00.000Z' }],
  });
});

test('handing over makes the person the owner and takes the card from the Hands it is in', () => {
  const to = { userId: 'bob', cardIds: ['his'], slots: 7 };
  const steps = stepsToMoveIntoHand([cardRow('a', { assigneeId: 'ann' })], to, 0, new Map([['a', ['ann', 'cid']]]));
  expect(steps).toEqual([
    { action: 'cards/update', params: { id: 'a', assigneeId: 'bob' } },
    { action: 'handQueue/removeCards', params: { cardIds: ['a'], userId: 'ann' } },
    { action: 'handQueue/removeCards', params: { cardIds: ['a'], userId: 'cid' } },
    {
      action: 'handQueue/setCardOrders',
      params: { cardIds: ['a', 'his'], draggedCardIds: ['a'], userId: 'bob' },
      base: { handOrder: ['his'] },
    },
  ]);
});

test('cards of the person’s own Hand change their order only', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
  fc.assert(
    fc.property(ids, fc.nat(5), fc.nat(4), (cardIds, index, at) => {
      const moved = cardIds[at % cardIds.length] ?? '';
      const to = { userId: 'bob', cardIds, slots: 7 };
      const steps = stepsToMoveIntoHand(
        [cardRow(moved, { assigneeId: 'ann' })],
        to,
        index,
        new Map([[moved, ['bob']]]),
      );
      expect(steps.every(({ action }) => action === 'handQueue/setCardOrders')).toBe(true);
    }),
  );
});
