import { expect, test } from 'vitest';
import { badgeSizePx, createBadgeBitmap } from '../../../electron/shell/notifications/badge-image.ts';

/** Returns the lines of the badge as text: `#` for a white pixel, `.` for a red one, a space for a transparent one. */
function drawn(count: number): string[] {
  const pixels = createBadgeBitmap(count);
  return Array.from({ length: badgeSizePx }, (_, y) =>
    Array.from({ length: badgeSizePx }, (_, x) => {
      const at = (y * badgeSizePx + x) * 4;
      if (pixels[at + 3] === 0) return ' ';
      return pixels[at] === 0xff ? '#' : '.';
    }).join(''),
  );
}

test('the badge shows the number on a dot, and 9+ above nine', () => {
  expect(drawn(4)).toEqual([
    '     ......     ',
    '   ..........   ',
    '  ............  ',
    ' ....##..##.... ',
    ' ....##..##.... ',
    '.....##..##.....',
    '.....##..##.....',
    '.....######.....',
    '.....######.....',
    '.........##.....',
    '.........##.....',
    ' ........##.... ',
    ' ........##.... ',
    '  ............  ',
    '   ..........   ',
    '     ......     ',
  ]);
  expect(drawn(10)).toEqual(drawn(250));
  expect(drawn(9)).not.toEqual(drawn(10));
  for (let count = 1; count < 10; count++) expect(drawn(count).join('')).toContain('#');
});
