import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeTextDiff,
  encodeTextDiff,
  type TextDiffPart,
  textBeforeEncodedDiff,
} from '../../shared/domain/text-diff.ts';

const lengthOf = (part: TextDiffPart) => (part.kind === 'gap' ? part.length : part.text.length);
const total = (parts: readonly TextDiffPart[], ...kinds: TextDiffPart['kind'][]) =>
  parts.filter(({ kind }) => kinds.includes(kind)).reduce((sum, part) => sum + lengthOf(part), 0);

test('a change is shown as words with a little context', () => {
  const filler = 'word '.repeat(40);
  const code = encodeTextDiff(`${filler}the cat sat down. ${filler}`, `${filler}the cat slept. ${filler}`);
  const parts = decodeTextDiff(code);
  expect(parts?.filter(({ kind }) => kind === 'removed' || kind === 'added')).toEqual([
    { kind: 'removed', text: 'sat down' },
    { kind: 'added', text: 'slept' },
  ]);
  expect(code.length).toBeLessThan(200);
});

test('a text of some megabytes is not split into words', () => {
  const text = 'word '.repeat(1_000_000);
  const started = performance.now();
  expect(encodeTextDiff('', text)).toBe(JSON.stringify([`+${text}`]));
  expect(encodeTextDiff(text, '')).toBe(JSON.stringify([`-${text}`]));
  const half = text.slice(0, text.length / 2);
  expect(encodeTextDiff(`${half}old ${half}`, `${half}new ${half}`)).toBe(
    JSON.stringify([
      half.length - 40,
      ` ${half.slice(-40)}`,
      '-old',
      '+new',
      `  ${half.slice(0, 39)}`,
      half.length - 39,
    ]),
  );
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('kept, removed and added parts add up to both texts', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('one', 'two', ' ', '\n', '😀', '-', '+'),
        fc.string({ unit: 'grapheme', maxLength: 50 }),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const code = encodeTextDiff(before, after);
      const parts = decodeTextDiff(code);
      if (!parts) throw new Error('not decoded');
      expect(textBeforeEncodedDiff(after, code)).toBe(before);
      expect(textBeforeEncodedDiff(`${after}x`, code)).not.toBe(before);
      expect(total(parts, 'kept', 'gap', 'removed')).toBe(before.length);
      expect(total(parts, 'kept', 'gap', 'added')).toBe(after.length);
      let [old, now] = [0, 0];
      for (const part of parts) {
        const length = lengthOf(part);
        if (part.kind === 'gap') expect(before.slice(old, old + length)).toBe(after.slice(now, now + length));
        else {
          if (part.kind !== 'added') expect(before.slice(old, old + length)).toBe(part.text);
          if (part.kind !== 'removed') expect(after.slice(now, now + length)).toBe(part.text);
          expect(part.text.isWellFormed()).toBe(true);
        }
        if (part.kind !== 'added') old += length;
        if (part.kind !== 'removed') now += length;
      }
    }),
  );
});

test('a text that changes completely is replaced', () => {
  const words = (from: number) => Array.from({ length: 2000 }, (_, index) => `w${from + index}`).join(' ');
  const parts = decodeTextDiff(encodeTextDiff(words(0), words(5000)));
  expect(parts?.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test.each([['=12\t-3\t+abc'], ['[1,"?x"]'], ['[1.5]'], ['['], [{ '+': [] }], [null]])(
  '%j is not read as a text change',
  (form) => {
    expect(decodeTextDiff(form)).toBeUndefined();
  },
);
