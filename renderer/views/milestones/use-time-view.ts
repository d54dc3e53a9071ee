/**
 * The zoom and scroll position of the roadmap: which part is in sight, and where a day stays while the zoom changes.
 */
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { clampZoom, scrollAfterZoom, type TimeAxis, unitPxPerDay, xOf } from '../../../shared/domain/time-axis.ts';
import { setViewState, viewState } from '../../data/app-state.ts';

/**
 * Part of the visible area that is drawn ahead on each side, and the part that is scrolled before it is drawn again.
 */
const aheadPart = 0.3;
const redrawPart = 0.2;
/**
 * A zoom by the wheel changes the width of the canvas. Ticks and rows are drawn again after this pause, or when the
 * zoom has changed by this factor. Drawn with each event, a frame of a zoom took twice as long (row roadmap, budget 10
 * ms).
 */
const redrawPauseMs = 120;
const redrawFactor = 1.5;
/** Part of the visible width that one step scrolls. */
const stepPart = 0.75;

/** px per day, and the part of the content in sight, px, as last drawn. */
interface Sight {
  readonly pxPerDay: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface TimeView {
  readonly axis: TimeAxis;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The scrolled element. Positions on it are parts of its width. */
  readonly canvas: RefObject<HTMLDivElement | null>;
  readonly canvasStyle: CSSProperties;
  /** The part that is drawn, in days from the origin. */
  readonly drawnFrom: number;
  readonly drawnTo: number;
  /** Whether a row is drawn, `top` px below the top of the content. */
  isRowDrawn(top: number): boolean;
  /**
   * Whether a bar begins out of sight and ends in sight, or may do so until the next drawing; in days from the origin.
   */
  isCut(from: number, to: number): boolean;
  /**
   * Returns a position on the axis, in days, for one on the page, in px. It scrolls with the roadmap. Always the same
   * function.
   */
  readonly daysAt: (x: number) => number;
  /** Multiplies px per day. Today stays where it is, or the middle if today is out of sight. */
  zoom(factor: number): void;
  /** Scrolls to a position: days from the origin, and px from the top. */
  reveal(days: number, top: number): void;
  showToday(): void;
  /** Scrolls towards earlier (-1) or later (1) days. */
  step(direction: -1 | 1): void;
}

/**
 * `origin` and `last` are the first and last day of the axis. They may change while the roadmap is open; the days in
 * sight stay the same.
 */
export function useTimeView(origin: string, last: string, today: string): TimeView {
  const axisDays = daysBetween(origin, last) + 1;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState<Sight>(() => {
    const pxPerDay = (viewState('roadmap:pxPerDay') as number | undefined) ?? unitPxPerDay.month;
    return {
      pxPerDay,
      left: Math.max(0, daysBetween(origin, today) * pxPerDay - 300),
      top: 0,
      width: 1200,
      height: 800,
    };
  });
  const { pxPerDay } = sight;
  const axis = useMemo<TimeAxis>(() => ({ origin, pxPerDay }), [origin, pxPerDay]);
  /** px. More exact than the element's own position, which is rounded and would drift with many small zooms. */
  const scrollX = useRef(sight.left);
  /** px per day, also between two drawings. */
  const latestPxPerDay = useRef(pxPerDay);
  const redrawTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shownOrigin = useRef<string | null>(null);

  const scrollTo = useCallback((left: number) => {
    const element = scroller.current;
    if (!element) return;
    scrollX.current = Math.max(0, left);
    element.scrollLeft = left;
    const { scrollTop: top, clientWidth: width, clientHeight: height } = element;
    setSight({ pxPerDay: latestPxPerDay.current, left: scrollX.current, top, width, height });
  }, []);
  const redraw = useCallback(() => {
    clearTimeout(redrawTimer.current);
    setSight((before) => ({ ...before, pxPerDay: latestPxPerDay.current, left: scrollX.current }));
    setViewState('roadmap:pxPerDay', latestPxPerDay.current);
  }, []);
  useEffect(() => () => clearTimeout(redrawTimer.current), []);
  const showToday = useCallback(
    () => scrollTo(xOf(axis, today) - (scroller.current?.clientWidth ?? 0) / 4),
    [axis, today, scrollTo],
  );
  useLayoutEffect(() => {
    const before = shownOrigin.current;
    shownOrigin.current = axis.origin;
    if (before === null) showToday();
    else if (before !== axis.origin) scrollTo(scrollX.current + xOf(axis, before));
    else if (scroller.current) scroller.current.scrollLeft = scrollX.current;
  }, [axis, scrollTo, showToday]);

  const scale = useCallback(
    (factor: number, x?: number) => {
      const before = latestPxPerDay.current;
      const after = clampZoom(before * factor);
      const width = scroller.current?.clientWidth ?? 0;
      const todayX = daysBetween(origin, today) * before - scrollX.current;
      const anchorX = x ?? (todayX >= 0 && todayX <= width ? todayX : width / 2);
      latestPxPerDay.current = after;
      scrollX.current = Math.max(0, scrollAfterZoom(scrollX.current, anchorX, before, after));
    },
    [origin, today],
  );
  const zoom = useCallback(
    (factor: number) => {
      scale(factor);
      redraw();
    },
    [scale, redraw],
  );
  const reveal = useCallback(
    (days: number, top: number) => {
      const element = scroller.current;
      if (!element) return;
      const { clientWidth: width, clientHeight: height, scrollTop } = element;
      const x = days * axis.pxPerDay - scrollX.current;
      // The axis covers the top of the content.
      if (top < scrollTop + height / 8 || top > scrollTop + height * (7 / 8)) element.scrollTop = top - height / 2;
      scrollTo(x < 0 || x > width * (1 - aheadPart) ? days * axis.pxPerDay - width / 4 : scrollX.current);
    },
    [axis, scrollTo],
  );
  const step = useCallback(
    (direction: -1 | 1) => scrollTo(scrollX.current + direction * stepPart * (scroller.current?.clientWidth ?? 0)),
    [scrollTo],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element;
      if (Math.abs(left - scrollX.current) > 1) scrollX.current = left;
      const now = latestPxPerDay.current;
      setSight((before) =>
        before.width === width &&
        before.height === height &&
        Math.abs((before.left / before.pxPerDay) * now - left) < width * redrawPart &&
        Math.abs(before.top - top) < height * redrawPart
          ? before
          : { pxPerDay: now, left: scrollX.current, top, width, height },
      );
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      scale(Math.exp(-event.deltaY / 300), event.clientX - element.getBoundingClientRect().left);
      const change = latestPxPerDay.current / pxPerDay;
      clearTimeout(redrawTimer.current);
      if (change > redrawFactor || change < 1 / redrawFactor) redraw();
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
  }, [axisDays, pxPerDay, scale, redraw]);

  const daysAt = useCallback((x: number) => (x + scrollX.current) / latestPxPerDay.current, []);
  const daysOf = (x: number) => x / pxPerDay;
  return {
    axis,
    scroller,
    canvas,
    canvasStyle: { width: `${axisDays * pxPerDay}px`, '--axis-days': axisDays } as CSSProperties,
    daysAt,
    drawnFrom: Math.max(0, Math.floor(daysOf(sight.left - sight.width * aheadPart))),
    drawnTo: Math.min(axisDays - 1, Math.ceil(daysOf(sight.left + sight.width * (1 + aheadPart)))),
    isRowDrawn: (top) =>
      top >= sight.top - sight.height * aheadPart && top <= sight.top + sight.height * (1 + aheadPart),
    isCut: (from, to) =>
      from < daysOf(sight.left + sight.width * redrawPart) && to > daysOf(sight.left - sight.width * redrawPart),
    zoom,
    reveal,
    showToday,
    step,
  };
}
