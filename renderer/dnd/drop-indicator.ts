/** Shows where cards would land: the zone is marked, and a line drawn over the window moves by transform alone. */

import { translateLayer } from '../ui/dom/translate-layer.ts';
import styles from './drag.module.css';
import type { DropLine, DropZone } from './drop-targets.ts';

let marked: HTMLElement | null = null;
let line: HTMLElement | null = null;
let place: (x: number, y: number) => void = () => undefined;
let shown: DropLine | null = null;

/** Marks a place in a zone that takes the cards; null takes the mark away. */
export function markDrop(zone: DropZone | null, index = 0): void {
  const element = zone?.element ?? null;
  // Measured before the mark restyles the zone.
  const next = zone?.lineAt?.(index) ?? null;
  if (element !== marked) {
    marked?.removeAttribute('data-drop-over');
    element?.setAttribute('data-drop-over', 'true');
    marked = element;
  }
  draw(next);
}

/** Before a drag: the line comes with the first mark, seen or not, so that no later one has to make a layer for it. */
export function prepareMark(): void {
  line?.remove();
  line = document.createElement('div');
  line.className = styles.line ?? '';
  line.setAttribute('aria-hidden', 'true');
  shown = null;
}

export function endMark(): void {
  markDrop(null);
  line?.remove();
  line = null;
}

function draw(next: DropLine | null): void {
  if (!line || (line.isConnected && same(next, shown))) return;
  if (!line.isConnected) {
    document.body.append(line);
    place = translateLayer(line, 0, 0);
  }
  if (next) {
    if (next.width !== shown?.width) line.style.width = `${next.width}px`;
    place(next.left, next.top - 1);
  }
  if (!next !== !shown) {
    line.style.opacity = next ? '1' : '0';
    line.toggleAttribute('data-drop-line', next !== null);
  }
  shown = next;
}

const same = (a: DropLine | null, b: DropLine | null) =>
  a === b || (a?.left === b?.left && a?.top === b?.top && a?.width === b?.width);
