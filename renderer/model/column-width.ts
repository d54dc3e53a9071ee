/** `columnGapPx`: between columns. `boardMarginPx`: before the first and after the last column. */
export const columnGapPx = 10;
export const boardMarginPx = 12;

export const minColumnWidthPx = 288;

/** With this maximum, three columns fit beside a card panel of the default width in a window of 1920 px. */
const maxColumnWidthPx = 388;

/** If columns of `minWidthPx` do not fit, the board scrolls. */
export function columnWidthPxForBoard(boardWidthPx: number, columnCount: number, minWidthPx: number): number {
  const sharedWidth =
    Math.floor((boardWidthPx - 2 * boardMarginPx + columnGapPx) / Math.max(1, columnCount)) - columnGapPx;
  return Math.max(minWidthPx, Math.min(maxColumnWidthPx, sharedWidth));
}

/** For the estimated height of a card that is not measured yet. */
export const estimatedLettersPerLine = (columnWidthPx: number): number => Math.round((columnWidthPx - 80) / 6.1);
