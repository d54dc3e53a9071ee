/** Shows where cards would land: the zone is marked, and a line drawn over the window moves by transform alone. */
import styles from './drag.module.css';
import type { DropLine, DropZone } from './drag-zones.ts';

let marked: HTMLElement | null = null;
let line: HTMLElement | null = null;
let shown: DropLine | null = null;

/** Marks a place in a zone that takes the cards; null takes the mark away. */
export function markDrop(zone: DropZone | null, index = 0): void {
  const element = zone?.element ?? null;
  if (element !== marked) {
    marked?.removeAttribute('data-drop-over');
    element?.setAttribute('data-drop-over', 'true');
    marked = element;
  }
  draw(zone?.lineAt?.(index) ?? null);
}

/** Before a drag moves: so that no move has to make a layer for the line. */
export function prepareMark(): void {
  line?.remove();
  line = document.createElement('div');
  line.className = styles.line ?? '';
  line.setAttribute('aria-hidden', 'true');
  shown = null;
  document.body.append(line);
}

export function endMark(): void {
  markDrop(null);
  line?.remove();
  line = null;
}

function draw(place: DropLine | null): void {
  if (!line || same(place, shown)) return;
  if (place) {
    if (place.width !== shown?.width) line.style.width = `${place.width}px`;
    line.style.transform = `translate(${place.left}px, ${place.top - 1}px)`;
  }
  if (!place !== !shown) {
    line.style.opacity = place ? '1' : '0';
    line.toggleAttribute('data-drop-line', place !== null);
  }
  shown = place;
}

const same = (a: DropLine | null, b: DropLine | null) =>
  a === b || (a?.left === b?.left && a?.top === b?.top && a?.width === b?.width);
