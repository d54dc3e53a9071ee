/** The height of a cell is estimated until the cell is mounted and measured. */
import { useMemo, useRef, useState } from 'react';
import { estimatedListHeightPx } from '../../../cards/face/card-height.ts';
import type { CardFaceSettings } from '../../../cards/face/face-context.tsx';
import type { ArrangedLane } from '../../../model/arrange.ts';
import type { LoadedCards } from '../../../model/card-row.ts';

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
const verticalCellPaddingPx = 18;

/** Maximum height in px of a lane's cells: 62 % of the board, but at least 260 px. A cell with more cards scrolls. */
export const maxCellHeightPx = (boardHeightPx: number): number => Math.max(260, Math.round(boardHeightPx * 0.62));

interface LaneHeightOptions {
  readonly lanes: readonly ArrangedLane[];
  /** Keys of lanes. */
  readonly folded: readonly string[];
  readonly rows: LoadedCards['rows'];
  readonly face: CardFaceSettings;
  readonly headHeightPx: number;
  /** Of a lane below its head. */
  readonly maxHeightPx: number;
}

export function useLaneHeights(options: LaneHeightOptions) {
  const { lanes, folded, rows, face, headHeightPx, maxHeightPx } = options;
  /** In px, last measured for all cards of a cell, by cell key. Cells that were never mounted are missing. */
  const measured = useRef(new Map<string, number>());
  const [changeCount, setChangeCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on these values
  const known = useMemo(() => new Map<string, number>(), [lanes, folded, maxHeightPx, face]);
  const heightOf = ({ lane, cells }: ArrangedLane): number => {
    if (folded.includes(lane.key)) return laneTitleHeightPx;
    const before = known.get(lane.key);
    if (before !== undefined) return before;
    const heights = cells.map(
      ({ column, ids }) => measured.current.get(column.key) ?? estimatedListHeightPx(ids, rows, face, maxHeightPx),
    );
    const height = headHeightPx + Math.min(maxHeightPx, Math.max(minCellHeightPx, ...heights) + verticalCellPaddingPx);
    known.set(lane.key, height);
    return height;
  };
  const latest = useRef({ lanes, known, heightOf });
  latest.current = { lanes, known, heightOf };
  /** Renders again if the height of the cell's lane changes. */
  const reportHeight = useRef((cellKey: string, px: number) => {
    if (measured.current.get(cellKey) === px) return;
    measured.current.set(cellKey, px);
    const now = latest.current;
    const lane = now.lanes.find(({ cells }) => cells.some(({ column }) => column.key === cellKey));
    const before = lane && now.known.get(lane.lane.key);
    if (!lane || before === undefined) return;
    now.known.delete(lane.lane.key);
    // Most measured heights do not change the lane's, because another cell is higher or the lane has its maximum
    // height.
    if (now.heightOf(lane) !== before) setChangeCount((count) => count + 1);
  });
  // Effects that read the heights depend on this value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is new whenever one of these values changes
  const version = useMemo(() => ({}), [known, changeCount]);
  return { heightOf, reportHeight: reportHeight.current, version };
}
