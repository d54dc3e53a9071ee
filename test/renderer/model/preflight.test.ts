/** Checks the refusals that the window shows before it sends an action for one card or for several cards. */
import { describe, expect, test } from 'vitest';
import type { CardRow } from '../../../renderer/model/card-row.ts';
import { reasonCannotAddToHand } from '../../../renderer/model/hand/hand-drop.ts';
import {
  blockOrReviewRefusal,
  type FieldRefusalInput,
  fieldRefusal,
  fieldRefusalIfAllDocuments,
  reasonCannotBecomeSubCard,
  statusRefusal,
} from '../../../renderer/model/preflight.ts';
import { refusalTexts } from '../../../shared/contract/index.ts';
import { cardRow } from '../support.ts';

const decks = { decks: { assets: { deckType: 'hero' }, tasks: { deckType: 'task' } } };
const task = cardRow('task', { deckId: 'tasks' });
const hero = cardRow('hero', { deckId: 'tasks', childCards: ['sub'] as CardRow['childCards'] });
const asset = cardRow('asset', { deckId: 'assets' });
const sub = cardRow('sub', { deckId: 'assets', parentCardId: 'hero' });
const doc = cardRow('doc', { deckId: 'tasks', isDoc: true });

describe('status', () => {
  test('hero cards, by sub cards or by their deck, cannot be started; they can be finished', () => {
    for (const cards of [[hero], [asset], [hero, asset]])
      expect(statusRefusal(cards, 'started', decks)).toBe('Hero cards cannot be started.');
    expect(statusRefusal([sub], 'started', decks)).toBeNull();
    expect(statusRefusal([hero], 'done', decks)).toBeNull();
  });

  test('documents have none', () => {
    for (const status of ['not_started', 'started', 'done'] as const)
      expect(statusRefusal([doc], status, decks)).toBe('Documents have no status.');
    expect(fieldRefusalIfAllDocuments([doc], 'effort')).toBe('Documents have no effort.');
  });

  // One refused card must not make the window refuse the action for all selected cards.
  test('of several cards, those that can be changed are changed', () => {
    expect(statusRefusal([hero, doc, task], 'started', decks)).toBeNull();
    expect(fieldRefusalIfAllDocuments([doc, task], 'priority')).toBeNull();
    expect(statusRefusal([], 'started', decks)).toBeNull();
  });
});

test('hero cards and documents accept no block and no review', () => {
  expect(blockOrReviewRefusal([hero], decks)).toBe('A hero card takes no block or review thread.');
  expect(blockOrReviewRefusal([doc], decks)).toBe('A document card takes no block or review thread.');
  expect(blockOrReviewRefusal([hero, doc, task], decks)).toBeNull();
});

test('a hero card cannot become a sub card; a sub card can move to another hero card', () => {
  expect(reasonCannotBecomeSubCard([hero])).toBe('A hero card cannot become a sub card.');
  expect(reasonCannotBecomeSubCard([sub])).toBeNull();
  expect(reasonCannotBecomeSubCard([hero, task])).toBeNull();
});

test('the Hand: done cards are left out; more cards than slots are refused, others can replace cards of it', () => {
  const done = cardRow('done', { status: 'done' });
  const hand = { userId: 'me', cardIds: ['a', 'b'], slots: 3 };
  expect(reasonCannotAddToHand([done], hand)).toBe('Done cards go to the done pile by themselves.');
  expect(reasonCannotAddToHand([done, task], hand)).toBeNull();
  expect(reasonCannotAddToHand([sub, task], hand)).toBeNull();
  expect(reasonCannotAddToHand([sub, task, cardRow('x'), cardRow('y')], hand)).toBe(
    'The Hand has room for 1 more, not 4.',
  );
  expect(reasonCannotAddToHand([cardRow('a')], { ...hand, slots: 2 })).toBeNull();
});

const plain: FieldRefusalInput = {
  isDoc: false,
  isHero: false,
  isSubCard: false,
};

test('documents have no status, priority and effort; hero cards cannot start', () => {
  expect(fieldRefusal({ ...plain, isDoc: true }, 'status')).toBe(refusalTexts.doc_has_no_status);
  expect(fieldRefusal({ ...plain, isDoc: true }, 'effort')).toBe('Documents have no effort.');
  expect(fieldRefusal({ ...plain, isHero: true }, 'start')).toBe(refusalTexts.hero_cannot_start);
  expect(fieldRefusal({ ...plain, isHero: true }, 'status')).toBeNull();
  expect(fieldRefusal({ ...plain, isSubCard: true }, 'subCards')).toBe(refusalTexts.sub_card_depth);
});
