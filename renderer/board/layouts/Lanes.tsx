/**
 * The layout with columns crossed by lanes, a second grouping. Lanes are virtual vertically, columns horizontally, and
 * so are the cards in each cell. A lane has at most 62 % of the board's height and its cells scroll, so that the next
 * lane's head is always near.
 */
import type { VirtualItem } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cardsInRange, listHeightPx } from '../../cards/face/card-height.ts';
import { hexColor, useFaceSettings } from '../../cards/face/face-context.tsx';
import { useIsFirstSync } from '../../data/app-state.ts';
import type { ArrangedLane } from '../../model/arrange.ts';
import { useOnceAtRest } from '../../ui/virtual/scroll-state.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import { useMountedLists } from '../../ui/virtual/use-mounted-lists.ts';
import boardStyles from './Board.module.css';
import { BoardColumn, type ColumnLook, ColumnMark, ColumnTitle } from './BoardColumn.tsx';
import { type ColumnsProps, composeAt, useAvailableWidth } from './Columns.tsx';
import styles from './Lanes.module.css';
import { useShownList } from './use-board-list.ts';
import { useLassoArea } from './use-lasso.ts';
import { useStartColumn } from './use-start-column.ts';

/** px */
const titleHeight = 34;
const laneTitle = 36;
/** Height of the line that a view adds to the heads of columns and cells, px. */
const aboutHeight = 28;
const lowest = 76;
const gap = 8;
const margin = 12;
/** px above the cards of a cell. */
const cellTop = 6;
/** px above and below the cards of a cell together. */
const padding = 18;
/**
 * Milliseconds without scrolling after which lanes count as resting. While a cell takes the wheel, lanes do not scroll
 * for a moment.
 */
const lanesRest = 500;

export function Lanes({ model, title, empty, about, columnWidth }: ColumnsProps): ReactElement {
  const { source, arrangement, set, sort } = model;
  const { columns, lanes = [] } = arrangement;
  const face = useFaceSettings();
  const scroller = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const isArriving = useIsFirstSync();
  const room = useAvailableWidth(scroller);
  const [height, setHeight] = useState(600);
  const columnsHead = titleHeight + (about ? aboutHeight : 0);
  const laneHead = laneTitle + (about ? aboutHeight : 0);
  const maxHeightPx = Math.max(260, Math.round(height * 0.62));
  const { handlers, composing, folded } = useShownList({
    model,
    title,
    across: columns.length,
    show: (list) => {
      down.current.scrollToIndex(Math.floor(list / columns.length), { align: 'auto' });
      sideways.current.scrollToIndex(list % columns.length, { align: 'auto' });
    },
  });

  const looks = useRef(new Map<string, ColumnLook>());
  // Measured heights of cells on screen; other heights are estimated. The height of a lane is computed once.
  const measured = useRef(new Map<string, number>());
  const [turnedOut, setTurnedOut] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on these values
  const counted = useMemo(() => new Map<string, number>(), [lanes, folded, maxHeightPx, face]);
  const heightOf = ({ lane, cells }: ArrangedLane): number => {
    if (folded.includes(lane.key)) return laneTitle;
    const known = counted.get(lane.key);
    if (known !== undefined) return known;
    let tallest = lowest;
    for (const { column, ids } of cells)
      tallest = Math.max(tallest, measured.current.get(column.key) ?? listHeightPx(ids, set.rows, face, maxHeightPx));
    const height = laneHead + Math.min(maxHeightPx, tallest + padding);
    counted.set(lane.key, height);
    return height;
  };
  const latest = useRef({ lanes, counted, heightOf });
  latest.current = { lanes, counted, heightOf };
  const cellHandlers = useMemo(
    () => ({
      ...handlers,
      onHeight: (key: string, px: number) => {
        if (measured.current.get(key) === px) return;
        measured.current.set(key, px);
        const now = latest.current;
        const lane = now.lanes.find(({ cells }) => cells.some(({ column }) => column.key === key));
        const before = lane && now.counted.get(lane.lane.key);
        if (!lane || before === undefined) return;
        now.counted.delete(lane.lane.key);
        // Most cells do not change the lane's height: another cell is higher, or the lane has its maximum height.
        if (now.heightOf(lane) !== before) setTurnedOut((count) => count + 1);
      },
      onLook: (key: string, look: ColumnLook | null) =>
        void (look ? looks.current.set(key, look) : looks.current.delete(key)),
    }),
    [handlers],
  );

  const vertical = useListVirtualizer({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lanes[index] ? heightOf(lanes[index]) : lowest),
    // A new function would make the virtualizer measure all lanes again in each render.
    getItemKey: useCallback((index: number) => lanes[index]?.lane.key ?? index, [lanes]),
    overscan: 0,
    isScrollingResetDelay: lanesRest,
    gap,
    paddingStart: columnsHead,
    paddingEnd: margin,
    scrollPaddingStart: columnsHead,
  });
  const horizontal = useListVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    getItemKey: useCallback((index: number) => columns[index]?.column.key ?? index, [columns]),
    overscan: 1,
    isScrollingResetDelay: lanesRest,
    gap,
    paddingStart: margin,
    paddingEnd: margin,
  });
  const down = useRef(vertical);
  down.current = vertical;
  const sideways = useRef(horizontal);
  sideways.current = horizontal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on these values
  useEffect(() => vertical.measure(), [counted, turnedOut]);
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

  useStartColumn(scroller, horizontal, columns, source.startRun);
  useLassoArea(scroller, !empty, {
    lists: (element) => {
      const box = element.getBoundingClientRect();
      const places = sideways.current.measurementsCache;
      return down.current.measurementsCache.flatMap(({ index, start, end }) => {
        const lane = lanes[index];
        if (!lane || folded.includes(lane.lane.key)) return [];
        const clip = {
          top: box.top - element.scrollTop + start + laneHead + cellTop,
          bottom: box.top - element.scrollTop + end,
        };
        return lane.cells.flatMap(({ column, ids }, at) => {
          const place = places[at];
          if (!place || ids.length === 0) return [];
          const look = looks.current.get(column.key);
          return {
            key: column.key,
            left: box.left - element.scrollLeft + place.start,
            right: box.left - element.scrollLeft + place.end,
            top: clip.top - (look?.scroller?.scrollTop ?? 0),
            clip,
            between: (from: number, to: number) =>
              look ? look.between(from, to) : cardsInRange(ids, set.rows, face, from, to),
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
  // Cells needed for a complete board are mounted first. Lanes above are mounted only while scrolling, since a lane
  // that is higher than estimated moves everything below it.
  const isStanding = useOnceAtRest(() => false);
  const above = vertical.isScrolling ? startIndex - 1 : -1;
  const next = isStanding && vertical.range ? (direction.current > 0 ? endIndex + 1 : above) : -1;
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
  // A lane is mounted together with its first cell.
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
      aria-busy={!model.ready || isArriving || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
    >
      <div className={styles.heads} style={{ width: Math.max(width, room), height: columnsHead }}>
        {across.map((item) => {
          const arranged = columns[item.index];
          if (!arranged) return null;
          const { column, ids } = arranged;
          return (
            <div
              key={item.key}
              className={styles.head}
              style={{ left: item.start, width: item.size, height: titleHeight }}
              title={column.detail ?? column.title}
            >
              <ColumnMark column={column} color={hexColor(column.color) ?? column.color} face={face} />
              <h2 className={styles.title} dir="auto">
                <ColumnTitle column={column} />
              </h2>
              <span className={styles.count}>{ids.length}</span>
              {about ? (
                <div className={styles.about} style={{ top: titleHeight, height: aboutHeight }}>
                  {about(column, null)}
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
      <div className={styles.lanes} style={{ width, height: vertical.getTotalSize() - columnsHead }}>
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
              style={{ top: item.start - columnsHead, height: item.size }}
            >
              <div className={styles.laneHead} style={{ top: columnsHead, height: laneTitle }}>
                <button
                  type="button"
                  className={styles.laneTitle}
                  aria-expanded={!isFolded}
                  style={{ maxWidth: Math.max(200, room - 2 * margin) }}
                  onClick={() => handlers.fold(lane.key, !isFolded)}
                >
                  {isFolded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
                  <ColumnMark column={lane} color={hexColor(lane.color) ?? lane.color} face={face} />
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
                        {about ? (
                          <div
                            className={styles.cellAbout}
                            style={{ top: laneTitle, left: place.start, width: place.size, height: aboutHeight }}
                          >
                            {about(column, lane)}
                          </div>
                        ) : null}
                        <div
                          className={styles.cell}
                          style={{ top: laneHead, left: place.start, width: place.size, height: item.size - laneHead }}
                        >
                          <BoardColumn
                            arranged={cell}
                            handlers={cellHandlers}
                            composing={composing?.key === cell.column.key}
                            composeAt={composeAt(composing, cell)}
                            canCreate={model.canCreate(cell)}
                            ordered={sort === 'manual'}
                            folded={false}
                            effort={0}
                            within={frame}
                            room={item.size - laneHead}
                            limit={limit}
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
