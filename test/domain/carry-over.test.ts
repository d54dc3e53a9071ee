import { expect, test } from 'vitest';
import { leftoverKind } from '../../shared/domain/carry-over.ts';

const card = { visibility: 'default', isDoc: false, status: 'started', openThread: undefined };

test('unfinished cards are undone, in review or blocked', () => {
  expect(leftoverKind(card)).toBe('undone');
  expect(leftoverKind({ ...card, openThread: 'review' })).toBe('review');
  expect(leftoverKind({ ...card, openThread: 'block' })).toBe('blocked');
});

test('a done card is left over only with an open block or review', () => {
  expect(leftoverKind({ ...card, status: 'done' })).toBeUndefined();
  expect(leftoverKind({ ...card, status: 'done', openThread: 'review' })).toBe('review');
});

test('documents and archived cards always stay', () => {
  expect(leftoverKind({ ...card, isDoc: true, openThread: 'block' })).toBeUndefined();
  expect(leftoverKind({ ...card, visibility: 'archived' })).toBeUndefined();
});
