import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostWidth, surelyFits, surelyFitsIn } from '../../../renderer/ui/text-width.ts';

describe('what a text takes at most', () => {
  // Breaks when accents count as letters of their own, or a text is taken to fit whose letters nobody knows.
  test('accents take nothing, emoji their square, and what is not known all there is', () => {
    expect(mostWidth('Éléphant', 13)).toBe(mostWidth('Elephant', 13));
    expect(mostWidth('❤️', 10)).toBe(14);
    expect(surelyFits('Docks', 13, 60)).toBe(true);
    expect(surelyFits('Docks', 13, 30)).toBe(false);
    for (const text of ['漢字', 'المنارة', 'Łódź', '🇳🇴']) expect(surelyFits(text, 13, 10_000), text).toBe(false);
    expect(surelyFits('', 13, 1)).toBe(true);
  });

  test('lines are broken between words, and a word that is longer than one surely fits in none', () => {
    const room = 60;
    expect(surelyFitsIn(1, 'two words', 13, room)).toBe(false);
    expect(surelyFitsIn(2, 'two words', 13, room)).toBe(true);
    expect(surelyFitsIn(9, 'Leuchtturmwärterwohnung', 13, room)).toBe(false);
  });

  // Breaks when lines are counted by their sum: each may end before its last word.
  test('no line takes more than there is room for, wherever words end', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 12 }), (words) => {
        const room = 80;
        const text = words.join(' ');
        const fewest = Math.ceil(mostWidth(text, 13) / (room + mostWidth(' ', 13)));
        const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].find((count) => surelyFitsIn(count, text, 13, room));
        if (lines === undefined) return words.some((word) => !surelyFits(word, 13, room));
        return lines >= fewest && lines <= words.length;
      }),
    );
  });
});
