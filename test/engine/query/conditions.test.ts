/** Checks every operator of query conditions with null, empty values and different letter cases. */
import { describe, expect, test } from 'vitest';
import { queryOperators } from '../../../shared/contract/index.ts';
import { answerOf } from '../../support/answers.ts';
import { createReaderWithRows, unrestrictedViewer } from './database.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

const reader = createReaderWithRows({
  account: [{ id: 'account' }],
  user: [
    { id: 'ann', name: 'Ann' },
    { id: 'bob', name: 'Bob' },
  ],
  deck: [{ id: 'deck', projectId: 'project', isDeleted: false, manualOrderLabels: ['now', null] }],
  card: [
    {
      cardId: 'a',
      deckId: 'deck',
      title: 'Plan',
      effort: 1,
      isDoc: false,
      tags: ['x', 'y'],
      lastUpdatedAt: at(1),
      assigneeId: 'ann',
      checkboxInfo: [{ label: 'one', checked: true }],
    },
    {
      cardId: 'b',
      deckId: 'deck',
      title: 'plan',
      effort: 2,
      isDoc: true,
      tags: [],
      lastUpdatedAt: at(2),
      assigneeId: 'bob',
    },
    {
      cardId: 'c',
      deckId: 'deck',
      title: '',
      effort: null,
      isDoc: null,
      tags: ['Y'],
      lastUpdatedAt: at(3),
      assigneeId: null,
    },
    {
      cardId: 'd',
      deckId: 'deck',
      title: 'Straße 100%',
      effort: -5,
      isDoc: false,
      tags: ['y'],
      lastUpdatedAt: at(4),
      assigneeId: 'gone',
      content: 'Crème brûlée, twice',
    },
    {
      cardId: 'e',
      deckId: 'deck',
      title: 'ΟΔΟΣ_\\',
      effort: 2,
      isDoc: true,
      tags: null,
      lastUpdatedAt: at(5),
      content: 'creme without',
    },
  ],
  resolvable: [
    { id: 't1', cardId: 'a', isClosed: true, creatorId: 'ann', closedBy: 'bob' },
    { id: 't2', cardId: 'a', isClosed: false, creatorId: 'bob' },
    { id: 't3', cardId: 'b', isClosed: true, creatorId: 'ann' },
  ],
});

function matching(query: object, relation = 'cards'): string {
  const key = `${relation}(${JSON.stringify(query)})`;
  const answer = answerOf(reader, { _root: [{ account: [{ [key]: [] }] }] }, unrestrictedViewer);
  const row = (answer.account as Record<string, Record<string, string[]>>).account;
  return (row?.[key] ?? []).toSorted().join('');
}
const is = (field: string, op: string, value: unknown) => ({ [field]: { op, value } });

/** Each case has a query and the ids of the cards that match. */
const cases: [query: object, found: string][] = [
  [{}, 'abcde'],
  [{ title: 'plan' }, 'b'],
  [is('title', 'eq', ''), 'c'],
  [is('effort', 'eq', 2), 'be'],
  [is('effort', 'eq', null), 'c'],
  [{ effort: null }, 'c'],
  [{ isDoc: false }, 'ad'],
  [{ isDoc: null }, 'c'],
  [is('tags', 'eq', ['x', 'y']), 'a'],
  [is('tags', 'eq', ['y', 'x']), ''],
  [is('tags', 'eq', []), 'b'],

  [is('effort', 'neq', 2), 'acd'],
  [is('effort', 'neq', null), 'abde'],
  [is('isDoc', 'neq', true), 'acd'],
  [is('title', 'neq', 'Plan'), 'bcde'],

  [is('effort', 'in', [1, 2]), 'abe'],
  [{ effort: [1, 2] }, 'abe'],
  [{ effort: [1, null] }, 'ac'],
  [{ effort: [null] }, 'c'],
  [{ effort: [] }, ''],
  [{ title: ['PLAN'] }, ''],
  [is('isDoc', 'in', [true, null]), 'bce'],
  [is('tags', 'in', [['y'], []]), 'bd'],

  [is('effort', 'notIn', [1, 2]), 'cd'],
  [is('effort', 'notIn', [1, null]), 'bde'],
  [is('effort', 'notIn', []), 'abcde'],
  [is('effort', 'notIn', [null]), 'abde'],

  [is('effort', 'inOrNull', [1]), 'ac'],
  [is('effort', 'inOrNull', []), 'c'],
  [is('effort', 'inOrNull', [null, 2]), 'bce'],

  [is('effort', 'gt', 1), 'be'],
  [is('effort', 'gte', 1), 'abe'],
  [is('effort', 'lt', 1), 'd'],
  [is('effort', 'lte', 1), 'ad'],
  [is('title', 'gt', 'Plan'), 'bde'],
  [is('title', 'lte', ''), 'c'],
  [is('lastUpdatedAt', 'gte', at(3)), 'cde'],
  // Stored times have milliseconds. This value is the stored time of card `c`, written without milliseconds.
  [is('lastUpdatedAt', 'gte', '2026-01-01T00:00:03Z'), 'cde'],
  [{ lastUpdatedAt: '2026-01-01T00:00:03Z' }, 'c'],

  [is('title', 'contains', 'PLA'), 'ab'],
  [is('title', 'contains', ''), 'abcde'],
  [is('title', 'contains', 'STRASSE'), 'd'],
  [is('title', 'contains', 'οδος'), 'e'],
  [is('title', 'contains', '%'), 'd'],
  [is('title', 'contains', '_'), 'e'],
  [is('title', 'contains', '\\'), 'e'],
  [is('title', 'contains', 'P_an'), ''],
  [is('content', 'contains', 'CRÈME'), 'd'],

  [is('tags', 'has', 'y'), 'ad'],
  [is('tags', 'has', ''), ''],
  [is('checkboxInfo', 'has', { checked: true, label: 'one' }), 'a'],
  [is('tags', 'overlaps', ['x', 'Y']), 'ac'],
  [is('tags', 'overlaps', []), ''],

  [is('content', 'search', 'creme'), 'de'],
  [is('content', 'search', 'CRÈM'), 'de'],
  [is('content', 'search', 'twice brul'), 'd'],
  [is('content', 'search', 'brul twice'), ''],
  [is('content', 'search', ''), ''],
  [is('content', 'search', '"*() NEAR'), ''],
  [is('content', 'search', 'creme" OR "x'), ''],

  [{ priority: 'z' }, ''],
  [{ derivedStatus: ['unheard-of'] }, ''],

  [{ $or: [{ effort: 1 }, { title: '' }] }, 'ac'],
  [{ $and: [{ effort: 2 }, { title: 'plan' }] }, 'b'],
  [{ effort: 2, $or: [{ title: 'plan' }, { title: 'Plan' }] }, 'b'],
  [{ $or: [{ $and: [{ effort: 2 }, { isDoc: true }] }, { $or: [{ cardId: 'c' }] }] }, 'bce'],
  [{ $or: [] }, ''],
  [{ $and: [] }, 'abcde'],
  [{ $or: [{}] }, 'abcde'],
  [{ $or: [{ $or: [] }, { effort: 1 }] }, 'a'],

  [{ assignee: { name: 'Ann' } }, 'a'],
  [{ assignee: {} }, 'ab'],
  [{ '!assignee': {} }, 'cde'],
  [{ '!assignee': { name: 'Ann' } }, 'bcde'],
  [{ resolvables: {} }, 'ab'],
  [{ resolvables: { isClosed: false } }, 'a'],
  [{ '!resolvables': { isClosed: false } }, 'bcde'],
  [{ resolvables: { closedBy: { name: 'Bob' } } }, 'a'],
  [{ resolvables: { '!closedBy': {}, isClosed: true } }, 'b'],
  [{ resolvables: { $or: [{ creator: { name: 'Bob' } }, { closedBy: {} }] } }, 'a'],
  [{ account: { decks: { cards: { cardId: 'a' } } } }, ''],
  [{ $or: [{ resolvables: { isClosed: false } }, { '!assignee': {} }] }, 'acde'],
];

describe('conditions', () => {
  test.each(cases)('%j finds %s', (query, found) => {
    expect(matching(query)).toBe(found);
  });

  test('the cases above cover every operator', () => {
    const text = JSON.stringify(cases);
    for (const op of queryOperators) expect(text).toContain(`"op":"${op}"`);
  });

  test('match null in lists that may contain it', () => {
    expect(matching(is('manualOrderLabels', 'has', null), 'decks')).toBe('deck');
    expect(matching(is('manualOrderLabels', 'overlaps', ['x', null]), 'decks')).toBe('deck');
  });
});
