/**
 * The layout with columns and lanes. Lanes are a second grouping. Only the lanes, columns and cards in and near the
 * visible part are mounted. Cells are at most as high as 62 % of the board (260 px on a low board) and scroll if their
 * cards need more. So the head of the next lane is never far away.
 */
import type { VirtualItem } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cardsInRange, listHeightPx } from '../../cards/face/card-height.ts';
import { useFaceSettings, validHexColor } from '../../cards/face/face-context.tsx';
import { useIsFirstSync } from '../../data/app-state.ts';
import type { ArrangedLane } from '../../model/arrange.ts';
import { useHasBeenIdle } from '../../ui/virtual/scroll-state.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import { useMountedLists } from '../../ui/virtual/use-mounted-lists.ts';
import boardStyles from './Board.module.css';
import { BoardColumn, type CardPositionFinder, ColumnIcon, ColumnTitle } from './BoardColumn.tsx';
import { type ColumnsProps, composerIndexOf, useElementWidth } from './Columns.tsx';
import styles from './Lanes.module.css';
import { useBoardCardLists } from './use-board-list.ts';
import { useLassoArea } from './use-lasso.ts';
import { useScrollToStartColumn } from './use-scroll-to-start-column.ts';

/** Heights in px: the heads of the columns, and the head of a lane. */
const columnHeadHeightPx = 34;
const laneTitleHeightPx = 36;
/** Height in px of the line that a view can add below the heads of columns and above the cards of cells. */
const contentLineHeightPx = 28;
const minCellHeightPx = 76;
const gapPx = 8;
const marginPx = 12;
/** Space in px above the cards of a cell. */
const cellPaddingTopPx = 6;
/** Sum in px of the spaces above and below the cards of a cell. */
const cellPaddingPx = 18;
/**
 * After this time without a scroll event, the lanes no longer count as scrolling. The time is longer than the default,
 * because the lanes can pause within one movement of the wheel: a cell under the pointer can take wheel events.
 */
const scrollEndDelayMs = 500;

export function Lanes({ model, title, empty, columnContent, columnWidth }: ColumnsProps): ReactElement {
  const { source, arrangement, set, sort } = model;
  const { columns, lanes = [] } = arrangement;
  const face = useFaceSettings();
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollerElement, setFrame] = useState<HTMLElement | null>(null);
  const isFirstSync = useIsFirstSync();
  const room = useElementWidth(scroller);
  const [height, setHeight] = useState(600);
  const columnHeadsHeightPx = columnHeadHeightPx + (columnContent ? contentLineHeightPx : 0);
  const laneHeadHeightPx = laneTitleHeightPx + (columnContent ? contentLineHeightPx : 0);
  const maxHeightPx = Math.max(260, Math.round(height * 0.62));
  const { handlers, composing, folded } = useBoardCardLists({
    model,
    title,
    listsPerRow: columns.length,
    scrollToList: (list) => {
      verticalRef.current.scrollToIndex(Math.floor(list / columns.length), { align: 'auto' });
      horizontalRef.current.scrollToIndex(list % columns.length, { align: 'auto' });
    },
  });

  const positionsByCell = useRef(new Map<string, CardPositionFinder>());
  // Heights in px of the cards of mounted cells, by cell key. The heights of other cells are estimated.
  const measuredHeights = useRef(new Map<string, number>());
  const [heightChanges, setHeightChanges] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on these values
  const laneHeights = useMemo(() => new Map<string, number>(), [lanes, folded, maxHeightPx, face]);
  const laneHeightOf = ({ lane, cells }: ArrangedLane): number => {
    if (folded.includes(lane.key)) return laneTitleHeightPx;
    const known = laneHeights.get(lane.key);
    if (known !== undefined) return known;
    let tallest = minCellHeightPx;
    for (const { column, ids } of cells)
      tallest = Math.max(
        tallest,
        measuredHeights.current.get(column.key) ?? listHeightPx(ids, set.rows, face, maxHeightPx),
      );
    const height = laneHeadHeightPx + Math.min(maxHeightPx, tallest + cellPaddingPx);
    laneHeights.set(lane.key, height);
    return height;
  };
  const latest = useRef({ lanes, counted: laneHeights, heightOf: laneHeightOf });
  latest.current = { lanes, counted: laneHeights, heightOf: laneHeightOf };
  const cellHandlers = useMemo(
    () => ({
      ...handlers,
      reportHeight: (key: string, px: number) => {
        if (measuredHeights.current.get(key) === px) return;
        measuredHeights.current.set(key, px);
        const now = latest.current;
        const lane = now.lanes.find(({ cells }) => cells.some(({ column }) => column.key === key));
        const before = lane && now.counted.get(lane.lane.key);
        if (!lane || before === undefined) return;
        now.counted.delete(lane.lane.key);
        // Renders again only if the lane's height changes. Most measured heights do not change it, because another cell
        // is higher or the lane has its maximum height.
        if (now.heightOf(lane) !== before) setHeightChanges((count) => count + 1);
      },
      registerPositions: (key: string, look: CardPositionFinder | null) =>
        void (look ? positionsByCell.current.set(key, look) : positionsByCell.current.delete(key)),
    }),
    [handlers],
  );

  const vertical = useListVirtualizer({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lanes[index] ? laneHeightOf(lanes[index]) : minCellHeightPx),
    // With a new function in each render, the virtualizer would measure all lanes again.
    getItemKey: useCallback((index: number) => lanes[index]?.lane.key ?? index, [lanes]),
    overscan: 0,
    isScrollingResetDelay: scrollEndDelayMs,
    gap: gapPx,
    paddingStart: columnHeadsHeightPx,
    paddingEnd: marginPx,
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
    gap: gapPx,
    paddingStart: marginPx,
    paddingEnd: marginPx,
  });
  const verticalRef = useRef(vertical);
  verticalRef.current = vertical;
  const horizontalRef = useRef(horizontal);
  horizontalRef.current = horizontal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on these values
  useEffect(() => vertical.measure(), [laneHeights, heightChanges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: estimated widths depend on the column width alone
  useEffect(() => horizontal.measure(), [columnWidth]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scroller exists once there are cards
  useEffect(() => {
    const element = scroller.current;
    setFrame(element);
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [!empty]);

  useScrollToStartColumn(scroller, horizontal, columns, source.startRun);
  useLassoArea(scroller, !empty, {
    lists: (element) => {
      const box = element.getBoundingClientRect();
      const places = horizontalRef.current.measurementsCache;
      return verticalRef.current.measurementsCache.flatMap(({ index, start, end }) => {
        const lane = lanes[index];
        if (!lane || folded.includes(lane.lane.key)) return [];
        const visiblePart = {
          top: box.top - element.scrollTop + start + laneHeadHeightPx + cellPaddingTopPx,
          bottom: box.top - element.scrollTop + end,
        };
        return lane.cells.flatMap(({ column, ids }, at) => {
          const place = places[at];
          if (!place || ids.length === 0) return [];
          const look = positionsByCell.current.get(column.key);
          return {
            key: column.key,
            left: box.left - element.scrollLeft + place.start,
            right: box.left - element.scrollLeft + place.end,
            top: visiblePart.top - (look?.scroller?.scrollTop ?? 0),
            visiblePart,
            cardIdsBetween: (from: number, to: number) =>
              look ? look.cardIdsBetween(from, to) : cardsInRange(ids, set.rows, face, from, to),
          };
        });
      });
    },
  });

  const across = horizontal.getVirtualItems();
  const lanesInSight = vertical.getVirtualItems();
  const direction = useRef(1);
  if (vertical.scrollDirection) direction.current = vertical.scrollDirection === 'backward' ? -1 : 1;
  const { startIndex = 0, endIndex = -1 } = vertical.range ?? {};
  // Visible cells are mounted first, then the cells beside them, then the cells of the next lane in the scroll
  // direction. A lane above the visible lanes is mounted only while scrolling, because everything below moves if the
  // lane is higher than estimated.
  const hasRested = useHasBeenIdle(() => false);
  const above = vertical.isScrolling ? startIndex - 1 : -1;
  const next = hasRested && vertical.range ? (direction.current > 0 ? endIndex + 1 : above) : -1;
  const cellsOf = (lane: ArrangedLane | undefined, places: readonly VirtualItem[]) =>
    !lane || folded.includes(lane.lane.key) ? [] : places.flatMap(({ index }) => lane.cells[index]?.column.key ?? []);
  const columnsInSight = across.filter(
    ({ index }) => index >= (horizontal.range?.startIndex ?? 0) && index <= (horizontal.range?.endIndex ?? -1),
  );
  const columnsNear = across.filter((place) => !columnsInSight.includes(place));
  const inSight = lanesInSight.flatMap(({ index }) => cellsOf(lanes[index], columnsInSight));
  const near = [
    ...lanesInSight.flatMap(({ index }) => cellsOf(lanes[index], columnsNear)),
    ...cellsOf(lanes[next], columnsInSight),
  ];
  const cellAt = useMemo(() => {
    const found = new Map<string, { readonly lane: number; readonly cards: number }>();
    for (const [lane, { cells }] of lanes.entries())
      for (const { column, ids } of cells) found.set(column.key, { lane, cards: ids.length });
    return found;
  }, [lanes]);
  const limits = useMountedLists({ inSight, toMountAhead: near, cardsIn: (key) => cellAt.get(key)?.cards }, false);
  // A lane is mounted as soon as one of its cells is mounted.
  const lanesShown = new Set(lanesInSight.map(({ index }) => index));
  for (const key of limits.keys()) lanesShown.add(cellAt.get(key)?.lane ?? -1);

  if (empty && composing === null) return <div className={boardStyles.empty}>{empty}</div>;
  const width = horizontal.getTotalSize();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      ref={scroller}
      className={styles.scroller}
      data-card-list={source.key}
      role="group"
      aria-label={title}
      aria-busy={!model.ready || isFirstSync || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
    >
      <div className={styles.heads} style={{ width: Math.max(width, room), height: columnHeadsHeightPx }}>
        {across.map((item) => {
          const arranged = columns[item.index];
          if (!arranged) return null;
          const { column, ids } = arranged;
          return (
            <div
              key={item.key}
              className={styles.head}
              style={{ left: item.start, width: item.size, height: columnHeadHeightPx }}
              title={column.detail ?? column.title}
            >
              <ColumnIcon column={column} color={validHexColor(column.color) ?? column.color} face={face} />
              <h2 className={styles.title} dir="auto">
                <ColumnTitle column={column} />
              </h2>
              <span className={styles.count}>{ids.length}</span>
              {columnContent ? (
                <div className={styles.about} style={{ top: columnHeadHeightPx, height: contentLineHeightPx }}>
                  {columnContent(column, null)}
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
      <div className={styles.lanes} style={{ width, height: vertical.getTotalSize() - columnHeadsHeightPx }}>
        {lanes.map((arranged, index) => {
          const item = vertical.measurementsCache[index];
          if (!item || !lanesShown.has(index)) return null;
          const { lane, cells, count } = arranged;
          const isFolded = folded.includes(lane.key);
          return (
            <section
              key={item.key}
              className={styles.lane}
              aria-label={`Lane ${lane.title}`}
              style={{ top: item.start - columnHeadsHeightPx, height: item.size }}
            >
              <div className={styles.laneHead} style={{ top: columnHeadsHeightPx, height: laneTitleHeightPx }}>
                <button
                  type="button"
                  className={styles.laneTitle}
                  aria-expanded={!isFolded}
                  style={{ maxWidth: Math.max(200, room - 2 * marginPx) }}
                  onClick={() => handlers.setFolded(lane.key, !isFolded)}
                >
                  {isFolded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
                  <ColumnIcon column={lane} color={validHexColor(lane.color) ?? lane.color} face={face} />
                  <span className={styles.title} dir="auto">
                    {lane.emoji ? `${lane.emoji} ` : ''}
                    {lane.title}
                  </span>
                  <span className={styles.count}>{count}</span>
                </button>
              </div>
              {isFolded
                ? null
                : cells.map((cell, at) => {
                    const place = horizontal.measurementsCache[at];
                    const column = columns[at]?.column;
                    const limit = limits.get(cell.column.key);
                    if (!place || !column || limit === undefined) return null;
                    return (
                      <Fragment key={place.key}>
                        {columnContent ? (
                          <div
                            className={styles.cellAbout}
                            style={{
                              top: laneTitleHeightPx,
                              left: place.start,
                              width: place.size,
                              height: contentLineHeightPx,
                            }}
                          >
                            {columnContent(column, lane)}
                          </div>
                        ) : null}
                        <div
                          className={styles.cell}
                          style={{
                            top: laneHeadHeightPx,
                            left: place.start,
                            width: place.size,
                            height: item.size - laneHeadHeightPx,
                          }}
                        >
                          <BoardColumn
                            arranged={cell}
                            handlers={cellHandlers}
                            isComposing={composing?.key === cell.column.key}
                            composerIndex={composerIndexOf(composing, cell)}
                            canCreate={model.canCreate(cell)}
                            isManualOrder={sort === 'manual'}
                            isFolded={false}
                            effortSum={0}
                            lanesScroller={scrollerElement}
                            initialHeightPx={item.size - laneHeadHeightPx}
                            maxMountedCards={limit}
                          />
                        </div>
                      </Fragment>
                    );
                  })}
            </section>
          );
        })}
      </div>
    </div>
  );
}
