/** Zoom and scroll position of the roadmap, and which part of it is rendered. */
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';
import {
  clampZoom,
  pxPerDayByAxisUnit,
  scrollXAfterZoomPx,
  type TimeAxis,
  xOfDayPx,
} from '../../../shared/domain/time-axis.ts';
import { setViewState, viewState } from '../../data/app-state.ts';

/** How far the rendered part reaches beyond each side of the visible area, as a share of its width or height. */
const drawAheadShare = 0.4;
/** If the rendered part reaches less far beyond the visible area, the roadmap renders again. Same unit. */
const minAheadShare = 0.1;
/** Largest scroll distance before the roadmap renders again, as a share of the visible size. */
const redrawShare = drawAheadShare - minAheadShare;
/**
 * While the person zooms with the wheel, each event only changes the width of the canvas. Ticks and rows render after a
 * pause of `redrawPauseMs`, or earlier if the rendered part no longer fills the visible area, or after zooming in by
 * `redrawFactor`. Rendering them for each event doubles the time of a frame (benchmark `roadmap`, budget 10 ms).
 */
const redrawPauseMs = 120;
const redrawFactor = 3;
/** As a share of the visible width. */
const stepShare = 0.75;

/** As rendered. Positions and sizes are in px. */
interface Viewport {
  readonly pxPerDay: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * True if the roadmap does not have to render again: the part rendered for `drawn` still reaches beyond the left and
 * right edges by `minAheadShare`. `left` is the new scroll position in px, `pxPerDay` the new zoom.
 */
function isFilled(drawn: Viewport, left: number, pxPerDay: number): boolean {
  const change = pxPerDay / drawn.pxPerDay;
  const ahead = drawn.width * drawAheadShare * change;
  const margin = drawn.width * minAheadShare;
  return (
    left - margin >= drawn.left * change - ahead &&
    left + drawn.width + margin <= (drawn.left + drawn.width) * change + ahead
  );
}

export type RoadmapViewport = ReturnType<typeof useRoadmapViewport>;

/** `origin` and `last` are the ends of the axis. If they change meanwhile, the visible days stay the same. */
export function useRoadmapViewport(origin: string, last: string, today: string) {
  const axisDays = daysBetween(origin, last) + 1;
  const scroller = useRef<HTMLDivElement>(null);
  /** The wide element inside `scroller`. Positions inside it are shares of its width. */
  const canvas = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState<Viewport>(() => {
    const pxPerDay = (viewState('roadmap:pxPerDay') as number | undefined) ?? pxPerDayByAxisUnit.month;
    return {
      pxPerDay,
      left: Math.max(0, daysBetween(origin, today) * pxPerDay - 300),
      top: 0,
      width: 1200,
      height: 800,
    };
  });
  const { pxPerDay } = viewport;
  const axis = useMemo<TimeAxis>(() => ({ origin, pxPerDay }), [origin, pxPerDay]);
  /**
   * In px, exact. The browser rounds `scrollLeft`, so zooms computed from it lead to a wrong position after many steps.
   */
  const scrollX = useRef(viewport.left);
  /** May be newer than the rendered `pxPerDay`. */
  const latestPxPerDay = useRef(pxPerDay);
  const redrawTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shownOrigin = useRef<string | null>(null);

  const scrollTo = useCallback((left: number) => {
    const element = scroller.current;
    if (!element) return;
    scrollX.current = Math.max(0, left);
    element.scrollLeft = left;
    const { scrollTop: top, clientWidth: width, clientHeight: height } = element;
    setViewport({ pxPerDay: latestPxPerDay.current, left: scrollX.current, top, width, height });
  }, []);
  const redraw = useCallback(() => {
    clearTimeout(redrawTimer.current);
    setViewport((before) => ({ ...before, pxPerDay: latestPxPerDay.current, left: scrollX.current }));
    setViewState('roadmap:pxPerDay', latestPxPerDay.current);
  }, []);
  useEffect(() => () => clearTimeout(redrawTimer.current), []);
  const showToday = useCallback(
    () => scrollTo(xOfDayPx(axis, today) - (scroller.current?.clientWidth ?? 0) / 4),
    [axis, today, scrollTo],
  );
  useLayoutEffect(() => {
    const before = shownOrigin.current;
    shownOrigin.current = axis.origin;
    if (before === null) showToday();
    else if (before !== axis.origin) scrollTo(scrollX.current + xOfDayPx(axis, before));
    else if (scroller.current) scroller.current.scrollLeft = scrollX.current;
  }, [axis, scrollTo, showToday]);

  const zoomAround = useCallback(
    (factor: number, x?: number) => {
      const before = latestPxPerDay.current;
      const after = clampZoom(before * factor);
      const width = scroller.current?.clientWidth ?? 0;
      const todayX = daysBetween(origin, today) * before - scrollX.current;
      const anchorX = x ?? (todayX >= 0 && todayX <= width ? todayX : width / 2);
      latestPxPerDay.current = after;
      scrollX.current = Math.max(0, scrollXAfterZoomPx(scrollX.current, anchorX, before, after));
    },
    [origin, today],
  );
  /** Multiplies the px per day. Today stays at its place; if it is not visible, the day in the middle does. */
  const zoom = (factor: number) => {
    zoomAround(factor);
    redraw();
  };
  /** `days` from the first day of the axis, and `top` px from the top of the content. */
  const reveal = (days: number, top: number) => {
    const element = scroller.current;
    if (!element) return;
    const { clientWidth: width, clientHeight: height, scrollTop } = element;
    const x = days * pxPerDay - scrollX.current;
    // The sticky axis covers the top of the visible area, so the roadmap also scrolls if the row is near the top edge.
    if (top < scrollTop + height / 8 || top > scrollTop + height * (7 / 8)) element.scrollTop = top - height / 2;
    scrollTo(x < 0 || x > width * (1 - drawAheadShare) ? days * pxPerDay - width / 4 : scrollX.current);
  };
  /** Towards earlier (-1) or later (1) days. */
  const step = (direction: -1 | 1) =>
    scrollTo(scrollX.current + direction * stepShare * (scroller.current?.clientWidth ?? 0));

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element;
      if (Math.abs(left - scrollX.current) > 1) scrollX.current = left;
      const now = latestPxPerDay.current;
      setViewport((before) =>
        before.width === width &&
        before.height === height &&
        isFilled(before, scrollX.current, now) &&
        Math.abs(before.top - top) < height * redrawShare
          ? before
          : { pxPerDay: now, left: scrollX.current, top, width, height },
      );
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomAround(Math.exp(-event.deltaY / 300), event.clientX - element.getBoundingClientRect().left);
      clearTimeout(redrawTimer.current);
      if (latestPxPerDay.current > pxPerDay * redrawFactor) redraw();
      else redrawTimer.current = setTimeout(redraw, redrawPauseMs);
      if (canvas.current) canvas.current.style.width = `${axisDays * latestPxPerDay.current}px`;
      element.scrollLeft = scrollX.current;
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
      element.removeEventListener('wheel', wheel);
    };
  }, [axisDays, pxPerDay, zoomAround, redraw]);

  /** From px, from the left edge of the visible area, to days on the axis. The same function between renders. */
  const daysAt = useCallback((x: number) => (x + scrollX.current) / latestPxPerDay.current, []);
  const daysOf = (x: number) => x / pxPerDay;
  // In days from the first day of the axis.
  const drawnFrom = Math.max(0, Math.floor(daysOf(viewport.left - viewport.width * drawAheadShare)));
  const drawnTo = Math.min(axisDays - 1, Math.ceil(daysOf(viewport.left + viewport.width * (1 + drawAheadShare))));
  return {
    axis,
    scroller,
    canvas,
    canvasStyle: { width: `${axisDays * pxPerDay}px`, '--axis-days': axisDays } as CSSProperties,
    daysAt,
    drawnFrom,
    drawnTo,
    /** For a bar that begins `from` days after the first day of the axis and lasts `days` days. */
    isDrawn: (from: number, days: number) => from <= drawnTo && from + days >= drawnFrom,
    /** `top` is in px below the top of the content. */
    isRowDrawn: (top: number) =>
      top >= viewport.top - viewport.height * drawAheadShare &&
      top <= viewport.top + viewport.height * (1 + drawAheadShare),
    /**
     * The left edge of the visible area cuts the bar, now or after a scroll that causes no new render. `from` and `to`,
     * the ends of the bar, are in days from the first day of the axis.
     */
    isCut: (from: number, to: number) =>
      from < daysOf(viewport.left + viewport.width * redrawShare) &&
      to > daysOf(viewport.left - viewport.width * redrawShare),
    zoom,
    reveal,
    showToday,
    step,
  };
}
