import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ArrangedColumn } from '../../model/arrange.ts';
import type { BoardSource } from '../../model/board-source.ts';
import { boardMarginPx } from '../../model/column.ts';

/**
 * Scrolls the board to the column of `startRunId`. Does so only once, before the first paint that shows this column.
 * Scrolls only as far as needed to show this column and the next one. If there is not enough width for both, the column
 * of `startRunId` is at the left edge.
 */
export function useScrollToStartColumn(
  scroller: RefObject<HTMLElement | null>,
  { measurementsCache: places }: Pick<Virtualizer<HTMLElement, HTMLElement>, 'measurementsCache'>,
  columns: readonly Pick<ArrangedColumn, 'column'>[],
  startRunId: BoardSource['startRunId'],
): void {
  const hasStarted = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (hasStarted.current || !element || startRunId === undefined) return;
    const index = columns.findIndex(({ column }) => column.by === 'run' && column.value === startRunId);
    const place = places[index];
    if (!place) return;
    hasStarted.current = true;
    const { end } = places[index + 1] ?? place;
    element.scrollLeft = Math.min(place.start - boardMarginPx, end + boardMarginPx - element.clientWidth);
  }, [scroller, places, columns, startRunId]);
}
