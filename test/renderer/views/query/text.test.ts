/** Checks query texts: parsing, printing, validation, and which part of the text a problem marks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorLocationsOf } from '../../../../renderer/views/query/error-locations.ts';
import { formatQuery } from '../../../../renderer/views/query/format-query.ts';
import { parseQueryText, syntaxTreeToData } from '../../../../renderer/views/query/syntax.ts';
import {
  hintText,
  mostSimilarName,
  problemOfFailure,
  validateQueryText,
} from '../../../../renderer/views/query/validate.ts';
import { query, selectRelated } from '../../../../shared/contract/index.ts';

const read = (text: string) => syntaxTreeToData(parseQueryText(text).tree);
/** Returns each problem of a text as `code «text in the problem's range»`. */
const problemsIn = (text: string) =>
  validateQueryText(text).problems.map(({ code, from, to }) => `${code} «${text.slice(from, to)}»`);

const sample = query({
  _root: [
    {
      account: [
        selectRelated(
          'cards',
          { visibility: 'default', dueDate: { op: 'lt', value: '2026-11-20' }, $order: '-dueDate' },
          ['title', 'count:resolvables({"isClosed":false})', { assignee: ['name'] }],
        ),
      ],
    },
  ],
});

describe('a query text', () => {
  test('is JSON, or a shorter form of it', () => {
    expect(read(JSON.stringify(sample))).toEqual(sample);
    expect(
      read(`
        // overdue
        _root: [account: [
          cards({ visibility: default dueDate: { op: lt, value: 2026-11-20 }, $order: -dueDate }): [
            title, count:resolvables({ isClosed: false }), assignee: [name],
          ]
        ]]`),
    ).toEqual(sample);
  });

  test('reads ids in parentheses as texts', () => {
    expect(read('card(17): [title]')).toEqual({ 'card("17")': ['title'] });
    expect(read('card("a b"): []')).toEqual({ 'card("a b")': [] });
    expect(read('cardHistory([c1, 3]): [diff]')).toEqual({ 'cardHistory(["c1",3])': ['diff'] });
  });

  test('is the same query after printing and reading', () => {
    const key = fc.oneof(
      fc.constantFrom('title', 'count:cards', 'cards({"a":[1,{"b":null}]})', 'card("x")', '$or', 'true', '12', 'count'),
      fc.string(),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        key,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(key, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value), (anything) => {
        const text = formatQuery(anything as Record<string, unknown>);
        expect(parseQueryText(text).problems).toEqual([]);
        expect(read(text)).toEqual(anything);
      }),
    );
  });

  test('gives a tree whose ranges are inside the text, for any text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ':',
      ',',
      '"',
      "'",
      '\\',
      '\n',
      '//',
      ' ',
      'cards',
      '1',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        for (const { from, to } of validateQueryText(text).problems) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(text.length + 1);
        }
      }),
    );
  });

  test('with many brackets does not overflow the stack', () => {
    expect(validateQueryText(`_root: ${'['.repeat(50_000)}`).query).toBeNull();
  });
});

describe('problems of a query', () => {
  test('are none when the contract accepts it', () => {
    const text = formatQuery(sample as unknown as Record<string, unknown>);
    expect(validateQueryText(text)).toMatchObject({ query: sample, problems: [] });
  });

  test('are all shown, each in its range', () => {
    expect(
      problemsIn(
        '_root: [account: [cards({ statu: done, effort: many, $limit: 3 }): [titel, decks: [id]], count:foo]]',
      ),
    ).toEqual([
      'unknown_field «statu»',
      'invalid_value «many»',
      'invalid_limit «3»',
      'unknown_field «titel»',
      'unknown_relation «decks»',
      'invalid_aggregate «count:foo»',
    ]);
    expect(problemsIn('crad(x): [title]')).toEqual(['unknown_model «crad»']);
    expect(problemsIn('card: [title]')).toEqual(['missing_ids «card»']);
    expect(problemsIn('_root: [account({ id: x }): [name]]')).toEqual(['relation_takes_no_query «account»']);
    expect(problemsIn('_root: [account: [cards({ $ordr: title, !title: x, $order: [titl] }): [title]]]')).toEqual([
      'unknown_special_key «$ordr»',
      'invalid_query_shape «!title»',
      'invalid_order «titl»',
    ]);
  });

  test('are found in queries inside quoted strings', () => {
    const text = JSON.stringify({
      _root: [{ account: [{ 'cards({"a\\u0041":1,"effort":{"op":"foo","value":1}})': ['title'] }] }],
    });
    expect(problemsIn(text)).toEqual(['unknown_field «\\"a\\\\u0041\\"»', 'unknown_operator «\\"foo\\"»']);
  });

  test('are separate where a relation occurs twice', () => {
    expect(
      problemsIn('_root: [account: [cards({ status: done }): [title], cards({ status: started }): [titel]]]'),
    ).toEqual(['unknown_field «titel»']);
    expect(problemsIn('_root: [account: [cards({ effort: 1 }): [title], cards({ effort: x }): [title]]]')).toEqual([
      'invalid_value «x»',
    ]);
  });

  test('suggest the probable name', () => {
    const [problem] = validateQueryText('_root: [account: [cards: [titel]]]').problems;
    expect(problem).toMatchObject({ message: "Model 'card' has no field 'titel'" });
    expect(problem?.hint).toMatch(/^Did you mean title\? Known fields: cardId, /);
    expect(hintText({ allowed: ['a', 'b'] })).toBe('Allowed: a, b.');
    expect(hintText('Use neq')).toBe('Use neq.');
    expect(hintText(undefined)).toBeNull();
    expect(mostSimilarName('asignee', ['assignee', 'account'])).toBe('assignee');
    expect(mostSimilarName('xyz', ['assignee', 'account'])).toBeNull();
  });

  test('name what is missing in broken text', () => {
    expect(problemsIn('_root')).toEqual(['syntax «_root»']);
    expect(problemsIn('_root: [account: [name]')).toEqual(['syntax «[»']);
    expect(problemsIn('_root: ["account')).toContain('syntax «"»');
    expect(problemsIn('')).toEqual([]);
  });

  test('include those that the service finds', () => {
    const text = '_root: [account: [name, billingEmail]]';
    const path = '_root.account.billingEmail';
    const found = problemOfFailure(text, { kind: 'scope', message: 'No', requiredScope: 'account:readAdmin', path });
    expect(found && text.slice(found.from, found.to)).toBe('billingEmail');
    expect(problemOfFailure(text, { kind: 'defect', message: 'No' })).toBeNull();
  });
});

describe('the range of a path', () => {
  const text = '_root: [account: [cards({ $or: [{ status: x }, { effort: 1 }] }): [title, a.b, parentCard: [title]]]]';
  const at = (path: string) =>
    errorLocationsOf(parseQueryText(text).tree, path).map(({ key }) => text.slice(key.from, key.to));
  test('is found through queries, list positions and field lists', () => {
    expect(at('_root.account.cards.$or.1.effort')).toEqual(['effort']);
    expect(at('_root.account.cards.$or.1')).toEqual(['{ effort: 1 }']);
    expect(at('_root.account.cards.parentCard.title')).toEqual(['title']);
    expect(at('_root.account.cards.a.b')).toEqual(['a.b']);
    expect(at('')).toEqual([text]);
  });
  test('is that of the nearest existing part', () => {
    expect(at('_root.account.cards.nowhere')).toEqual(['cards']);
    expect(at('elsewhere')).toEqual([text]);
  });
});
