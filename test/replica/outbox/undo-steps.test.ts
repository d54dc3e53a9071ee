/** Checks the undo steps for zones, for the kind of a card, and for archived projects and guardians. */
import { expect, test } from 'vitest';
import { type UndoLookups, undoStepsOf } from '../../../electron/replica/outbox/undo-actions.ts';

const context: UndoLookups = {
  handOf: () => [],
  bookmarksOf: () => [],
  predecessorOf: () => null,
  deckBefore: () => null,
  linkedProjects: () => [],
  isGlobal: () => false,
  runStartsWith: () => false,
};

// One act has at most 500 steps (`steps` in shared/bridge). With one step per card, the main process would refuse to
// undo a change to more than 500 cards.
test('cards that changed only their zone return to it in one step', () => {
  const cards = Array.from({ length: 600 }, (_, index) => `card-${index}`);
  const changes = cards.map((cardId, index) => ({
    model: 'cardOrder' as const,
    key: JSON.stringify(['deck', cardId]),
    before: { context: 'deck', cardId, label: index < 2 ? null : 'Soon', sortValue: `a${index}` },
    after: { context: 'deck', cardId, label: 'Now', sortValue: `a${index}` },
  }));
  expect(undoStepsOf(changes, context)).toEqual([
    { action: 'cardOrders/updateLabel', params: { cardIds: cards.slice(0, 2), context: 'deck', label: null } },
    { action: 'cardOrders/updateLabel', params: { cardIds: cards.slice(2), context: 'deck', label: 'Soon' } },
  ]);
});

// Actions take no null for `isDoc`, so without the exception in `writableCardValue` the service refuses the undo.
test('a card that was no document, stored as null, is set to false again', () => {
  const before = { cardId: 'card', isDoc: null, status: 'started' };
  const changes = [{ model: 'card' as const, key: 'card', before, after: { ...before, isDoc: true, status: null } }];
  expect(undoStepsOf(changes, context)).toEqual([
    { action: 'cards/update', params: { id: 'card', status: 'started', isDoc: false } },
  ]);
});

test('an archived project is restored before its threads are opened again', () => {
  const steps = undoStepsOf(
    [
      { model: 'resolvable', key: 'thread', before: { isClosed: false }, after: { isClosed: true } },
      { model: 'project', key: 'project', before: { visibility: 'default' }, after: { visibility: 'archived' } },
    ],
    context,
  );
  expect(steps?.map(({ action }) => action)).toEqual(['projects/setVisibility', 'resolvables/reopen']);
});

// In the second case, the deck already had guardians (`hasGuardians`), but the replica does not know who they were. An
// undo would remove them, so `undoStepsOf` must return null.
test.each([
  ['were none', false, [{ action: 'decks/updateGuardians', params: { id: 'deck', userIds: [] } }]],
  ['were some that nobody can name', true, null],
] as const)('undo removes new guardians only if there %s', (_, had, steps) => {
  const deck = { id: 'deck', hasGuardians: had };
  const changes = [
    { model: 'deck' as const, key: 'deck', before: deck, after: { ...deck, hasGuardians: true } },
    {
      model: 'deckGuardian' as const,
      key: '["deck","ada"]',
      before: undefined,
      after: { deckId: 'deck', userId: 'ada' },
    },
  ];
  expect(undoStepsOf(changes, context)).toEqual(steps);
});
