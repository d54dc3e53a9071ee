/** Widths of board columns. A few columns grow to use the free width. */

/** `columnGap` is the space between columns, `boardMargin` the space beside the first and last one, in px. */
export const columnGap = 10;
export const boardMargin = 12;

/** Minimum width of a column in px. */
export const leastWidth = 288;

/** Maximum width of a column in px. Three such columns fit beside the card panel in a window of 1920 px. */
const widest = 388;

/** Returns the width in px of each of `count` columns in a board of `room` px; `least` if they do not all fit. */
export function columnWidthIn(room: number, count: number, least: number): number {
  const sharedWidth = Math.floor((room - 2 * boardMargin + columnGap) / Math.max(1, count)) - columnGap;
  return Math.max(least, Math.min(widest, sharedWidth));
}

/** Estimates how many letters of a title fit on one line of a card, used to estimate its height before it is measured. */
export const lettersIn = (columnWidth: number): number => Math.round((columnWidth - 80) / 6.1);
