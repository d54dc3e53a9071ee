/** A frame starts on an empty part of the board. Shift, Control or Command adds to the selection. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useSelection } from '../../data/selection.ts';
import { cx } from '../../ui/cx.ts';
import styles from './Lasso.module.css';
import { createLassoFrameTracker, type LassoArea, lassoAreaAt } from './lasso.ts';
import { createLassoScroller } from './lasso-scroller.ts';

/** In px, before a press draws a frame. */
const minDistancePx = 5;

/** The element is part of a board, and no control or card there handles the press. */
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
  return <div ref={frame} className={cx('click-through fixed', styles.frame)} hidden aria-hidden />;
}

function startDrawing(area: LassoArea, start: PointerEvent, frame: HTMLElement | null): () => void {
  const selectedBefore =
    start.shiftKey || start.ctrlKey || start.metaKey ? useSelection.getState().selected : new Set<string>();
  const frameAt = createLassoFrameTracker(area, start.clientX, start.clientY);
  const scroll = createLassoScroller(area);
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
      useSelection.setState({ selected, anchor: ids[0] ?? null, focused: ids.at(-1) ?? null, cursor: null });
  };
  /** Once per animation frame while the pointer moves, or rests near an edge and the board scrolls. */
  const updateFrame = (now: number) => {
    const isScrolling = scroll(last.clientX, last.clientY, now - lastUpdateMs);
    lastUpdateMs = now;
    updateSelection();
    if (isScrolling) request = requestAnimationFrame(updateFrame);
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
    // A click on an empty area clears the selection.
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
