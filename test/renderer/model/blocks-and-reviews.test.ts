import { expect, test } from 'vitest';
import {
  blockedOrInReviewText,
  blockOrReviewOfCard,
  closeThreadsButtonText,
  labelForClosingThreads,
} from '../../../renderer/model/blocks-and-reviews.ts';
import { cardRow } from '../support.ts';

const blocked = cardRow('a', { derivedStatus: 'blocked' });
const inReview = cardRow('b', { derivedStatus: 'review' });

test('a card is marked only by its own open block or review', () => {
  expect(blockOrReviewOfCard(blocked)).toBe('block');
  expect(blockOrReviewOfCard(inReview)).toBe('review');
  for (const derivedStatus of ['started', 'archived', 'brand_new'] as const)
    expect(blockOrReviewOfCard(cardRow('c', { derivedStatus: derivedStatus as 'started' }))).toBeNull();
});

test('the label names the kinds of marks that the cards have', () => {
  expect([
    closeThreadsButtonText([blocked]),
    closeThreadsButtonText([inReview]),
    closeThreadsButtonText([blocked, inReview]),
  ]).toEqual(['Unblock', 'Close review', 'Close threads']);
  expect(blockedOrInReviewText([inReview, blocked])).toBe('blocked or in review');
  expect(labelForClosingThreads([blocked], '“a”')).toBe('Unblock “a”');
  expect(labelForClosingThreads([blocked, inReview], '2 cards')).toBe('Close the blocks and reviews of 2 cards');
});
