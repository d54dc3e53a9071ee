import { expect, test } from 'vitest';
import { deckForNewCard } from '../../../renderer/cards/new-card-deck.ts';
import { deckRow } from '../support.ts';

const docs = deckRow('docs', { deckType: 'doc', accountSeq: 1 });
const heroes = deckRow('heroes', { deckType: 'hero', accountSeq: 2 });
const mixed = deckRow('mixed', { deckType: 'mixed', accountSeq: 4 });
const tasks = deckRow('tasks', { deckType: 'task', accountSeq: 3 });

test('new cards are created in the deck used last, else in the first task deck', () => {
  const decks = [docs, heroes, mixed, tasks];
  expect(deckForNewCard(decks, null)).toBe('tasks');
  expect(deckForNewCard(decks, 'mixed')).toBe('mixed');
  expect(deckForNewCard(decks, 'gone')).toBe('tasks');
});

test('a document deck is offered only if there is no other', () => {
  expect(deckForNewCard([docs, tasks], 'docs')).toBe('tasks');
  expect(deckForNewCard([docs, heroes], null)).toBe('heroes');
  expect(deckForNewCard([docs], null)).toBe('docs');
  expect(deckForNewCard([], null)).toBeNull();
});
