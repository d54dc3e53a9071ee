/** Sizes of the layout with lanes, in px. */

export const columnHeadHeightPx = 34;
export const laneTitleHeightPx = 36;
/** Height of the line of text that a view can show below the head of a column, or above the cards of a cell. */
export const columnNoteHeightPx = 28;
export const minCellHeightPx = 76;
export const laneColumnGapPx = 8;
export const lanesMarginPx = 12;
/** Space above the cards of a cell. */
export const cellPaddingTopPx = 6;
/** Sum of the spaces above and below the cards of a cell. */
export const verticalCellPaddingPx = 18;

/** Maximum height in px of a lane's cells: 62 % of the board, but at least 260 px. A cell with more cards scrolls. */
export const maxCellHeightPx = (boardHeightPx: number): number => Math.max(260, Math.round(boardHeightPx * 0.62));
