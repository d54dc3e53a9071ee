/**
 * Lanes are horizontal groups across the columns, made by a second grouping. Only the lanes, columns and cards in and
 * near the visible part are mounted. A cell is at most 62 % of the board high, but at least 260 px; if its cards need
 * more, it scrolls, so that the head of the next lane is never far away.
 */
import type { VirtualItem } from '@tanstack/react-virtual';
import { type ReactElement, useCallback, useEffect, useMemo, useRef } from 'react';
import { cardIdsInPxRange } from '../../../cards/face/card-height.ts';
import { useCardFaceSettings } from '../../../cards/face/face-context.tsx';
import type { ArrangedColumn } from '../../../model/arrange.ts';
import { cx } from '../../../ui/cx.ts';
import { useListVirtualizer } from '../../../ui/virtual/use-list-virtualizer.ts';
import {
  type ColumnContentRenderer,
  type ColumnsLayoutProps,
  LayoutScroller,
  useScrollerSize,
} from '../ColumnsLayout.tsx';
import { ColumnHeading } from '../column/ColumnHead.tsx';
import { useBoardCardLists } from '../use-board-list.ts';
import { useLassoArea } from '../use-lasso.ts';
import { useScrollToStartColumn } from '../use-scroll-to-start-column.ts';
import { Lane } from './Lane.tsx';
import styles from './LanesLayout.module.css';
import {
  cellPaddingTopPx,
  columnHeadHeightPx,
  columnNoteHeightPx,
  laneColumnGapPx,
  lanesMarginPx,
  laneTitleHeightPx,
  maxCellHeightPx,
  minCellHeightPx,
  useLaneHeights,
} from './use-lane-heights.ts';
import { useMountedCells } from './use-mounted-cells.ts';

/**
 * In ms without a scroll event. A cell under the pointer can take some wheel events, so the lanes can pause during one
 * movement of the wheel. TanStack Virtual's default is too short for that.
 */
const scrollEndDelayMs = 500;

export function LanesLayout({ model, title, empty, columnContent, columnWidth }: ColumnsLayoutProps): ReactElement {
  const { source, arrangement, loaded } = model;
  const { columns, lanes = [] } = arrangement;
  const face = useCardFaceSettings();
  const scroller = useRef<HTMLDivElement>(null);
  const contentHeightPx = columnContent ? columnNoteHeightPx : 0;
  const columnHeadsHeightPx = columnHeadHeightPx + contentHeightPx;
  const laneHeadHeightPx = laneTitleHeightPx + contentHeightPx;
  const { handlers, composing, folded, mountedLists } = useBoardCardLists({
    model,
    title,
    listsPerRow: columns.length,
    scrollToList: (list) => {
      vertical.scrollToIndex(Math.floor(list / columns.length), { align: 'auto' });
      horizontal.scrollToIndex(list % columns.length, { align: 'auto' });
    },
  });
  const isBare = !!empty && composing === null;
  const { element: scrollerElement, widthPx: room, heightPx: height } = useScrollerSize(scroller, !isBare);

  const { heightOf, reportHeight, version } = useLaneHeights({
    lanes,
    folded,
    rows: loaded.rows,
    face,
    headHeightPx: laneHeadHeightPx,
    maxHeightPx: maxCellHeightPx(height),
  });
  const cellHandlers = useMemo(() => ({ ...handlers, reportHeight }), [handlers, reportHeight]);

  const vertical = useListVirtualizer({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lanes[index] ? heightOf(lanes[index]) : minCellHeightPx),
    // The virtualizer measures all lanes again whenever it gets another function.
    getItemKey: useCallback((index: number) => lanes[index]?.lane.key ?? index, [lanes]),
    overscan: 0,
    isScrollingResetDelay: scrollEndDelayMs,
    gap: laneColumnGapPx,
    paddingStart: columnHeadsHeightPx,
    paddingEnd: lanesMarginPx,
    scrollPaddingStart: columnHeadsHeightPx,
  });
  const horizontal = useListVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    getItemKey: useCallback((index: number) => columns[index]?.column.key ?? index, [columns]),
    overscan: 1,
    isScrollingResetDelay: scrollEndDelayMs,
    gap: laneColumnGapPx,
    paddingStart: lanesMarginPx,
    paddingEnd: lanesMarginPx,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on these values
  useEffect(() => vertical.measure(), [version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: estimated widths depend on the column width alone
  useEffect(() => horizontal.measure(), [columnWidth]);

  useScrollToStartColumn(scroller, horizontal, columns, source.startRunId);
  useLassoArea(scroller, !isBare, {
    lists: (element) => {
      const box = element.getBoundingClientRect();
      const places = horizontal.measurementsCache;
      return vertical.measurementsCache.flatMap(({ index, start, end }) => {
        const lane = lanes[index];
        if (!lane || folded.includes(lane.lane.key)) return [];
        const cellTop = box.top - element.scrollTop + start + laneHeadHeightPx + cellPaddingTopPx;
        const bottom = box.top - element.scrollTop + end;
        return lane.cells.flatMap(({ column, ids }, at) => {
          const place = places[at];
          if (!place || ids.length === 0) return [];
          const list = mountedLists.get(column.key);
          // An open composer moves the cards of its cell down.
          const top = list?.scroller?.getBoundingClientRect().top ?? cellTop;
          return {
            key: column.key,
            left: box.left - element.scrollLeft + place.start,
            right: box.left - element.scrollLeft + place.end,
            top: top - (list?.scroller?.scrollTop ?? 0),
            visiblePart: { top, bottom },
            cardIdsBetween: (from: number, to: number) =>
              list ? list.cardIdsBetween(from, to) : cardIdsInPxRange(ids, loaded.rows, face, from, to),
          };
        });
      });
    },
  });

  const { limits, laneIndexes } = useMountedCells(lanes, folded, { vertical, horizontal });
  if (isBare) return <div className="grow min-h-0">{empty}</div>;
  const width = horizontal.getTotalSize();
  return (
    // The focus must reach the scroller, so that keys can scroll it.
    <LayoutScroller ref={scroller} model={model} title={title} className={styles.scroller} tabIndex={0}>
      <LaneColumnHeads
        columns={columns}
        items={horizontal.getVirtualItems()}
        columnContent={columnContent}
        widthPx={Math.max(width, room)}
        heightPx={columnHeadsHeightPx}
      />
      <div className="relative" style={{ width, height: vertical.getTotalSize() - columnHeadsHeightPx }}>
        {lanes.map((arranged, index) => {
          const item = vertical.measurementsCache[index];
          if (!item || !laneIndexes.has(index)) return null;
          return (
            <Lane
              key={item.key}
              model={model}
              arranged={arranged}
              isFolded={folded.includes(arranged.lane.key)}
              handlers={cellHandlers}
              composing={composing}
              columnContent={columnContent}
              topPx={item.start - columnHeadsHeightPx}
              heightPx={item.size}
              headHeightPx={laneHeadHeightPx}
              titleTopPx={columnHeadsHeightPx}
              maxTitleWidthPx={Math.max(200, room - 2 * lanesMarginPx)}
              places={horizontal.measurementsCache}
              limits={limits}
              lanesScroller={scrollerElement}
            />
          );
        })}
      </div>
    </LayoutScroller>
  );
}

interface LaneColumnHeadsProps {
  columns: readonly ArrangedColumn[];
  /** The mounted columns. */
  items: readonly VirtualItem[];
  columnContent: ColumnContentRenderer | undefined;
  widthPx: number;
  heightPx: number;
}

/** They stay in place while the lanes scroll. */
function LaneColumnHeads(props: LaneColumnHeadsProps): ReactElement {
  const { columns, items, columnContent, widthPx, heightPx } = props;
  return (
    <div className={cx('bg sticky-top', styles.heads)} style={{ width: widthPx, height: heightPx }}>
      {items.map((item) => {
        const arranged = columns[item.index];
        if (!arranged) return null;
        const { column, ids } = arranged;
        return (
          <div
            key={item.key}
            className={cx('row gap-6px absolute px-3', styles.head)}
            style={{ left: item.start, width: item.size, height: columnHeadHeightPx }}
            title={column.detail ?? column.title}
          >
            <ColumnHeading column={column} count={ids.length} />
            {columnContent ? (
              <div
                className={cx('absolute', styles.about)}
                style={{ top: columnHeadHeightPx, height: columnNoteHeightPx }}
              >
                {columnContent(column, null)}
              </div>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
