/** How many cards a day of the calendar has room for. */
import { useLayoutEffect, useState } from 'react';
import type { CalendarScale } from '../../model/planning/due-calendar.ts';

/** px of a card's line with its gap, and of a day's date. */
const lineHeightPx = 25;
const headHeightPx = 26;

/** Returns how many lines of cards fit into a day of a month; a week scrolls, and shows all. */
export function useCardsPerDay(
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
  return Math.max(2, Math.floor((heightPx / weeks - headHeightPx) / lineHeightPx));
}
