/** Shows where a drop inserts the cards. For speed, changes the DOM directly instead of through React. */
import { createElementMover, createHiddenElement } from '../ui/dom/create-element-mover.ts';
import styles from './drag.module.css';
import type { DropIndicatorLine, DropZone } from './drop-targets.ts';

let markedZone: HTMLElement | null = null;
let line: HTMLElement | null = null;
let moveLine: (x: number, y: number) => void = () => undefined;
let drawnLine: DropIndicatorLine | null = null;

/** A null zone removes mark and line. */
export function showDropIndicator(zone: DropZone | null, index = 0): void {
  const element = zone?.element ?? null;
  // Before the zone is marked: the mark changes its style, and a measurement afterwards would force a layout.
  const next = zone?.lineAt?.(index) ?? null;
  if (element !== markedZone) {
    markedZone?.removeAttribute('data-drop-over');
    element?.setAttribute('data-drop-over', 'true');
    markedZone = element;
  }
  drawLine(next);
}

/**
 * Called at the start of a drag. The first `showDropIndicator` adds the line to the page, even if it is not visible
 * yet, because adding its compositor layer later would slow down a frame of the drag.
 */
export function prepareDropIndicator(): void {
  line?.remove();
  line = createHiddenElement(styles.line);
  drawnLine = null;
}

export function removeDropIndicator(): void {
  showDropIndicator(null);
  line?.remove();
  line = null;
}

function drawLine(next: DropIndicatorLine | null): void {
  if (!line || (line.isConnected && isSameLine(next, drawnLine))) return;
  if (!line.isConnected) {
    document.body.append(line);
    moveLine = createElementMover(line, 0, 0);
  }
  if (next) {
    if (next.width !== drawnLine?.width) line.style.width = `${next.width}px`;
    moveLine(next.left, next.top - 1);
  }
  if (!next !== !drawnLine) {
    line.style.opacity = next ? '1' : '0';
    line.toggleAttribute('data-drop-line', next !== null);
  }
  drawnLine = next;
}

const isSameLine = (a: DropIndicatorLine | null, b: DropIndicatorLine | null) =>
  a === b || (a?.left === b?.left && a?.top === b?.top && a?.width === b?.width);
