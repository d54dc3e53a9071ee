import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, type CardTabs, mostTabs, readTabs, renamed, shown, without } from '../../../renderer/data/card-tabs.ts';

const none: CardTabs = { cards: [], front: 0 };

test('another card takes over the tab in front; a new tab stands behind it', () => {
  const one = shown(none, 'a');
  expect(one).toEqual({ cards: ['a'], front: 0 });
  expect(shown(one, 'b')).toEqual({ cards: ['b'], front: 0 });
  const two = added(one, 'b');
  expect(two).toEqual({ cards: ['a', 'b'], front: 1 });
  expect(shown(two, 'a')).toEqual({ cards: ['a', 'b'], front: 0 });
  expect(added({ cards: ['a', 'b'], front: 0 }, 'c')).toEqual({ cards: ['a', 'c', 'b'], front: 1 });
  expect(shown(two, 'c')).toEqual({ cards: ['a', 'c'], front: 1 });
});

test('closing shows the next one, else the one before', () => {
  expect(without({ cards: ['a', 'b', 'c'], front: 1 }, 'b')).toEqual({ cards: ['a', 'c'], front: 1 });
  expect(without({ cards: ['a', 'b'], front: 1 }, 'b')).toEqual({ cards: ['a'], front: 0 });
  expect(without({ cards: ['a', 'b', 'c'], front: 2 }, 'a')).toEqual({ cards: ['b', 'c'], front: 1 });
  expect(without({ cards: ['a'], front: 0 }, 'a')).toEqual(none);
});

test('a new id keeps its place', () => {
  expect(renamed({ cards: ['a', 'local-1'], front: 1 }, 'local-1', 'b')).toEqual({ cards: ['a', 'b'], front: 1 });
});

test.each([undefined, null, 7, {}, { cards: 'a' }, { cards: [1, null] }])('%j holds no tabs', (kept) => {
  expect(readTabs(kept)).toEqual(none);
});

test('whatever is done, the front is a tab, none is there twice, and all can be kept', () => {
  const card = fc.integer({ min: 0, max: 2 * mostTabs }).map((number) => `c${number}`);
  const step = fc.record({ name: fc.constantFrom('shown', 'added', 'without'), card });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let tabs = none;
      for (const { name, card: id } of steps) {
        tabs = { shown, added, without }[name as 'shown'](tabs, id);
        expect(new Set(tabs.cards).size).toBe(tabs.cards.length);
        expect(tabs.cards.length).toBeLessThanOrEqual(mostTabs);
        expect(tabs.front).toBeLessThan(Math.max(1, tabs.cards.length));
        if (name !== 'without') expect(tabs.cards[tabs.front]).toBe(id);
        expect(readTabs(JSON.parse(JSON.stringify(tabs)))).toEqual(tabs);
      }
    }),
  );
});
