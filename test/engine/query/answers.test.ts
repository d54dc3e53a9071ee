/**
 * Checks the answers to queries: keys, ids, roots by id, orders, limits, aggregates and links. Also checks which models
 * a query reads.
 */
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../support/answers.ts';
import { createReaderWithRows, unrestrictedViewer } from './database.ts';

const reader = createReaderWithRows({
  account: [{ id: 'account', name: 'Acme' }],
  user: [{ id: 'ann', name: 'Ann' }],
  release: [{ id: 'r1', version: '1' }],
  project: [
    { id: 'live', visibility: 'default' },
    { id: 'old', visibility: 'archived' },
    { id: 'gone', visibility: 'deleted' },
  ],
  deck: [
    { id: 'd1', projectId: 'live', isDeleted: false },
    { id: 'd2', projectId: 'live', isDeleted: false },
    { id: 'd3', projectId: 'live', isDeleted: true },
  ],
  card: [
    { cardId: 'a', deckId: 'd1', title: 'x', effort: 3, childCards: ['c', 'b'], visibility: 'default' },
    { cardId: 'b', deckId: 'd1', title: 'x', effort: null, parentCardId: 'a', visibility: 'archived' },
    { cardId: 'c', deckId: 'd2', title: '\u{1F600}', effort: 1, parentCardId: 'a', visibility: 'deleted' },
    { cardId: 'd', deckId: 'd2', title: '\u{FFFD}', effort: 1, cardReferences: ['c', 'a'], visibility: 'default' },
    { cardId: 'e', deckId: 'd2', title: 'x', effort: 2, visibility: 'default' },
  ],
  resolvable: [{ id: 't', cardId: 'a', isClosed: false, creatorId: 'ann', reopenedBy: 'ann' }],
  cardHistory: [{ cardId: 'a', version: 2, diff: { status: ['a', 'b'] } }],
  handCard: [{ cardId: 'a', userId: 'ann', accountId: 'account', sortIndex: 0 }],
  milestoneProgress: [{ milestoneId: 'm', date: '2026-01-01', progress: null }],
});

type Maps = Record<string, Record<string, Record<string, unknown>>>;
const ask = (query: unknown) => answerOf(reader, query, unrestrictedViewer) as unknown as Maps;
const ofAccount = (...list: unknown[]) => ask({ _root: [{ account: list }] });
const listOf = (key: string) => ofAccount({ [key]: [] }).account?.account?.[key];

describe('an answer', () => {
  test('maps root relations to ids, and rows by id under their model', () => {
    expect(ask({ _root: [{ account: ['name'] }, 'loggedInUser', { releases: ['version'] }] })).toEqual({
      _root: { account: 'account', loggedInUser: null, releases: ['r1'] },
      account: { account: { id: 'account', name: 'Acme' } },
      user: {},
      release: { r1: { id: 'r1', version: '1' } },
    });
  });

  test('contains every row once, with all fields that different parts of the query select', () => {
    expect(ask({ 'card(a)': ['title', { resolvables: [{ card: ['effort'] }] }] })).toEqual({
      _root: {},
      card: { a: { cardId: 'a', title: 'x', effort: 3, resolvables: ['t'] } },
      resolvable: { t: { id: 't', card: 'a' } },
    });
  });

  test('has a key for every model that the query names, even when empty', () => {
    expect(Object.keys(ofAccount({ sprints: [{ progress: ['date'] }] }, { milestones: ['name'] })).toSorted()).toEqual(
      ['_root', 'account', 'milestone', 'sprint', 'sprintProgress'].toSorted(),
    );
  });

  test('keeps keys as they were sent, with spaces, one for each query', () => {
    const spaced = 'cards({ "effort" : 1 })';
    const row = ofAccount({ [spaced]: [], 'cards({"effort":1})': [] }, `count:${spaced}`).account?.account;
    expect(row).toEqual({
      id: 'account',
      [spaced]: ['c', 'd'],
      'cards({"effort":1})': ['c', 'd'],
      [`count:${spaced}`]: 2,
    });
  });

  test('lists rows that a query matched before rows that other relations add', () => {
    const key = 'cards({"$order":"-effort","deckId":"d1"})';
    expect(Object.keys(ofAccount({ [key]: [{ parentCard: ['title'] }, { childCards: [] }] }).card ?? {})).toEqual([
      'b',
      'a',
      'c',
    ]);
  });

  test('lists rows of lists before rows of single relations, whatever the order of the query', () => {
    const own = createReaderWithRows({
      card: ['child', 'hero', 'linked'].map((cardId) => ({
        cardId,
        deckId: 'd',
        parentCardId: 'hero',
        cardReferences: ['linked'],
      })),
    });
    const { card } = answerOf(own, { 'card(child)': [{ parentCard: [] }, { cardReferences: [] }] }, unrestrictedViewer);
    expect(Object.keys(card ?? {})).toEqual(['child', 'linked', 'hero']);
  });

  test('returns single relations as an id or null, with and without selected fields', () => {
    const cards = ask({ 'card(a)': ['parentCard'], 'card(b)': [{ parentCard: ['title'] }] });
    expect(cards.card).toEqual({
      a: { cardId: 'a', parentCard: null, title: 'x' },
      b: { cardId: 'b', parentCard: 'a' },
    });
    expect(ask({ 'resolvable(t)': ['closedBy', { reopenedBy: ['name'] }] })).toEqual({
      _root: {},
      resolvable: { t: { id: 't', closedBy: null, reopenedBy: 'ann' } },
      user: { ann: { id: 'ann', name: 'Ann' } },
    });
  });

  test('returns id lists in their own order, also with archived and deleted rows', () => {
    const { card } = ask({
      'card(a)': ['count:childCards', 'exists:childCards', 'exists:inDeps', { childCards: ['visibility'] }],
    });
    expect(card?.a).toEqual({
      cardId: 'a',
      childCards: ['c', 'b'],
      'count:childCards': 2,
      'exists:childCards': true,
      'exists:inDeps': false,
    });
    expect(card?.c).toEqual({ cardId: 'c', visibility: 'deleted' });
    expect(ask({ 'card(a)': ['childCards'] }).card?.a).toEqual({ cardId: 'a', childCards: ['c', 'b'] });
  });

  test('leaves out deleted decks, and archived projects where a query asks for current ones', () => {
    expect(listOf('decks')).toEqual(['d1', 'd2']);
    expect(listOf('projects')).toEqual(['live']);
    expect(listOf('archivedProjects')).toEqual(['old']);
    expect(listOf('cards')).toHaveLength(5);
    expect(ask({ 'project(live)': [{ decks: [] }] }).project?.live?.decks).toHaveLength(3);
    expect(ask({ 'deck(d3)': ['isDeleted'] }).deck?.d3).toEqual({ id: 'd3', isDeleted: true });
  });
});

describe('roots by id', () => {
  test.each(['card(a)', 'card("a")', 'card(["a"])', 'card( "a" )'])('reads %s', (key) => {
    expect(ask({ [key]: ['title'] }).card).toEqual({ a: { cardId: 'a', title: 'x' } });
  });
  test('returns an empty map for an unknown id', () => {
    expect(ask({ 'card(nobody)': ['title', { deck: [] }] })).toEqual({ _root: {}, card: {}, deck: {} });
  });
  test('keys rows of compound models by the JSON text of their ids', () => {
    expect(ask({ 'cardHistory(["a",2])': ['diff'] }).cardHistory).toEqual({
      '["a",2]': { cardId: 'a', version: 2, diff: { status: ['a', 'b'] } },
    });
    expect(ask({ 'handCard(["a", "ann", "account"])': ['sortIndex'] }).handCard).toEqual({
      '["a","ann","account"]': { cardId: 'a', userId: 'ann', accountId: 'account', sortIndex: 0 },
    });
    expect(ask({ 'card(a)': [{ handCards: [] }, { diffs: ['diff'] }] }).card?.a).toEqual({
      cardId: 'a',
      handCards: ['["a","ann","account"]'],
      diffs: ['["a",2]'],
    });
  });
  test('accepts several keys of one model', () => {
    expect(ask({ 'card(a)': ['title'], 'card(e)': ['effort'] }).card).toEqual({
      a: { cardId: 'a', title: 'x' },
      e: { cardId: 'e', effort: 2 },
    });
  });
});

describe('$order', () => {
  test.each([
    ['"effort"', 'cdeab'],
    ['"-effort"', 'baecd'],
    ['{"field":"effort","dir":"asc"}', 'cdeab'],
    ['{"field":"effort","dir":"desc"}', 'baecd'],
    ['["title","-effort"]', 'baedc'],
    ['["title",{"field":"effort","dir":"asc"}]', 'eabdc'],
    ['[{"field":"title","dir":"desc"},"-cardId"]', 'cdeba'],
    ['"title"', 'abedc'],
  ])('%s', (order, expected) => {
    expect((listOf(`cards({"$order":${order}})`) as string[]).join('')).toBe(expected);
  });
});

describe('$first, $limit and $offset', () => {
  test('limit per parent below a list', () => {
    const key = 'cards({"$order":"-cardId","$limit":1,"$offset":1})';
    const { deck } = ofAccount({ decks: [{ [key]: [] }] });
    expect(deck).toEqual({ d1: { id: 'd1', [key]: ['a'] }, d2: { id: 'd2', [key]: ['d'] } });
  });
  test('$first gives a single id or null', () => {
    const key = 'cards({"$order":"cardId","$first":true,"visibility":"archived"})';
    const { deck } = ofAccount({ decks: [{ [key]: ['title'] }] });
    expect(deck).toEqual({ d1: { id: 'd1', [key]: 'b' }, d2: { id: 'd2', [key]: null } });
    expect(listOf(key)).toBe('b');
  });
  test('accept 0 and values past the end', () => {
    expect(listOf('cards({"$order":"cardId","$limit":0})')).toEqual([]);
    expect(listOf('cards({"$order":"cardId","$limit":3000,"$offset":4})')).toEqual(['e']);
    expect(listOf('cards({"$order":"cardId","$limit":1,"$offset":9007199254740991})')).toEqual([]);
  });
  test('count within a limit', () => {
    const keys = [
      'count:cards({"$order":"cardId","$limit":2})',
      'count:cards({"$order":"cardId","$limit":9,"$offset":4})',
      'exists:cards({"$order":"cardId","$limit":1,"$offset":5})',
      'count:cards({"$order":"cardId","$first":true})',
    ];
    const { account } = ofAccount(...keys).account ?? {};
    expect(keys.map((key) => account?.[key])).toEqual([2, 1, false, 1]);
  });
});

describe('exists:', () => {
  test('checks the whole condition even if an index matches a part of it', () => {
    const own = createReaderWithRows({
      account: [{ id: 'account' }],
      card: ['a', 'b', 'c'].map((cardId) => ({ cardId, deckId: 'd' })),
      queueEntry: [
        { id: 'q1', cardId: 'a', userId: 'ann', cardDoneAt: null },
        { id: 'q2', cardId: 'b', userId: 'ann', cardDoneAt: '2026-01-01T00:00:00.000Z' },
        { id: 'q3', cardId: 'c', userId: 'bob', cardDoneAt: null },
      ],
    });
    const key = 'exists:queueEntries({"userId":"ann","cardDoneAt":null})';
    const answer = answerOf(own, { _root: [{ account: [{ cards: [key] }] }] }, unrestrictedViewer);
    expect(answer.card).toEqual({
      a: { cardId: 'a', [key]: true },
      b: { cardId: 'b', [key]: false },
      c: { cardId: 'c', [key]: false },
    });
  });
  test('is false, never null, where matching rows have no parent', () => {
    // The card has no deck. In SQL, `x IN (…)` gives null instead of false if the list contains null. So the list of
    // the cards' deck ids must leave out this null.
    const own = createReaderWithRows({
      account: [{ id: 'account' }],
      deck: [{ id: 'd', projectId: 'p', isDeleted: false }],
      card: [{ cardId: 'private', deckId: null, creatorId: 'ann', assigneeId: 'ann' }],
    });
    const key = 'exists:cards({"assigneeId":"ann"})';
    const answer = answerOf(own, { 'deck(d)': [key] }, { ...unrestrictedViewer, userId: 'ann' });
    expect(answer.deck).toEqual({ d: { id: 'd', [key]: false } });
  });
});

describe('links that take a query', () => {
  test('contain a row under each of its parents, and its own lists once', () => {
    const own = createReaderWithRows({
      account: [{ id: 'account' }],
      card: ['a', 'b', 'c'].map((cardId) => ({ cardId, deckId: 'd', cardReferences: cardId === 'c' ? [] : ['c'] })),
      resolvable: [{ id: 't', cardId: 'c', isClosed: false }],
    });
    const key = 'cardReferences({"deckId":"d"})';
    const cards = answerOf(
      own,
      { _root: [{ account: [{ cards: [{ [key]: [{ resolvables: [] }] }] }] }] },
      unrestrictedViewer,
    ).card;
    expect(cards).toMatchObject({ a: { [key]: ['c'] }, b: { [key]: ['c'] }, c: { [key]: [], resolvables: ['t'] } });
  });
  test('filter and order the ids on the row', () => {
    const keys = ['cardReferences', 'cardReferences({"effort":1})', 'cardReferences({"$order":"cardId","$limit":1})'];
    const row = ask({ 'card(d)': [...keys.map((key) => ({ [key]: [] })), 'count:cardReferences({"effort":1})'] }).card
      ?.d;
    expect(row).toEqual({
      cardId: 'd',
      cardReferences: ['c', 'a'],
      'cardReferences({"effort":1})': ['c'],
      'cardReferences({"$order":"cardId","$limit":1})': ['a'],
      'count:cardReferences({"effort":1})': 1,
    });
  });
});

describe('modelsIn', () => {
  test('returns models that are shown, counted and filtered by', () => {
    const query = {
      _root: [{ account: [{ 'cards({"!milestone":{},"$or":[{"assignee":{"name":"x"}}]})': ['count:resolvables'] }] }],
      'deck(x)': [],
    };
    expect([...reader.modelsIn(query)].toSorted()).toEqual([
      'account',
      'card',
      'deck',
      'milestone',
      'resolvable',
      'user',
    ]);
  });
});

describe('modelsIn of ids alone', () => {
  test('returns the models whose rows contain them', () => {
    expect([...reader.modelsIn({ _root: ['account'], 'card(x)': ['assignee', 'childCards'] })]).toEqual([
      'account',
      'card',
    ]);
  });
});

describe('repeated queries', () => {
  test('return what is stored now, not an earlier answer', () => {
    const own = createReaderWithRows({ account: [{ id: 'account' }] });
    const query = { _root: [{ account: ['name'] }] };
    const first = answerOf(own, query, unrestrictedViewer) as unknown as Maps;
    (first.account as Maps[string]).account = { spoilt: true };
    expect(answerOf(own, query, unrestrictedViewer)).toEqual({
      _root: { account: 'account' },
      account: { account: { id: 'account', name: null } },
    });
  });
});
