/** Selecting by drawing a frame from an empty place of the board. Shift or Ctrl adds to what is selected. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useSelection } from '../data/selection.ts';
import styles from './Lasso.module.css';

/** px the pointer moves before a press becomes a frame. */
const threshold = 5;

/** Whether a press there is for nothing else. */
const isEmptyPlace = (target: Element): boolean =>
  target.closest('[data-card-list]') !== null &&
  target.closest('[data-card-id], button, a, input, textarea, [data-no-drag], [role="columnheader"]') === null;

export function Lasso(): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      const list = event.target.closest<HTMLElement>('[data-card-list]');
      // On a scrollbar the pointer is beyond what the element holds.
      const box = event.target.getBoundingClientRect();
      const onBar =
        event.clientX > box.left + event.target.clientLeft + event.target.clientWidth ||
        event.clientY > box.top + event.target.clientTop + event.target.clientHeight;
      if (!list || onBar || !isEmptyPlace(event.target)) return;
      stop?.();
      stop = draw(list, event, frame.current);
    };
    document.addEventListener('pointerdown', down);
    return () => {
      document.removeEventListener('pointerdown', down);
      stop?.();
    };
  }, []);
  return <div ref={frame} className={styles.frame} hidden aria-hidden />;
}

function draw(list: HTMLElement, start: PointerEvent, frame: HTMLElement | null): () => void {
  const kept = start.shiftKey || start.ctrlKey || start.metaKey ? useSelection.getState().selected : new Set<string>();
  let isDrawing = false;
  let request = 0;
  let last = start;
  const look = () => {
    request = 0;
    const left = Math.min(start.clientX, last.clientX);
    const right = Math.max(start.clientX, last.clientX);
    const top = Math.min(start.clientY, last.clientY);
    const bottom = Math.max(start.clientY, last.clientY);
    if (frame) {
      frame.hidden = false;
      frame.style.transform = `translate(${left}px, ${top}px)`;
      frame.style.width = `${right - left}px`;
      frame.style.height = `${bottom - top}px`;
    }
    const caught = [...list.querySelectorAll<HTMLElement>('[data-card-id]')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const touches = box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      return touches && element.dataset.cardId ? [element.dataset.cardId] : [];
    });
    const selected = new Set([...kept, ...caught]);
    const now = useSelection.getState().selected;
    if (selected.size !== now.size || caught.some((id) => !now.has(id)))
      useSelection.setState({ selected, anchor: caught[0] ?? null, focused: caught.at(-1) ?? null, byKeys: false });
  };
  const move = (event: PointerEvent) => {
    last = event;
    if (!isDrawing && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < threshold) return;
    if (!isDrawing) getSelection()?.removeAllRanges();
    isDrawing = true;
    event.preventDefault();
    if (!request) request = requestAnimationFrame(look);
  };
  const end = () => {
    if (request) {
      cancelAnimationFrame(request);
      look();
    }
    // A press that drew nothing lets go of the selection, as a click beside things does anywhere.
    if (!isDrawing && kept.size === 0) useSelection.setState({ selected: new Set(), anchor: null });
    if (frame) frame.hidden = true;
    document.body.classList.remove('drawing-lasso');
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
  };
  document.body.classList.add('drawing-lasso');
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
  return end;
}
