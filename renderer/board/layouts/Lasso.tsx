/**
 * Selects cards by drawing a frame that starts on an empty part of the board. Shift, Control or Command adds to the
 * selection.
 */
import { type ReactElement, useEffect, useRef } from 'react';
import { useSelection } from '../../data/selection.ts';
import styles from './Lasso.module.css';
import { beginLassoFrame, type LassoArea, lassoAreaAt } from './lasso.ts';

/** The pointer must move this far, in px, before a press draws a frame. */
const minDistancePx = 5;
/**
 * The board, or the list below the pointer, scrolls while the pointer is less than `edgePx` from one of its edges, by
 * at most `maxStepPx` per animation frame of a 60 Hz display.
 */
const edgePx = 56;
const maxStepPx = 22;
const scrollStepPx = (distance: number): number =>
  Math.ceil(maxStepPx * Math.min(1, Math.max(0, (edgePx - distance) / edgePx)));

/**
 * Returns true if a press on the element may start a frame: the element is part of a board, and nothing there handles
 * the press itself.
 */
const canStartFrame = (target: Element): boolean =>
  target.closest('[data-card-list]') !== null &&
  target.closest('[data-card-id], button, a, input, textarea, [data-no-drag], [role="columnheader"]') === null;

export function Lasso(): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      const area = lassoAreaAt(event.target);
      // A press on a scrollbar hits the scrolling element, but outside its client area.
      const box = event.target.getBoundingClientRect();
      const onBar =
        event.clientX > box.left + event.target.clientLeft + event.target.clientWidth ||
        event.clientY > box.top + event.target.clientTop + event.target.clientHeight;
      if (!area || onBar || !canStartFrame(event.target)) return;
      stop?.();
      stop = startDrawing(area, event, frame.current);
    };
    document.addEventListener('pointerdown', down);
    return () => {
      document.removeEventListener('pointerdown', down);
      stop?.();
    };
  }, []);
  return <div ref={frame} className={styles.frame} hidden aria-hidden />;
}

function startDrawing(area: LassoArea, start: PointerEvent, frame: HTMLElement | null): () => void {
  const selectedBefore =
    start.shiftKey || start.ctrlKey || start.metaKey ? useSelection.getState().selected : new Set<string>();
  const frameAt = beginLassoFrame(area, start.clientX, start.clientY);
  let isDrawing = false;
  let request = 0;
  let lastUpdateMs = 0;
  let last = start;
  const updateSelection = () => {
    request = 0;
    const { left, top, right, bottom, ids } = frameAt(last.clientX, last.clientY);
    if (frame) {
      const bounds = area.element.getBoundingClientRect();
      const from = { x: Math.max(left, bounds.left), y: Math.max(top, bounds.top) };
      frame.hidden = false;
      frame.style.transform = `translate(${from.x}px, ${from.y}px)`;
      frame.style.width = `${Math.max(0, Math.min(right, bounds.right) - from.x)}px`;
      frame.style.height = `${Math.max(0, Math.min(bottom, bounds.bottom) - from.y)}px`;
    }
    const selected = new Set([...selectedBefore, ...ids]);
    const now = useSelection.getState().selected;
    if (selected.size !== now.size || ids.some((id) => !now.has(id)))
      useSelection.setState({ selected, anchor: ids[0] ?? null, focused: ids.at(-1) ?? null, isFocusedByKey: false });
  };
  /** Runs once per animation frame while the pointer moves, or stays near an edge, where the board scrolls. */
  const updateFrame = (now: number) => {
    // The time since the last call as a number of 60 Hz frames, so that the board does not scroll more slowly at a
    // lower frame rate.
    const frames = Math.min(6, Math.max(1, (now - lastUpdateMs) / 16.7));
    lastUpdateMs = now;
    const scrolled = scrollNear(area, last.clientX, last.clientY, frames);
    updateSelection();
    if (scrolled) request = requestAnimationFrame(updateFrame);
  };
  const move = (event: PointerEvent) => {
    last = event;
    if (!isDrawing && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < minDistancePx) return;
    if (!isDrawing) getSelection()?.removeAllRanges();
    isDrawing = true;
    event.preventDefault();
    if (!request) {
      lastUpdateMs = performance.now();
      request = requestAnimationFrame(updateFrame);
    }
  };
  const end = () => {
    if (request) {
      cancelAnimationFrame(request);
      updateSelection();
    }
    // A press without a movement is a click on an empty area, which clears the selection.
    if (!isDrawing && selectedBefore.size === 0) useSelection.setState({ selected: new Set(), anchor: null });
    if (frame) frame.hidden = true;
    document.body.classList.remove('drawing-lasso');
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    window.removeEventListener('wheel', wheel);
  };
  const wheel = () => {
    if (isDrawing && !request) request = requestAnimationFrame(updateSelection);
  };
  document.body.classList.add('drawing-lasso');
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
  window.addEventListener('wheel', wheel, { passive: true });
  return end;
}

/** Scrolls the board or a list if the pointer is near one of its edges. Returns true if anything scrolled. */
function scrollNear({ element, scrollerAt }: LassoArea, x: number, y: number, frames: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const down = scrollerAt(Math.max(left, Math.min(right - 1, x)), y);
  const before = [element.scrollLeft, down?.scrollTop];
  element.scrollLeft += frames * (scrollStepPx(right - x) - scrollStepPx(x - left));
  if (down) {
    const box = down === element ? { top, bottom } : down.getBoundingClientRect();
    down.scrollTop += frames * (scrollStepPx(box.bottom - y) - scrollStepPx(y - box.top));
  }
  return before[0] !== element.scrollLeft || before[1] !== down?.scrollTop;
}
