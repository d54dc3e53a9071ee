import { expect, test } from 'vitest';
import { neighbourCardIds } from '../../../renderer/card-panel/neighbours.ts';

const column = (ids: string, isFolded = false) => ({ ids: [...ids], isFolded });

// Card `b` is in two columns, but must count once. If it counted twice, it would be its own next card, and the key J
// (next card) would never leave it.
test('the next card of a card that is in two columns is another card', () => {
  const columns = [column('ab'), column('bc')];
  expect(neighbourCardIds(columns, 'b')).toEqual({ previous: 'a', next: 'c' });
  expect(neighbourCardIds(columns, 'c')).toEqual({ previous: 'b', next: null });
});

test('cards of folded columns are skipped', () => {
  expect(neighbourCardIds([column('a'), column('b', true), column('c')], 'a')).toEqual({ previous: null, next: 'c' });
  expect(neighbourCardIds([column('a'), column('b', true)], 'b')).toEqual({ previous: null, next: null });
});
