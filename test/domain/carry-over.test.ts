import { expect, test } from 'vitest';
import { unfinishedCardKind } from '../../shared/domain/derived-status.ts';

const card = { visibility: 'default', isDoc: false, status: 'started', openThread: undefined };

test('unfinished cards are undone, in review or blocked', () => {
  expect(unfinishedCardKind(card)).toBe('undone');
  expect(unfinishedCardKind({ ...card, openThread: 'review' })).toBe('review');
  expect(unfinishedCardKind({ ...card, openThread: 'block' })).toBe('blocked');
});

test('a done card is left over only with an open block or review', () => {
  expect(unfinishedCardKind({ ...card, status: 'done' })).toBeUndefined();
  expect(unfinishedCardKind({ ...card, status: 'done', openThread: 'review' })).toBe('review');
});

test('documents and archived cards always stay', () => {
  expect(unfinishedCardKind({ ...card, isDoc: true, openThread: 'block' })).toBeUndefined();
  expect(unfinishedCardKind({ ...card, visibility: 'archived' })).toBeUndefined();
});
