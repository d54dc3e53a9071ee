/** Checks the app's search: which cards it finds, in which order, and with which excerpts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCardFinder } from '../../../electron/engine/query/find.ts';
import { RowStore } from '../../../electron/engine/store/rows.ts';
import { filterTest, fullTextExpression, searchMatches, searchPhrases } from '../../../shared/domain/search-text.ts';
import { shortCodeOf } from '../../../shared/domain/short-code.ts';
import { createDatabaseWithRows } from './database.ts';

const card = (cardId: string, accountSeq: number, content: string, more: object = {}) => ({
  cardId,
  accountSeq,
  deckId: 'deck',
  title: content.split('\n')[0],
  content,
  derivedStatus: 'unassigned',
  visibility: 'default',
  lastUpdatedAt: `2026-01-01T00:00:${String(accountSeq % 60).padStart(2, '0')}.000Z`,
  ...more,
});

const db = createDatabaseWithRows({
  project: [
    { id: 'p', visibility: 'default' },
    { id: 'archived', visibility: 'archived' },
  ],
  deck: [
    { id: 'deck', title: 'Backlog', projectId: 'p' },
    { id: 'away', title: 'Away', projectId: 'archived' },
    { id: 'lost', title: 'Lost', projectId: 'deleted and listed nowhere' },
  ],
  card: [
    card('inContent', 1, 'Lamps\n\nThe dragon needs light.\nAnd Dragons, too'),
    card('inTitle', 2, 'Paint the dragon'),
    card('exact', 3, 'Dragon'),
    card('first', 4, 'Dragon cave\n\nnothing'),
    card('changed', 8, 'Griffin one', { lastUpdatedAt: '2026-01-03T00:00:00.000Z' }),
    card('unchanged', 9, 'Griffin two', { lastUpdatedAt: '2026-01-02T00:00:00.000Z' }),
    card('archived', 5, 'Dragon cave of old', { visibility: 'archived', derivedStatus: 'archived' }),
    card('deleted', 6, 'Dragon deleted', { visibility: 'deleted', derivedStatus: 'deleted' }),
    card('ofArchivedProject', 10, 'Dragon away', { deckId: 'away' }),
    card('ofDeletedProject', 11, 'Dragon lost', { deckId: 'lost' }),
    card('accents', 7, 'Crème brûlée\n\nÀ la carte'),
    card('list', 12, 'Pier\n\n- [ ] Paint the bollard\n- [x] Rope\n## Later\n> 2 > 1, no - [ ] box'),
    card('private', 2481, 'Own thing', { deckId: null }),
    card('price', 60, 'Lamps for $49\n\nor 149 €'),
    card('rocket', 61, 'Launch 🚀 day 👩‍🚀'),
    card('login', 62, '修复登录错误并发布'),
    card('thai', 63, 'แก้ไขการเข้าสู่ระบบ'),
    card('korean', 64, '로그인오류를 수정'),
    card('lodz', 65, 'Łódź, Straße, Άνοιξη, ёлка, IŞIK, Iğdır'),
    { cardId: 'unsent', deckId: 'deck', accountSeq: null, title: 'Fresh griffin', content: 'Fresh griffin' },
  ],
});
const finder = createCardFinder(db);
const ids = (text: string, limit = 20) => finder.find(text, limit).map((found) => found.cardId);

describe('find', () => {
  test('Cards of archived and deleted projects are not found, neither by words nor by code', () => {
    expect(ids('away')).toEqual([]);
    expect(ids('lost')).toEqual([]);
    expect(ids(`$${shortCodeOf(10)}`)).toEqual([]);
    db.prepare(`UPDATE "project" SET "visibility" = 'default' WHERE "id" = 'archived'`).run();
    expect(ids('away')).toEqual(['ofArchivedProject']);
    db.prepare(`UPDATE "project" SET "visibility" = 'archived' WHERE "id" = 'archived'`).run();
  });
  test('puts matches in titles first, the best match at the top, archived cards last, and omits deleted ones', () => {
    expect(ids('dragon')).toEqual(['exact', 'first', 'inTitle', 'inContent', 'archived']);
    expect(ids('dragon', 2)).toEqual(['exact', 'first']);
  });
  test('puts the last changed card first among equal matches', () => {
    expect(ids('griffin')).toEqual(['changed', 'unchanged', 'unsent']);
  });
  test('needs every word; the last one may be a prefix', () => {
    expect(ids('dragon ca')).toEqual(['first', 'archived']);
    expect(ids('drag cave')).toEqual([]);
    expect(ids('cave dra')).toEqual(['first', 'archived']);
  });
  test('ignores letter case and accents', () => {
    expect(ids('CREME BRUL')).toEqual(['accents']);
    expect(ids('crème')).toEqual(['accents']);
  });
  test('finds a card by its short code', () => {
    expect(ids('$45j')).toEqual(['private']);
    expect(ids('$45J ')).toEqual(['private']);
    expect(ids('$111')).toEqual(['inContent']);
    expect(ids('$116')).toEqual([]);
    expect(ids('$')).toEqual(['price']);
    expect(ids('$nope!')).toEqual([]);
  });
  test('returns the fields of a result row, with marked matches below the title', () => {
    expect(finder.find('dragon', 9).at(-2)).toEqual({
      cardId: 'inContent',
      title: 'Lamps',
      code: '$111',
      deckTitle: 'Backlog',
      derivedStatus: 'unassigned',
      snippet: 'The \u{E000}dragon\u{E001} needs light. And \u{E000}Dragons\u{E001}, too',
    });
    const bollard = finder.find('bollard', 1)[0]?.snippet;
    expect(bollard).toBe('• Paint the \u{E000}bollard\u{E001} • Rope Later 2 > 1, no - [ ] box');
    expect(finder.find('carte', 1)[0]?.snippet).toBe('À la \u{E000}carte\u{E001}');
    expect(finder.find('fresh griffin', 1)[0]).toMatchObject({ code: null, snippet: null });
    expect(finder.find('own', 1)[0]).toMatchObject({ code: '$45j', deckTitle: null });
  });
  test('cuts long texts around the first match', () => {
    const rows = new RowStore(db);
    const long = `Long\n${'before '.repeat(100)}needle ${'after '.repeat(100)}`;
    rows.put('card', card('long', 50, long) as never);
    rows.flushText();
    const snippet = finder.find('needle', 1)[0]?.snippet ?? '';
    expect(snippet).toMatch(/^…before [^\n]*\u{E000}needle\u{E001} after [^\n]*…$/u);
    expect(snippet.length).toBeLessThan(200);
  });
  // micro-editor/micro#2454
  test('finds prices and emoji', () => {
    for (const text of ['$49', '49', '149€', '€']) expect(ids(text), text).toEqual(['price']);
    expect(ids('$4 9')).toEqual([]);
    expect(ids('🚀')).toEqual(['rocket']);
    expect(ids('👩‍🚀')).toEqual(['rocket']);
  });
  test('puts the card of a short code before texts that have it as a price', () => {
    const rows = new RowStore(db);
    rows.put('card', card('codeAsPrice', 70, 'Costs $111') as never);
    rows.flushText();
    expect(ids('$111')).toEqual(['inContent', 'codeAsPrice']);
  });
  // bndct-devops/tome#206
  test('finds parts of words in scripts without spaces', () => {
    for (const text of ['登录', '错', '登录错误', '布', '发布', '修']) expect(ids(text), text).toEqual(['login']);
    expect(ids('登错')).toEqual([]);
    expect(ids('ระบบ')).toEqual(['thai']);
    expect(ids('오류')).toEqual(['korean']);
  });
  // osmandapp/OsmAnd#5447
  test.each(['lodz', 'strasse', 'STRASSE', 'ανοιξη', 'ΑΝΟΙΞΗ', 'елка', 'ЁЛКА', 'ışık', 'isik', 'ığdır'])(
    'finds %s, which is written with other letters',
    (text) => expect(ids(text)).toEqual(['lodz']),
  );
  test('finds nothing for an empty text', () => {
    for (const text of ['', '   ', '"', '* ()', '\u{1F600}', '-']) expect(ids(text)).toEqual([]);
  });
});

describe('the index, the operator, filters and highlights agree', () => {
  const scripts = [
    'abcxyzéèüñšłøßıŞ',
    'абвгёйіў',
    'αβγάίόςΣ',
    'אבםן\u05b0',
    'ابةىیک\u064e',
    'अमितकु\u093f\u094d',
    'กิตติเข้า',
    '登录错误修复',
    'かきくがぎカー',
    '한글로그인',
  ];
  const wordOf = fc
    .constantFrom(...scripts, '🚀$€', '0129')
    .chain((script) => fc.array(fc.constantFrom(...script), { minLength: 1, maxLength: 6 }))
    .map((letters) => letters.join('').normalize('NFC'));
  const separator = fc.constantFrom(' ', ' ', '\n', '-', '_', ', ', '');
  const textOf = fc
    .array(fc.tuple(wordOf, separator), { minLength: 1, maxLength: 6 })
    .map((pairs) => pairs.flat().join(''));

  test('for random words of ten scripts', () => {
    const one = createDatabaseWithRows({ card: [card('only', 1, '')] });
    const rows = new RowStore(one);
    const oneFinder = createCardFinder(one);
    const matching = one.prepare('SELECT rowid FROM cardText WHERE cardText MATCH ?');
    fc.assert(
      fc.property(
        textOf,
        textOf,
        fc.nat(20),
        fc.nat(6),
        fc.constantFrom('NFC', 'NFD'),
        (text, other, from, length, form) => {
          rows.update('card', 'only', { content: text, title: text } as never);
          rows.flushText();
          const part = [...text].slice(from, from + length).join('');
          for (const typed of [text, part, part.toUpperCase(), other]) {
            const search = typed.normalize(form);
            const phrases = searchPhrases(search);
            // In the index, because `find` also forgives typing errors.
            const isFound = matching.get(fullTextExpression(phrases) ?? '"never in a text"') !== undefined;
            if (isFound) expect(oneFinder.find(search, 1)).toHaveLength(1);
            const matches = searchMatches(text.normalize('NFC'), phrases);
            // A text is found exactly when each phrase has a highlight.
            expect(phrases.length > 0 && phrases.every((phrase) => searchMatches(text, [phrase]).length > 0)).toBe(
              isFound,
            );
            expect(matches.length > 0 || !isFound).toBe(true);
            if (isFound) expect(filterTest(search)(text)).toBe(true);
            if (typed === text && phrases.length > 0) expect(isFound).toBe(true);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('hostile texts', () => {
  const pieces = fc.constantFrom(
    '"',
    "'",
    '*',
    '(',
    ')',
    ':',
    '^',
    '-',
    '+',
    'NEAR',
    'AND',
    'OR',
    'NOT',
    'content',
    '{',
    '}',
    '\u0000',
    '\ud800',
    ' ',
    'dragon',
    'é',
    '\u0301',
    '漢字',
    '\\',
    ';--',
  );
  test('cause no errors and match only by their words', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(() => finder.find(text, 5)).not.toThrow();
        const match = fullTextExpression(searchPhrases(text));
        if (match !== null)
          expect(() => db.prepare('SELECT rowid FROM cardText WHERE cardText MATCH ?').all(match)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});

// One hostile card can have more words than all others.
test('a typing error is looked for among a bounded number of words', () => {
  const words = Array.from({ length: 21_000 }, (_, at) => `m${String(at).padStart(6, '0')}`);
  const large = createDatabaseWithRows({ card: [card('many', 1, words.join(' ')), card('behind', 2, 'mzzilestone')] });
  const { find } = createCardFinder(large);
  expect(find('m00100x', 5).map(({ cardId }) => cardId)).toEqual(['many']);
  expect(find('mzzilestonx', 5)).toEqual([]);
});

test('one typing error in each longer word is forgiven if nothing else matches', () => {
  const one = createDatabaseWithRows({
    card: ['Milestone harbour', 'Harbour lights', 'Harvest'].map((text, at) => card(text, at, text)),
  });
  const found = (text: string) =>
    createCardFinder(one)
      .find(text, 10)
      .map(({ cardId }) => cardId);
  for (const typed of ['milstone', 'mielstone', 'milestonr', 'millestone', 'milstone harbuor'])
    expect(found(typed)).toEqual(['Milestone harbour']);
  expect(found('harbuor')).toHaveLength(2);
  // Short words, the first letter and two errors are not forgiven.
  for (const typed of ['hbr', 'wilestone', 'mlestnoe']) expect(found(typed)).toEqual([]);
});
