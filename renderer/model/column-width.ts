/** How wide the columns of a board are: where there are few, they take of the room beside them. */

/** px between columns, and beside the first and the last. */
export const columnGap = 10;
export const boardMargin = 12;

/** px of a column, at least. */
export const leastWidth = 288;

/** px: three columns of this width stand beside an open card in a window of 1920. Wider cards are harder to skim. */
const widest = 388;

/** px of each of `count` columns in `room` px; `least` where they do not all fit. */
export function columnWidthIn(room: number, count: number, least: number): number {
  const each = Math.floor((room - 2 * boardMargin + columnGap) / Math.max(1, count)) - columnGap;
  return Math.max(least, Math.min(widest, each));
}

/** Letters of a title that a line of a card holds, near enough to tell its height before it is there. */
export const lettersIn = (columnWidth: number): number => Math.round((columnWidth - 80) / 6.1);
