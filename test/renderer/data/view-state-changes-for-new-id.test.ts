import { expect, test } from 'vitest';
import { viewStateChangesForNewId } from '../../../renderer/data/app-state.ts';

// When the service assigns an id to a deck that was created offline, stored view states must get the new id, too.
// Otherwise the deck's board loses its grouping.
test('view states get a new id in their names and values', () => {
  const views = {
    'board:deck:local-AAAAAAAAAAAAAAAAAAAAAA': { by: 'owner' },
    '@local/cardTabs': { cards: ['a', 'local-AAAAAAAAAAAAAAAAAAAAAA'], front: 1 },
    'composer:deck': 'other',
    panelWidth: 480,
  };
  expect(viewStateChangesForNewId(views, 'local-AAAAAAAAAAAAAAAAAAAAAA', 'new')).toEqual({
    'board:deck:local-AAAAAAAAAAAAAAAAAAAAAA': null,
    'board:deck:new': { by: 'owner' },
    '@local/cardTabs': { cards: ['a', 'new'], front: 1 },
  });
  expect(viewStateChangesForNewId(views, 'local-BBBBBBBBBBBBBBBBBBBBBB', 'new')).toEqual({});
});
