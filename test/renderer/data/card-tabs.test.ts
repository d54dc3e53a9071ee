/** Checks the state of the tabs of open cards (renderer/data/card-tabs.ts). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CardTabs,
  maxCardTabs,
  parseStoredTabs,
  tabsWithCardAdded,
  tabsWithCardIdChanged,
  tabsWithCardShown,
  tabsWithoutCard,
} from '../../../renderer/data/card-tabs.ts';

const none: CardTabs = { cards: [], front: 0 };

test('another card replaces the one of the active tab; a new tab is added after it', () => {
  const one = tabsWithCardShown(none, 'a');
  expect(one).toEqual({ cards: ['a'], front: 0 });
  expect(tabsWithCardShown(one, 'b')).toEqual({ cards: ['b'], front: 0 });
  const two = tabsWithCardAdded(one, 'b');
  expect(two).toEqual({ cards: ['a', 'b'], front: 1 });
  expect(tabsWithCardShown(two, 'a')).toEqual({ cards: ['a', 'b'], front: 0 });
  expect(tabsWithCardAdded({ cards: ['a', 'b'], front: 0 }, 'c')).toEqual({ cards: ['a', 'c', 'b'], front: 1 });
  expect(tabsWithCardShown(two, 'c')).toEqual({ cards: ['a', 'c'], front: 1 });
});

test('closing a tab activates the next one, or the one before the last', () => {
  expect(tabsWithoutCard({ cards: ['a', 'b', 'c'], front: 1 }, 'b')).toEqual({ cards: ['a', 'c'], front: 1 });
  expect(tabsWithoutCard({ cards: ['a', 'b'], front: 1 }, 'b')).toEqual({ cards: ['a'], front: 0 });
  expect(tabsWithoutCard({ cards: ['a', 'b', 'c'], front: 2 }, 'a')).toEqual({ cards: ['b', 'c'], front: 1 });
  expect(tabsWithoutCard({ cards: ['a'], front: 0 }, 'a')).toEqual(none);
});

test('a card with a new id keeps its tab', () => {
  expect(tabsWithCardIdChanged({ cards: ['a', 'local-1'], front: 1 }, 'local-1', 'b')).toEqual({
    cards: ['a', 'b'],
    front: 1,
  });
});

test.each([undefined, null, 7, {}, { cards: 'a' }, { cards: [1, null] }])(
  'malformed stored tabs are ignored: %j',
  (stored) => {
    expect(parseStoredTabs(stored)).toEqual(none);
  },
);

test('after any steps the active tab exists, no card has two tabs, and the tabs can be stored and read', () => {
  const card = fc.integer({ min: 0, max: 2 * maxCardTabs }).map((number) => `c${number}`);
  const step = fc.record({ name: fc.constantFrom('withShown', 'withAdded', 'without' as const), card });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let tabs = none;
      for (const { name, card: id } of steps) {
        tabs = { withShown: tabsWithCardShown, withAdded: tabsWithCardAdded, without: tabsWithoutCard }[name](tabs, id);
        expect(new Set(tabs.cards).size).toBe(tabs.cards.length);
        expect(tabs.cards.length).toBeLessThanOrEqual(maxCardTabs);
        expect(tabs.front).toBeLessThan(Math.max(1, tabs.cards.length));
        if (name !== 'without') expect(tabs.cards[tabs.front]).toBe(id);
        expect(parseStoredTabs(JSON.parse(JSON.stringify(tabs)))).toEqual(tabs);
      }
    }),
  );
});
