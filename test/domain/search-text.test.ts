/** Checks the folding of texts for searches. How the index uses it is in test/engine/query/find.test.ts. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  filterTest,
  foldCase,
  foldText,
  indexForm,
  searchMatches,
  searchPhrases,
} from '../../shared/domain/search-text.ts';

test.each([
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Άνοιξη', 'ανοιξη'],
  ['ὈΔΟΣ ὁδός', 'οδοσ οδοσ'],
  ['Ёлка', 'елка'],
  ['IŞIK ışık', 'isik isik'],
  ['İzmir Iğdır', 'izmir igdir'],
  ['Crème brûlée', 'creme brulee'],
  ['Smørrebrød Đà Æther', 'smorrebrod da aether'],
  ['ﬁnal ＡＢＣ x²', 'final abc x2'],
  ['ｶﾞ', 'カ'],
  ['한글', '한글'],
  ['می‌خواهم کتاب', 'ميخواهم كتاب'],
  ['so\u00adft', 'soft'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(text.normalize('NFD'))).toBe(folded);
});

test('folding case keeps marks, so that tags stay apart', () => {
  expect(foldCase('SCHÖN')).toBe(foldCase('schön'));
  expect(foldCase('schön')).not.toBe(foldCase('schon'));
  expect(foldCase('かき')).not.toBe(foldCase('がき'));
});

test.each([
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['İrem', 'irem'],
  ['IŞIK', 'ışık'],
  ['Zoë', 'ZOE\u0308'],
  ['ᾴ', 'α\u0345\u0301'],
  ['ﬁ', 'FI'],
])('%s and %s differ in letter case or coding only', (a, b) => {
  for (const form of ['NFC', 'NFD'] as const) expect(foldCase(a.normalize(form))).toBe(foldCase(b));
});

test('folding case ignores the case and coding of every text', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom(...'ßẞİıiIΣσςéǅŉΐﬀ\u0301\u0307\u0324'),
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        ),
      }),
      (text) => {
        const folded = foldCase(text);
        for (const other of [folded, text.toUpperCase(), text.normalize('NFC'), text.normalize('NFD')])
          expect(foldCase(other)).toBe(folded);
      },
    ),
    { numRuns: 2000 },
  );
});

test('folding a folded text changes nothing', () => {
  for (let code = 0; code < 0x20_000; code++) {
    const folded = foldText(String.fromCodePoint(code));
    if (foldText(folded) !== folded) throw new Error(`U+${code.toString(16)} becomes ${folded}, then another text`);
  }
});

test('scripts without spaces are indexed as pairs', () => {
  expect(indexForm('修复login错')).toBe('修复 复 login 错');
  expect(indexForm('$49 – OK 🚀🚀')).toBe('$ 49 ok 🚀 🚀');
  expect(indexForm('a ↔️ b ⤴️')).toBe('a ↔ b ⤴');
});

test('matches are whole words, or the found part in scripts without spaces', () => {
  const found = (text: string, search: string) =>
    searchMatches(text, searchPhrases(search)).map(([from, to]) => text.slice(from, to));
  expect(found('The Łódźer, łódz', 'lodz')).toEqual(['Łódźer', 'łódz']);
  expect(found('修复登录错误', '登录')).toEqual(['登录']);
  expect(found('burn-up, burn down', 'burn-up')).toEqual(['burn-up']);
  expect(found('Straßen', 'strass')).toEqual(['Straßen']);
  expect(found('ab abc', 'ab x')).toEqual(['ab']);
  expect(found('a 👩‍🚀 b', '👩‍🚀')).toEqual(['👩‍🚀']);
});

test('filters find parts of words, and signs as they are', () => {
  expect(filterTest('ook')('Notebook')).toBe(true);
  expect(filterTest('boo note')('Notebook')).toBe(true);
  expect(filterTest('?')('Why?')).toBe(true);
  expect(filterTest('?')('Why')).toBe(false);
});

// Quadratic time would take minutes.
test('the time is linear in the length of the text', () => {
  const texts = ['é'.repeat(200_000), '登'.repeat(200_000), 'é '.repeat(100_000), '\u0301'.repeat(200_000)];
  for (const text of texts) {
    const began = performance.now();
    indexForm(text);
    searchMatches(text, searchPhrases('x 登 é'));
    expect(performance.now() - began).toBeLessThan(15_000);
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldText(foldText(text)) === foldText(text)));
});

// ICU sorts a run of marks in quadratic time: 240 kB of two marks in turn took 4 s.
test('no long run of marks is sorted', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  for (const fold of [foldText, foldCase, indexForm]) fold(`a${'\u0301\u0323\u0336'.repeat(1_000)}b`);
  const sorted = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(sorted.length).toBeGreaterThan(3);
  expect(sorted.filter((text) => /\p{M}{31}/u.test(text))).toEqual([]);
});
