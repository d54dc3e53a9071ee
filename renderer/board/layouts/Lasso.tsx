/** Selects cards by drawing a frame that starts on an empty part of the board. Shift or Ctrl adds to the selection. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useSelection } from '../../data/selection.ts';
import styles from './Lasso.module.css';
import { beginFrame, type LassoArea, lassoAreaAt } from './lasso.ts';

/** px that the pointer moves before a press becomes a frame. */
const threshold = 5;
/** Distance in px from an edge at which scrolling begins, and maximum scroll in px per frame. */
const edgePx = 56;
const maxStepPx = 22;
const edgePull = (distance: number): number =>
  Math.ceil(maxStepPx * Math.min(1, Math.max(0, (edgePx - distance) / edgePx)));

/** Whether a press on the element has no other meaning. */
const isEmptyPlace = (target: Element): boolean =>
  target.closest('[data-card-list]') !== null &&
  target.closest('[data-card-id], button, a, input, textarea, [data-no-drag], [role="columnheader"]') === null;

export function Lasso(): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      const area = lassoAreaAt(event.target);
      // A press on a scrollbar is outside the content box.
      const box = event.target.getBoundingClientRect();
      const onBar =
        event.clientX > box.left + event.target.clientLeft + event.target.clientWidth ||
        event.clientY > box.top + event.target.clientTop + event.target.clientHeight;
      if (!area || onBar || !isEmptyPlace(event.target)) return;
      stop?.();
      stop = draw(area, event, frame.current);
    };
    document.addEventListener('pointerdown', down);
    return () => {
      document.removeEventListener('pointerdown', down);
      stop?.();
    };
  }, []);
  return <div ref={frame} className={styles.frame} hidden aria-hidden />;
}

function draw(area: LassoArea, start: PointerEvent, frame: HTMLElement | null): () => void {
  const selectedBefore =
    start.shiftKey || start.ctrlKey || start.metaKey ? useSelection.getState().selected : new Set<string>();
  const frameAt = beginFrame(area, start.clientX, start.clientY);
  let isDrawing = false;
  let request = 0;
  let ticked = 0;
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
  /** Runs once per frame; near an edge the board scrolls as long as the pointer stays there. */
  const tick = (now: number) => {
    // Number of regular frames since the last one, so that late frames do not slow scrolling down.
    const frames = Math.min(6, Math.max(1, (now - ticked) / 16.7));
    ticked = now;
    const scrolled = scrollNear(area, last.clientX, last.clientY, frames);
    updateSelection();
    if (scrolled) request = requestAnimationFrame(tick);
  };
  const move = (event: PointerEvent) => {
    last = event;
    if (!isDrawing && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < threshold) return;
    if (!isDrawing) getSelection()?.removeAllRanges();
    isDrawing = true;
    event.preventDefault();
    if (!request) {
      ticked = performance.now();
      request = requestAnimationFrame(tick);
    }
  };
  const end = () => {
    if (request) {
      cancelAnimationFrame(request);
      updateSelection();
    }
    // A press that drew nothing clears the selection, like a click on an empty area.
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

/** Scrolls the element that has an edge near the pointer. Returns whether anything scrolled. */
function scrollNear({ element, scrollerAt }: LassoArea, x: number, y: number, frames: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const down = scrollerAt(Math.max(left, Math.min(right - 1, x)), y);
  const before = [element.scrollLeft, down?.scrollTop];
  element.scrollLeft += frames * (edgePull(right - x) - edgePull(x - left));
  if (down) {
    const box = down === element ? { top, bottom } : down.getBoundingClientRect();
    down.scrollTop += frames * (edgePull(box.bottom - y) - edgePull(y - box.top));
  }
  return before[0] !== element.scrollLeft || before[1] !== down?.scrollTop;
}
