import { expect, test } from 'vitest';
import { renamedViews } from '../../../renderer/data/renamed-views.ts';

// Breaks when only the page's address follows a new id: the board of a deck made offline then falls back to the usual view.
test('states of views move to the new id, in their names and within them', () => {
  const views = {
    'board:deck:local-AAAAAAAAAAAAAAAAAAAAAA': { by: 'owner' },
    '@local/cardTabs': { cards: ['a', 'local-AAAAAAAAAAAAAAAAAAAAAA'], front: 1 },
    'composer:deck': 'other',
    panelWidth: 480,
  };
  expect(renamedViews(views, 'local-AAAAAAAAAAAAAAAAAAAAAA', 'new')).toEqual({
    'board:deck:local-AAAAAAAAAAAAAAAAAAAAAA': null,
    'board:deck:new': { by: 'owner' },
    '@local/cardTabs': { cards: ['a', 'new'], front: 1 },
  });
  expect(renamedViews(views, 'local-BBBBBBBBBBBBBBBBBBBBBB', 'new')).toEqual({});
});
