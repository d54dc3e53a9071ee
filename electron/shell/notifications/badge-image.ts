/** Draws the number of unread notifications for Windows, which shows a picture of 16 × 16 px over the taskbar icon. */

/** The pixels of each digit: five rows of three pixels. `+` is needed for the badge `9+`: more than nine. */
const glyphs: Readonly<Record<string, string>> = {
  '1': '.#. ##. .#. .#. ###',
  '2': '##. ..# .#. #.. ###',
  '3': '##. ..# .#. ..# ##.',
  '4': '#.# #.# ### ..# ..#',
  '5': '### #.. ##. ..# ##.',
  '6': '.## #.. ### #.# ###',
  '7': '### ..# .#. .#. .#.',
  '8': '### #.# ### #.# ###',
  '9': '### #.# ### ..# ##.',
  '+': '... .#. ### .#. ...',
};
const glyphWidth = 3;
const glyphHeight = 5;

export const badgeSizePx = 16;

/** Red and white, as bytes in the order blue, green, red, alpha. */
const background = [0x38, 0x38, 0xd6, 0xff];
const foreground = [0xff, 0xff, 0xff, 0xff];

/** Returns raw pixels in the byte order that Electron's `createFromBitmap` needs on Windows. `count` is at least 1. */
export function createBadgeBitmap(count: number): Buffer {
  const text = count > 9 ? '9+' : String(count);
  const pixels = Buffer.alloc(badgeSizePx * badgeSizePx * 4);
  const set = (x: number, y: number, colour: readonly number[]) => pixels.set(colour, (y * badgeSizePx + x) * 4);
  const centre = (badgeSizePx - 1) / 2;
  for (let y = 0; y < badgeSizePx; y++)
    for (let x = 0; x < badgeSizePx; x++) if (Math.hypot(x - centre, y - centre) <= 8) set(x, y, background);
  // A single digit is drawn at twice the size.
  const scale = text.length === 1 ? 2 : 1;
  const left = Math.round((badgeSizePx - (text.length * (glyphWidth + 1) - 1) * scale) / 2);
  const top = Math.round((badgeSizePx - glyphHeight * scale) / 2);
  for (const [index, char] of [...text].entries())
    for (const [row, line] of (glyphs[char] ?? '').split(' ').entries())
      for (const [column, mark] of [...line].entries())
        if (mark === '#')
          for (let pixel = 0; pixel < scale * scale; pixel++)
            set(
              left + (index * (glyphWidth + 1) + column) * scale + (pixel % scale),
              top + row * scale + Math.floor(pixel / scale),
              foreground,
            );
  return pixels;
}
