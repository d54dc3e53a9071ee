/** Checks every error code of queries, with the path that the error names, and the limits of queries. */
import { describe, expect, test } from 'vitest';
import { createDatabaseReader } from '../../../electron/engine/query/reader.ts';
import { QueryTimeLimit } from '../../../electron/engine/query/statements.ts';
import { embeddedServiceLimits, queryErrorCodes, Refusal, serviceLimits } from '../../../shared/contract/index.ts';
import { answerOf } from '../../support/answers.ts';
import { createDatabaseWithRows, createReaderWithRows, unrestrictedViewer } from './database.ts';

const reader = createReaderWithRows({ account: [{ id: 'account0', name: 'Acme' }] });

function refusal(query: unknown): Refusal['body'] {
  try {
    answerOf(reader, query, unrestrictedViewer);
  } catch (error) {
    if (error instanceof Refusal) return error.body;
    throw error;
  }
  throw new Error(`was answered: ${JSON.stringify(query)}`);
}

const ofAccount = (...list: unknown[]) => ({ _root: [{ account: list }] });
const cards = (query: unknown) => ofAccount({ [`cards(${JSON.stringify(query)})`]: ['title'] });
const at = (path: string) => (path === '' ? '_root.account.cards' : `_root.account.cards.${path}`);

/** Each case has a description, a query, and the code and path of the expected error. */
const cases: [what: string, query: unknown, code: string, path: string][] = [
  ['no object', [], 'invalid_query_shape', ''],
  ['null', null, 'invalid_query_shape', ''],
  ['a text', 'x', 'invalid_query_shape', ''],
  ['a field list that is an object', { _root: {} }, 'invalid_query_shape', '_root'],
  ['a field list that is a text', { _root: [{ account: 'name' }] }, 'invalid_query_shape', '_root.account'],
  ['a number in a field list', ofAccount(1), 'invalid_query_shape', '_root.account.0'],
  ['a list in a field list', ofAccount('name', ['x']), 'invalid_query_shape', '_root.account.1'],
  ['null in a field list', ofAccount(null), 'invalid_query_shape', '_root.account.0'],
  ['an object of no relations', ofAccount({}), 'invalid_query_shape', '_root.account.0'],
  ['an id on _root', { '_root(x)': [] }, 'invalid_query_shape', '_root'],
  ['a key without its parenthesis', ofAccount({ 'cards({}': [] }), 'invalid_query_shape', at('')],
  ['a key of 2 MB', ofAccount(`count:cards({${' '.repeat(2_000_000)}})`), 'invalid_query_shape', ''],
  ['a query that is no JSON', ofAccount({ 'cards({a:1})': [] }), 'invalid_query_shape', at('')],
  ['an empty query text', ofAccount({ 'cards()': [] }), 'invalid_query_shape', at('')],
  ['a query that is a list', cards([]), 'invalid_query_shape', at('')],
  ['a query that is null', cards(null), 'invalid_query_shape', at('')],
  [
    'an aggregate with a field list',
    ofAccount({ 'count:cards': [] }),
    'invalid_query_shape',
    '_root.account.count:cards',
  ],
  ['a condition without op', cards({ title: { value: 'x' } }), 'invalid_query_shape', at('title')],
  [
    'a condition with more than op and value',
    cards({ title: { op: 'eq', value: 'x', not: true } }),
    'invalid_query_shape',
    at('title'),
  ],
  ['! before a field', cards({ '!title': 'x' }), 'invalid_query_shape', at('!title')],
  ['a relation compared with a value', cards({ assignee: 'user0' }), 'invalid_query_shape', at('assignee')],
  ['$or of an object', cards({ $or: { title: 'x' } }), 'invalid_query_shape', at('$or')],
  ['$and of texts', cards({ $and: ['x'] }), 'invalid_query_shape', at('$and.0')],
  ['$order within $or', cards({ $or: [{ $order: 'title' }] }), 'invalid_query_shape', at('$or.0.$order')],
  ['$limit within a relation filter', cards({ assignee: { $limit: 1 } }), 'invalid_query_shape', at('assignee.$limit')],

  ['an unknown model', { cart: [] }, 'unknown_model', 'cart'],
  ['an unknown model by id', { 'cart(x)': [] }, 'unknown_model', 'cart'],
  ["a model of the engine's own", { 'member("user0")': [] }, 'unknown_model', 'member'],
  ['a name that objects inherit', { constructor: [] }, 'unknown_model', 'constructor'],

  ['an unknown field', ofAccount('nme'), 'unknown_field', '_root.account.nme'],
  [
    'a field of the table but not of the contract',
    ofAccount({ resolvables: [{ card: ['n'] }] }),
    'unknown_field',
    '_root.account.resolvables.card.n',
  ],
  ['an inherited name', ofAccount('toString'), 'unknown_field', '_root.account.toString'],
  ['a list relation as a plain text', ofAccount('cards'), 'unknown_field', '_root.account.cards'],
  ['an unknown filter field', cards({ titel: 'x' }), 'unknown_field', at('titel')],
  ['an unknown field in a nested filter', cards({ assignee: { nme: 'x' } }), 'unknown_field', at('assignee.nme')],
  ['an unknown field in $or', cards({ $or: [{ title: 'x' }, { titel: 'x' }] }), 'unknown_field', at('$or.1.titel')],

  ['an unknown relation', ofAccount({ crads: [] }), 'unknown_relation', '_root.account.crads'],
  ['a field as a relation', ofAccount({ name: [] }), 'unknown_relation', '_root.account.name'],
  ['an unknown relation with a query', ofAccount({ 'crads({})': [] }), 'unknown_relation', '_root.account.crads'],
  ['an inherited name as a relation', ofAccount({ constructor: [] }), 'unknown_relation', '_root.account.constructor'],
  ['! before an unknown name', cards({ '!crads': {} }), 'unknown_relation', at('!crads')],

  ['an unknown operator', cards({ title: { op: 'like', value: 'x' } }), 'unknown_operator', at('title.op')],
  ['an operator that is no text', cards({ title: { op: 1, value: 'x' } }), 'unknown_operator', at('title.op')],
  [
    'an inherited name as operator',
    cards({ title: { op: 'toString', value: 'x' } }),
    'unknown_operator',
    at('title.op'),
  ],

  ['a text for a number', cards({ effort: '3' }), 'invalid_value', at('effort')],
  ['a fraction for a whole number', cards({ effort: 1.5 }), 'invalid_value', at('effort')],
  ['a number for a text', cards({ title: 3 }), 'invalid_value', at('title')],
  ['a number for an id', cards({ deckId: 3 }), 'invalid_value', at('deckId')],
  ['an empty id', cards({ deckId: '' }), 'invalid_value', at('deckId')],
  ['a text for a boolean', cards({ isDoc: 'true' }), 'invalid_value', at('isDoc')],
  ['a bad day', cards({ dueDate: '2026-02-30' }), 'invalid_value', at('dueDate')],
  ['a bad timestamp', cards({ lastUpdatedAt: { op: 'gt', value: 'yesterday' } }), 'invalid_value', at('lastUpdatedAt')],
  ['in without a list', cards({ title: { op: 'in', value: 'x' } }), 'invalid_value', at('title')],
  ['a wrong value in a list', cards({ effort: [1, 'x'] }), 'invalid_value', at('effort')],
  ['texts in a list for a list field', cards({ tags: ['x'] }), 'invalid_value', at('tags')],
  ['op without value', cards({ title: { op: 'eq' } }), 'invalid_value', at('title')],
  ['gt of null', cards({ effort: { op: 'gt', value: null } }), 'invalid_value', at('effort')],
  ['gt on a boolean', cards({ isDoc: { op: 'gt', value: true } }), 'invalid_value', at('isDoc')],
  ['gt on a list', cards({ tags: { op: 'gt', value: ['x'] } }), 'invalid_value', at('tags')],
  ['contains on a number', cards({ effort: { op: 'contains', value: '1' } }), 'invalid_value', at('effort')],
  ['contains of null', cards({ title: { op: 'contains', value: null } }), 'invalid_value', at('title')],
  ['has on a text', cards({ title: { op: 'has', value: 'x' } }), 'invalid_value', at('title')],
  ['has of null where none is held', cards({ tags: { op: 'has', value: null } }), 'invalid_value', at('tags')],
  ['has of a wrong type', cards({ tags: { op: 'has', value: 1 } }), 'invalid_value', at('tags')],
  ['overlaps without a list', cards({ tags: { op: 'overlaps', value: 'x' } }), 'invalid_value', at('tags')],
  [
    'search on a field that is not searchable',
    cards({ title: { op: 'search', value: 'x' } }),
    'invalid_value',
    at('title'),
  ],
  ['search for a number', cards({ content: { op: 'search', value: 1 } }), 'invalid_value', at('content')],
  ['half a character', cards({ title: '\ud800' }), 'invalid_value', at('title')],
  ['$first of something else', cards({ $order: 'title', $first: 1 }), 'invalid_value', at('$first')],
  ['a compound id as a text', { 'handCard("a")': [] }, 'invalid_value', 'handCard'],
  ['a compound id with a part missing', { 'handCard(["a","b"])': [] }, 'invalid_value', 'handCard'],
  ['a compound id with a text for a number', { 'cardHistory(["a","1"])': [] }, 'invalid_value', 'cardHistory'],
  ['two ids in one key', { 'card(["a","b"])': [] }, 'invalid_value', 'card'],
  ['an id that is broken JSON', { 'card(["a")': [] }, 'invalid_value', 'card'],
  ['an empty quoted id', { 'card("")': [] }, 'invalid_value', 'card'],

  ['a misspelt special key', cards({ $oder: 'title' }), 'unknown_special_key', at('$oder')],
  ['a misspelt special key in $or', cards({ $or: [{ $ro: [] }] }), 'unknown_special_key', at('$or.0.$ro')],

  ['$order by an unknown field', cards({ $order: 'titel' }), 'invalid_order', at('$order')],
  ['$order by an unknown field, descending', cards({ $order: ['title', '-titel'] }), 'invalid_order', at('$order.1')],
  ['$order by a relation', cards({ $order: 'assignee' }), 'invalid_order', at('$order')],
  ['$order by lists', cards({ $order: 'tags' }), 'invalid_order', at('$order')],
  ['$order as {field: dir}', cards({ $order: { title: 'asc' } }), 'invalid_order', at('$order')],
  ['$order without dir', cards({ $order: { field: 'title' } }), 'invalid_order', at('$order')],
  ['$order with another dir', cards({ $order: [{ field: 'title', dir: 'up' }] }), 'invalid_order', at('$order.0')],
  ['$order of nothing', cards({ $order: [] }), 'invalid_order', at('$order')],
  ['$order null', cards({ $order: null }), 'invalid_order', at('$order')],

  ['$limit without $order', cards({ $limit: 1 }), 'invalid_limit', at('$limit')],
  ['$offset without $limit', cards({ $order: 'title', $offset: 1 }), 'invalid_limit', at('$offset')],
  ['a negative $limit', cards({ $order: 'title', $limit: -1 }), 'invalid_limit', at('$limit')],
  ['a fractional $limit', cards({ $order: 'title', $limit: 1.5 }), 'invalid_limit', at('$limit')],
  ['a $limit in text', cards({ $order: 'title', $limit: '1' }), 'invalid_limit', at('$limit')],
  ['a $limit of null', cards({ $order: 'title', $limit: null }), 'invalid_limit', at('$limit')],
  [
    'a $limit above the maximum',
    cards({ $order: 'title', $limit: serviceLimits.queryLimit + 1 }),
    'invalid_limit',
    at('$limit'),
  ],
  ['a negative $offset', cards({ $order: 'title', $limit: 1, $offset: -1 }), 'invalid_limit', at('$offset')],
  ['$first without $order', cards({ $first: true }), 'invalid_limit', at('$first')],
  ['$first with $limit', cards({ $order: 'title', $first: true, $limit: 1 }), 'invalid_limit', at('$first')],

  ['card without an id', { card: ['title'] }, 'missing_ids', 'card'],
  ['card with empty parentheses', { 'card()': ['title'] }, 'missing_ids', 'card'],
  ['another model without an id', { deck: ['title'] }, 'missing_ids', 'deck'],

  [
    'a query on a single relation',
    ofAccount({ decks: [{ 'project({})': [] }] }),
    'relation_takes_no_query',
    '_root.account.decks.project',
  ],
  [
    'a query on a single relation, as a text',
    ofAccount({ decks: ['project({})'] }),
    'relation_takes_no_query',
    '_root.account.decks.project',
  ],
  ['a query on _root.account', { _root: [{ 'account({})': [] }] }, 'relation_takes_no_query', '_root.account'],
  [
    'a query on an id list',
    ofAccount({ cards: [{ 'childCards({"status":"done"})': [] }] }),
    'relation_takes_no_query',
    at('childCards'),
  ],
  [
    'a query on the count of an id list',
    ofAccount({ cards: ['count:inDeps({})'] }),
    'relation_takes_no_query',
    at('count:inDeps'),
  ],

  ['count: of an unknown name', ofAccount('count:crads'), 'invalid_aggregate', '_root.account.count:crads'],
  ['count: of a field', ofAccount('count:name'), 'invalid_aggregate', '_root.account.count:name'],
  ['count: of a single relation', ofAccount({ cards: ['count:assignee'] }), 'invalid_aggregate', at('count:assignee')],
  [
    'exists: of a single relation with a query',
    ofAccount({ cards: ['exists:deck({})'] }),
    'invalid_aggregate',
    at('exists:deck'),
  ],
  [
    'an error in the query of a count',
    ofAccount('count:cards({"titel":1})'),
    'unknown_field',
    '_root.account.count:cards.titel',
  ],
];

describe('a wrong query is refused with a code and a path', () => {
  test.each(cases)('%s', (_what, query, code, path) => {
    const body = refusal(query);
    expect({ error: body.error, path: body.path, statusCode: body.statusCode }).toEqual({
      error: code,
      path,
      statusCode: 400,
    });
    expect(body.message).not.toBe('');
    expect(JSON.parse(JSON.stringify(body))).toEqual(body);
  });

  test('there is a case for every code of the contract', () => {
    expect(new Set(cases.map(([, , code]) => code))).toEqual(new Set(queryErrorCodes));
  });

  test('names the allowed values', () => {
    expect(refusal(cards({ $oder: 'x' })).hint).toEqual({ allowed: expect.arrayContaining(['$order']) });
    expect(refusal(cards({ title: { op: 'like', value: '' } })).hint).toEqual({
      allowed: expect.arrayContaining(['contains']),
    });
    expect(refusal(ofAccount('nme')).hint).toEqual({ fields: expect.arrayContaining(['name']) });
  });
});

describe('limits', () => {
  const nested = (levels: number): unknown[] => (levels === 0 ? ['title'] : [{ parentCard: nested(levels - 1) }]);
  const filter = (levels: number): object => (levels === 0 ? {} : { parentCard: filter(levels - 1) });

  test('limits the depth of field lists', () => {
    expect(() =>
      answerOf(reader, { 'card(x)': nested(embeddedServiceLimits.queryDepth) }, unrestrictedViewer),
    ).not.toThrow();
    expect(refusal({ 'card(x)': nested(embeddedServiceLimits.queryDepth + 1) }).error).toBe('invalid_query_shape');
    expect(refusal({ 'card(x)': nested(5_000) }).error).toBe('invalid_query_shape');
  });

  test('limits the depth of filters', () => {
    expect(() => answerOf(reader, cards(filter(embeddedServiceLimits.filterDepth)), unrestrictedViewer)).not.toThrow();
    expect(refusal(cards(filter(embeddedServiceLimits.filterDepth + 1))).error).toBe('invalid_query_shape');
    const groups = (levels: number): object => (levels === 0 ? { title: 'x' } : { $or: [groups(levels - 1)] });
    expect(() => answerOf(reader, cards(groups(embeddedServiceLimits.filterDepth)), unrestrictedViewer)).not.toThrow();
    expect(refusal(cards(groups(embeddedServiceLimits.filterDepth + 1))).error).toBe('invalid_query_shape');
  });

  test('limits selections and conditions together, and answers queries up to the limit', () => {
    const aggregates = (count: number) =>
      ofAccount(...Array.from({ length: count }, (_, index) => `count:cards({"title":"${index}"})`));
    expect(refusal(aggregates(embeddedServiceLimits.selections)).error).toBe('invalid_query_shape');
    expect(() =>
      answerOf(reader, aggregates(embeddedServiceLimits.selections / 2 - 10), unrestrictedViewer),
    ).not.toThrow();
    const wide = (count: number) => cards({ $or: Array.from({ length: count }, () => ({ title: 'x' })) });
    expect(refusal(wide(embeddedServiceLimits.selections)).error).toBe('invalid_query_shape');
    // The SQL must not join a thousand conditions by a plain chain of ORs. SQLite parses the chain as nested
    // expressions, and refuses it because of their depth (SQLITE_MAX_EXPR_DEPTH).
    expect(() => answerOf(reader, wide(embeddedServiceLimits.selections / 2 - 10), unrestrictedViewer)).not.toThrow();
    const related = { $or: Array.from({ length: 600 }, () => ({ '!assignee': { name: 'x' } })) };
    expect(() => answerOf(reader, cards(related), unrestrictedViewer)).not.toThrow();
  });

  test('the work of deep filters does not multiply with every level', () => {
    // The reader must not look up the related rows of each row at every level. With 40 cards and 20 levels, this would
    // take 40 to the power of 20 look-ups, and the test would never end.
    const cardIds = Array.from({ length: 40 }, (_, index) => `card${index}`);
    const linked = createReaderWithRows({
      account: [{ id: 'account0' }],
      card: cardIds.map((cardId) => ({ cardId, deckId: 'd', inDeps: cardIds, outDeps: cardIds })),
    });
    const deep = (levels: number): object => {
      if (levels === 0) return { title: 'nobody has it' };
      return levels % 2 === 0 ? { inDeps: { '!outDeps': deep(levels - 2) } } : { '!inDeps': deep(levels - 1) };
    };
    const answer = answerOf(
      linked,
      { 'card(card0)': [`count:cardReferences(${JSON.stringify(deep(20))})`] },
      unrestrictedViewer,
    );
    expect(answer.card).toBeDefined();
    expect(answerOf(linked, cards(deep(21)), unrestrictedViewer).account).toBeDefined();
  });

  test('limits the rows of one answer', () => {
    const db = createDatabaseWithRows({});
    db.prepare(
      `INSERT INTO release (id) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ?) SELECT i FROM n`,
    ).run(embeddedServiceLimits.rows);
    const many = createDatabaseReader(db);
    const all = (relation: string) => () => answerOf(many, { _root: [{ [relation]: [] }] }, unrestrictedViewer);
    expect(all('releases')).toThrow(/rows/);
    expect(all('releases({"id":{"op":"neq","value":"1"}})')).not.toThrow();
  });

  // One query must not keep the thread, and so everybody else, for minutes.
  test('stops a query after its time, between statements and within one, and names what it was reading', () => {
    const db = createDatabaseWithRows({
      account: [{ id: 'account0' }],
      deck: Array.from({ length: 40 }, (_, index) => ({
        id: `deck${index}`,
        accountId: 'account0',
        isDeleted: false,
      })),
      card: Array.from({ length: 2000 }, (_, index) => ({
        cardId: `card${index}`,
        accountId: 'account0',
        deckId: `deck${index % 40}`,
      })),
    });
    // Each reading of the clock takes a millisecond.
    let now = 0;
    const readerWithin = (ms: number) =>
      createDatabaseReader(db, 'service', undefined, new QueryTimeLimit(ms, () => now++));
    const contains = { op: 'contains', value: 'x' };
    const heavy: [query: unknown, reading: string][] = [
      [cards({ $or: [{ content: contains }, { title: contains }] }), 'cards'],
      [cards({ masterTags: { op: 'has', value: 'x' } }), 'cards'],
      [cards({ $order: 'content', $limit: 1 }), 'cards'],
      [cards({ deck: { cards: { content: contains } } }), 'cards'],
      [cards({ '!deck': { cards: { deck: { cards: { content: contains } } } } }), 'cards'],
      [ofAccount({ decks: [`count:cards({"content":{"op":"contains","value":"x"}})`] }), 'decks'],
      [ofAccount({ decks: [`exists:cards({"content":{"op":"contains","value":"x"}})`] }), 'decks'],
      [ofAccount({ decks: [{ cards: ['title'] }] }), 'cards'],
      [ofAccount(...Array.from({ length: 9 }, (_, at) => ({ [`decks({"title":"${at}"})`]: ['title'] }))), 'decks'],
    ];
    for (const [query, reading] of heavy) {
      expect(() => answerOf(readerWithin(1000), query, unrestrictedViewer)).not.toThrow();
      expect(() => answerOf(readerWithin(3), query, unrestrictedViewer)).toThrow(
        expect.objectContaining({
          status: 400,
          body: expect.objectContaining({ error: 'query_too_costly', hint: { narrow: reading } }),
        }),
      );
    }
  });

  test('counts a long key once for each row of the answer', () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({
      cardId: `card${index}`,
      accountId: 'account0',
      deckId: 'deck0',
    }));
    const db = createDatabaseWithRows({ account: [{ id: 'account0' }], card: rows });
    const limited = createDatabaseReader(db, 'service', undefined, new QueryTimeLimit(1_000_000, () => 0));
    const spaces = ' '.repeat(1_000_000);
    for (const item of [`count:diffs({${spaces}})`, { [`diffs({${spaces}})`]: [] }])
      expect(() => answerOf(limited, ofAccount({ cards: [item] }), unrestrictedViewer)).toThrow(
        expect.objectContaining({ body: expect.objectContaining({ error: 'query_too_costly' }) }),
      );
  });

  // A few huge texts are few rows, but copying, sorting or searching them takes as long as many.
  test('stops a query of few rows with long texts after its time, and an answer that is too long', () => {
    const content = 'x'.repeat(300_000);
    const db = createDatabaseWithRows({
      account: [{ id: 'account0' }],
      card: Array.from({ length: 60 }, (_, index) => ({
        cardId: `card${index}`,
        accountId: 'account0',
        deckId: 'deck0',
        content: `${content}${index}`,
      })),
    });
    let now = 0;
    const readerWithin = (ms: number) =>
      createDatabaseReader(db, 'service', undefined, new QueryTimeLimit(ms, () => now++));
    const whole = (query: object) => ofAccount({ [`cards(${JSON.stringify(query)})`]: ['content'] });
    const heavy = [
      whole({}),
      whole({ $order: 'cardId' }),
      cards({ $order: 'content' }),
      cards({ content: { op: 'contains', value: 'z' } }),
    ];
    for (const query of heavy) {
      expect(() => answerOf(readerWithin(1000), query, unrestrictedViewer)).not.toThrow();
      expect(() => answerOf(readerWithin(3), query, unrestrictedViewer)).toThrow(
        expect.objectContaining({ body: expect.objectContaining({ error: 'query_too_costly' }) }),
      );
    }
    const many = Array.from({ length: 16 }, (_, at) => ({
      [`cards({"cardId":{"op":"neq","value":"${at}"}})`]: ['content'],
    }));
    expect(() => answerOf(readerWithin(100_000), ofAccount(...many), unrestrictedViewer)).toThrow(
      /longer than 268435456 characters/,
    );
  });

  test('refuses what SQLite finds too complex, as a mistake of the query', () => {
    const value = { op: 'contains', value: 'x' };
    const many = Array.from({ length: 300 }, () => ({
      deck: { title: 'x' },
      resolvables: { entries: { content: value } },
    }));
    expect(refusal(cards({ $or: many })).error).toBe('invalid_query_shape');
  });

  test('accepts long lists of values', () => {
    const value = Array.from({ length: 50_000 }, (_, index) => `card${index}`);
    expect(() => answerOf(reader, cards({ cardId: value }), unrestrictedViewer)).not.toThrow();
  });

  test('refuses values that are nested too deep', () => {
    const deep = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`) as unknown;
    const query = {
      'milestone(x)': [{ [`progress(${JSON.stringify({ progress: { op: 'eq', value: deep } })})`]: [] }],
    };
    expect(refusal(query).error).toBe('invalid_value');
  });
});
