/** Computes the widths of board columns. If a board has free width, its columns grow up to a maximum. */

/** `columnGapPx`: px between columns. `boardMarginPx`: px before the first and after the last column. */
export const columnGapPx = 10;
export const boardMarginPx = 12;

export const minColumnWidthPx = 288;

/** With this maximum, three columns fit beside a card panel of the default width in a window of 1920 px. */
const maxColumnWidthPx = 388;

/**
 * Returns the width in px of each of `columnCount` columns in a board of `boardWidthPx` px. Columns are at least
 * `minWidthPx` px wide; if they do not fit, the board scrolls.
 */
export function columnWidthPxForBoard(boardWidthPx: number, columnCount: number, minWidthPx: number): number {
  const sharedWidth =
    Math.floor((boardWidthPx - 2 * boardMarginPx + columnGapPx) / Math.max(1, columnCount)) - columnGapPx;
  return Math.max(minWidthPx, Math.min(maxColumnWidthPx, sharedWidth));
}

/**
 * Estimates how many letters of a title fit on one line of a card. The estimated height of a card that is not measured
 * yet depends on this number.
 */
export const estimatedLettersPerLine = (columnWidthPx: number): number => Math.round((columnWidthPx - 80) / 6.1);
