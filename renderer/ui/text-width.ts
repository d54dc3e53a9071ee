/**
 * Whether a text surely has room, told without laying it out. What may be cut needs a clip of its own, which Chromium keeps
 * apart from all else in each frame that brings something; of hundreds of names few are ever cut. Measuring would wait for
 * the font, and cost a start more than all of its names.
 */

/** Widths of Inter's characters at the window's sizes, in em: rounded up, of the widest of its weights. */
const widths = new Map<string, number>();
const classes: readonly (readonly [em: number, characters: string])[] = [
  [0.285, ' Iijl'],
  [0.335, "!',.:;\\·‘’"],
  [0.4, '()/[]`ft|'],
  [0.43, 'r'],
  [0.47, '_{}°'],
  [0.51, '^–“”„'],
  [0.55, '"?s'],
  [0.58, 'Lakxz'],
  [0.6, 'Fceðvy'],
  [0.625, 'Ebdhnopquøþ'],
  // Figures, and what stands among them, may all be of one width.
  [0.67, '#$*-0123456789BJPRSTZgß£§«»'],
  [0.68, '&+<=>~×€'],
  [0.725, 'DKXY'],
  [0.775, 'ACGHNOQUVØ'],
  [0.84, 'w←→'],
  [0.925, 'Mmæ'],
  [1.05, '%@W—…ÆŒœ'],
];
for (const [em, characters] of classes) for (const character of characters) widths.set(character, em);

/** px of --text-xs, --text-sm and --text-md, as in tokens.css. */
export const textSize = { xs: 11, sm: 12, md: 13 } as const;

/** Of any system's emoji font. */
const emoji = 1.4;
const isEmoji = /\p{Extended_Pictographic}/u;
/** Accents, and what joins or chooses emoji. */
const takesNothing = /[\u0300-\u036f]|\u200d|\ufe0f/;

/** px that a text takes in one line, at most; infinite where a character's width is not known. */
export function mostWidth(text: string, fontSize: number): number {
  let em = 0;
  for (const character of text.normalize('NFD'))
    em +=
      widths.get(character) ??
      (takesNothing.test(character) ? 0 : isEmoji.test(character) ? emoji : Number.POSITIVE_INFINITY);
  return em * fontSize;
}

/** px that neighbouring letters may be further apart than each for itself, summed up. */
const spread = 1;

/** Whether a text, broken between its words, takes no more lines than these. */
export function surelyFitsIn(lines: number, text: string, fontSize: number, room: number): boolean {
  const space = mostWidth(' ', fontSize);
  let line = 1;
  let used = 0;
  for (const word of text.split(' ')) {
    const width = mostWidth(word, fontSize) + spread;
    if (width > room) return false;
    if (used > 0 && used + space + width > room) {
      line++;
      used = width;
    } else used += (used > 0 ? space : 0) + width;
  }
  return line <= lines;
}

export const surelyFits = (text: string, fontSize: number, room: number): boolean =>
  mostWidth(text, fontSize) + spread <= room;
