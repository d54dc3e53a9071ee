import { expect, test } from 'vitest';
import { deckIdForNewCard } from '../../../renderer/cards/new-card-deck.ts';
import { deckRow } from '../support.ts';

const docs = deckRow('docs', { deckType: 'doc', accountSeq: 1 });
const heroes = deckRow('heroes', { deckType: 'hero', accountSeq: 2 });
const mixed = deckRow('mixed', { deckType: 'mixed', accountSeq: 4 });
const tasks = deckRow('tasks', { deckType: 'task', accountSeq: 3 });

test('new cards are created in the deck used last, else in the first task deck', () => {
  const decks = [docs, heroes, mixed, tasks];
  expect(deckIdForNewCard(decks, null)).toBe('tasks');
  expect(deckIdForNewCard(decks, 'mixed')).toBe('mixed');
  expect(deckIdForNewCard(decks, 'gone')).toBe('tasks');
});

test('a document deck is offered only if there is no other', () => {
  expect(deckIdForNewCard([docs, tasks], 'docs')).toBe('tasks');
  expect(deckIdForNewCard([docs, heroes], null)).toBe('heroes');
  expect(deckIdForNewCard([docs], null)).toBe('docs');
  expect(deckIdForNewCard([], null)).toBeNull();
});
