/** Measures the number of lines that fit into a day of the calendar. */
import { useLayoutEffect, useState } from 'react';
import type { CalendarScale } from '../../model/planning/due-calendar.ts';

/** Height of a card's line and the gap below it. */
const cardLineHeightPx = 25;
/** Height of a day's date. */
const dateHeightPx = 26;

/**
 * Returns the number of lines that fit into a day, at least 2. Returns infinity for the week view, because its days
 * scroll.
 */
export function useMaxLinesPerDay(
  grid: { readonly current: HTMLElement | null },
  weeks: number,
  scale: CalendarScale,
): number {
  const [heightPx, setHeightPx] = useState(0);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    setHeightPx(element.clientHeight);
    const observer = new ResizeObserver(() => setHeightPx(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  if (scale === 'week') return Number.POSITIVE_INFINITY;
  return Math.max(2, Math.floor((heightPx / weeks - dateHeightPx) / cardLineHeightPx));
}
