/** Mounts only columns in and next to the visible part, and in each only cards in and near the visible part. */
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { effortOfEstimatedCards } from '../../../shared/domain/progress.ts';
import { cardIdsInPxRange } from '../../cards/face/card-height.ts';
import { useCardFaceSettings } from '../../cards/face/face-context.tsx';
import { useIsFirstSync } from '../../data/app-state.ts';
import { indexOfRow } from '../../data/id-remap.ts';
import { useLookups } from '../../data/lookups.ts';
import type { ArrangedColumn } from '../../model/arrange.ts';
import { type LoadedCards, rowsOf } from '../../model/card-row.ts';
import type { Column } from '../../model/column.ts';
import { columnGapPx as gap, boardMarginPx as margin, minColumnWidthPx } from '../../model/column.ts';
import { cx } from '../../ui/cx.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import { useMountedLists } from '../../ui/virtual/use-mounted-lists.ts';
import type { BoardModel } from '../use-board-model.ts';
import styles from './Board.module.css';
import { BoardColumn } from './column/BoardColumn.tsx';
import { columnTopsPx } from './lasso.ts';
import { useBoardCardLists } from './use-board-list.ts';
import type { ComposerPosition } from './use-composer.ts';
import { useLassoArea } from './use-lasso.ts';
import { useScrollToStartColumn } from './use-scroll-to-start-column.ts';

export interface BoardLayoutProps {
  model: BoardModel;
  title: string;
  /** Shown instead of the layout while the composer is closed; undefined if there are cards. */
  empty?: ReactNode;
}

const foldedWidthPx = 44;

/**
 * Returns content that a view adds to a column. `lane` says where the content is shown:
 * - undefined: below the column's title, on a board without lanes
 * - null: in one line below the column's title, on a board with lanes
 * - a lane: in one line above the column's cards in that lane
 */
export type ColumnContentRenderer = (column: Column, lane?: Column | null) => ReactNode;

export interface ColumnsLayoutProps extends BoardLayoutProps {
  columnContent?: ColumnContentRenderer | undefined;
  columnWidth: number;
}

export function ColumnsLayout({ model, title, empty, columnContent, columnWidth }: ColumnsLayoutProps): ReactElement {
  const { source, arrangement, loaded, sort } = model;
  const { columns } = arrangement;
  const face = useCardFaceSettings();
  const scroller = useRef<HTMLDivElement>(null);
  const { handlers, composing, folded, mountedLists } = useBoardCardLists({
    model,
    title,
    scrollToList: (list) => horizontal.scrollToIndex(list, { align: 'auto' }),
  });
  const isBare = !!empty && composing === null;
  const { widthPx } = useScrollerSize(scroller, !isBare);

  // A board that is not grouped and shows cards as rows uses the full width, up to 1400 px.
  const isSingleList = model.by === 'none' && face.density === 'row';
  const width = isSingleList ? Math.max(minColumnWidthPx, Math.min(1400, widthPx - 2 * margin)) : columnWidth;
  const horizontal = useListVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (folded.includes(columns[index]?.column.key ?? '') ? foldedWidthPx : width),
    getItemKey: useCallback((index: number) => columns[index]?.column.key ?? index, [columns]),
    overscan: 0,
    isMounted: ({ startIndex, endIndex }) =>
      columns
        .slice(startIndex, endIndex + 1)
        .every(({ column }) => limits.get(column.key) === Number.POSITIVE_INFINITY),
    gap,
    paddingStart: margin,
    paddingEnd: margin,
  });
  const inSight = horizontal.getVirtualItems().map(({ index }) => columns[index]?.column.key ?? '');
  const direction = useRef(1);
  if (horizontal.scrollDirection) direction.current = horizontal.scrollDirection === 'backward' ? -1 : 1;
  const { startIndex, endIndex } = horizontal.range ?? { startIndex: 0, endIndex: 0 };
  const [front, back] = direction.current > 0 ? [endIndex, startIndex] : [startIndex, endIndex];
  const near = [
    front + direction.current,
    back - direction.current,
    ...(horizontal.isScrolling ? [front + 2 * direction.current] : []),
  ].flatMap((index) => (horizontal.range ? columns[index]?.column.key : undefined) ?? []);
  const counts = useMemo(() => new Map(columns.map(({ column, ids }) => [column.key, ids.length])), [columns]);
  const limits = useMountedLists({ inSight, toMountAhead: near, cardsIn: (key) => counts.get(key) }, true);
  useLassoArea(scroller, !isBare, {
    lists: (element) => {
      const origin = element.getBoundingClientRect().left - element.scrollLeft;
      const topPx = columnTopsPx(mountedLists);
      return horizontal.measurementsCache.flatMap(({ index, start, end }) => {
        const { column, ids } = columns[index] ?? {};
        if (!column || !ids || folded.includes(column.key)) return [];
        const list = mountedLists.get(column.key);
        return {
          key: column.key,
          left: origin + start,
          right: origin + end,
          top: topPx(column.key) - (list?.scroller?.scrollTop ?? 0),
          cardIdsBetween: (from: number, to: number) =>
            list ? list.cardIdsBetween(from, to) : cardIdsInPxRange(ids, loaded.rows, face, from, to),
        };
      });
    },
    scrollerAt: (x) => {
      for (const { scroller: found } of mountedLists.values()) {
        const box = found?.getBoundingClientRect();
        if (found && box && x >= box.left && x < box.right) return found;
      }
      return null;
    },
  });
  const foldedKey = folded.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are estimates that depend on these alone
  useEffect(() => horizontal.measure(), [foldedKey, width]);
  useScrollToStartColumn(scroller, horizontal, columns, source.startRunId);
  const efforts = useEffortByColumn(columns, loaded);
  // If each render creates new elements, all memoized columns render again.
  const contentByColumn = useMemo(
    () => (columnContent ? new Map(columns.map(({ column }) => [column.key, columnContent(column)])) : null),
    [columnContent, columns],
  );
  if (isBare) return <div className="grow min-h-0">{empty}</div>;
  const isEmpty = arrangement.totalCount === 0;
  const hinted = columns.find((list) => !folded.includes(list.column.key) && model.canCreate(list))?.column;
  return (
    <LayoutScroller ref={scroller} model={model} title={title} className={styles.board}>
      <div className="h-full relative" style={{ width: horizontal.getTotalSize() }}>
        {columns.map((arranged, index) => {
          const { key } = arranged.column;
          const item = horizontal.measurementsCache[index];
          const limit = limits.get(key);
          if (limit === undefined || !item) return null;
          return (
            <div key={key} className={cx('absolute', styles.place)} style={{ left: item.start, width: item.size }}>
              <BoardColumn
                arranged={arranged}
                handlers={handlers}
                isComposing={composing?.key === key}
                composerIndex={composerIndexInList(composing, arranged)}
                canCreate={model.canCreate(arranged)}
                isManualOrder={sort === 'manual'}
                isFolded={folded.includes(key)}
                // The content of a run's column states its effort.
                effortSum={contentByColumn?.get(key) ? 0 : (efforts.get(key) ?? 0)}
                contentBelowTitle={contentByColumn?.get(key)}
                maxMountedCards={limit}
                emptyText={
                  !isEmpty ||
                  (source.startRunId ? arranged.column.value !== source.startRunId : arranged.column !== hinted)
                    ? undefined
                    : source.startRunId
                      ? 'Drag cards here from the backlog, or press R on a card.'
                      : 'Press C to write a card, or paste a list.'
                }
              />
            </div>
          );
        })}
      </div>
    </LayoutScroller>
  );
}

interface LayoutScrollerProps extends ComponentProps<'div'> {
  model: BoardModel;
  title: string;
}

export function LayoutScroller({ model, title, className, ...rest }: LayoutScrollerProps): ReactElement {
  const isFirstSync = useIsFirstSync();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      className={cx(styles.scroller, className)}
      data-card-list={model.source.key}
      role="group"
      aria-label={title}
      // The stylesheet hides the card counts meanwhile.
      aria-busy={!model.ready || isFirstSync || undefined}
      {...rest}
    />
  );
}

/** Returns -1 if the composer is above all cards, in another list or closed. */
export function composerIndexInList(composing: ComposerPosition | null, { column, ids }: ArrangedColumn): number {
  if (composing?.key !== column.key || composing.before === undefined) return -1;
  return composing.before === null ? ids.length : indexOfRow(ids, composing.before);
}

/** By column key. */
export function useEffortByColumn(
  columns: readonly ArrangedColumn[],
  loaded: LoadedCards,
): ReadonlyMap<string, number> {
  const fallbackEffort = useLookups().account?.fallbackEffort ?? 0;
  return useMemo(() => {
    const effortOf = (ids: readonly string[]) => effortOfEstimatedCards(rowsOf(loaded, ids), fallbackEffort);
    return new Map(columns.map(({ column, ids }) => [column.key, effortOf(ids)]));
  }, [columns, loaded, fallbackEffort]);
}

interface ScrollerSize {
  /** Null until the scroller is measured. */
  readonly element: HTMLElement | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** `isShown`: whether the scroller is mounted. A board without cards has no scroller. */
export function useScrollerSize(scroller: RefObject<HTMLElement | null>, isShown: boolean): ScrollerSize {
  const [size, setSize] = useState<ScrollerSize>({ element: null, widthPx: 0, heightPx: 600 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the layout is shown, it has a new scroller
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ element, widthPx: element.clientWidth, heightPx: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, isShown]);
  return size;
}
