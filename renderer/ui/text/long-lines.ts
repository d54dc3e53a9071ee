/**
 * At each line end, a browser shapes the text again up to the next place where letters do not depend on each other.
 * With kerning and contextual alternates (`[a](` in Inter) or joined letters (Arabic), a long line has no such place, so
 * that its layout takes the square of its length: 20 s for 60 kB. Lines that are not wrapped take linear time.
 */

/** In UTF-16 units. */
const longest = { line: 1000, word: 500 };

/** Of such a text, the class `plain-shaping` makes letters independent, as far as their script allows. */
export function hasLongLine(text: string): boolean {
  for (let start = 0; text.length - start > longest.line; ) {
    const end = text.indexOf('\n', start);
    if (end < 0 || end - start > longest.line) return true;
    start = end + 1;
  }
  return false;
}

/** A mark, or the second half of a pair, belongs to the character before it. */
const continuesCharacter = /^(?:\p{M}|\u200d|[\udc00-\udfff])/u;

/**
 * Offsets within long words at which the browser may end a line, and shapes what follows on its own. `before` is the
 * length of the word that goes on at the start of the text.
 */
export function longWordBreaks(text: string, before = 0): number[] {
  const breaks: number[] = [];
  const space = /\s|$/g;
  for (let start = -before; start < text.length; start = space.lastIndex + 1) {
    space.lastIndex = Math.max(start, 0);
    const end = space.exec(text)?.index ?? text.length;
    for (let at = start + longest.word; at < end; at += longest.word) {
      at = Math.max(at, 0);
      while (at < end && continuesCharacter.test(text.slice(at, at + 2))) at++;
      if (at < end) breaks.push(at);
    }
    space.lastIndex = end;
  }
  return breaks;
}

/** The pieces between `breaks`. */
export const piecesOf = (text: string, breaks: readonly number[]): string[] =>
  [0, ...breaks].map((from, index) => text.slice(from, breaks[index]));

/**
 * Of a `textarea`, whose words cannot get breaks: with a long word, lines are not wrapped. Wrapped, 100,000 joined
 * letters take more than 20 s.
 */
export const shapingOfTextArea = (text: string): { wrap: 'off' | 'soft'; shaping: string | false } => ({
  wrap: longWordBreaks(text).length > 0 ? 'off' : 'soft',
  shaping: hasLongLine(text) && 'plain-shaping',
});
