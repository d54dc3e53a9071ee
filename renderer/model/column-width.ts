/** Computes the widths of board columns. If a board has few columns, they grow to use its free width. */

/** `columnGapPx`: px between columns. `boardMarginPx`: px before the first and after the last column. */
export const columnGapPx = 10;
export const boardMarginPx = 12;

export const minColumnWidthPx = 288;

/** With this maximum, three columns fit beside the card panel in a window of 1920 px. */
const maxColumnWidthPx = 388;

/**
 * Returns the width in px of each of `count` columns in a board of `room` px. Columns are at least `least` px wide; if
 * they do not fit, the board scrolls.
 */
export function columnWidthPxIn(room: number, count: number, least: number): number {
  const sharedWidth = Math.floor((room - 2 * boardMarginPx + columnGapPx) / Math.max(1, count)) - columnGapPx;
  return Math.max(least, Math.min(maxColumnWidthPx, sharedWidth));
}

/**
 * Estimates how many letters of a title fit on one line of a card. The estimated height of a card that is not measured
 * yet depends on this number.
 */
export const lettersPerLine = (columnWidth: number): number => Math.round((columnWidth - 80) / 6.1);
