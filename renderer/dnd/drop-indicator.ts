/** Shows where dragged cards would land: marks the zone, and draws a line over the window outside React. */
import { translateLayer } from '../ui/dom/translate-layer.ts';
import styles from './drag.module.css';
import type { DropLine, DropZone } from './drop-targets.ts';

let markedZone: HTMLElement | null = null;
let line: HTMLElement | null = null;
let moveLine: (x: number, y: number) => void = () => undefined;
let shown: DropLine | null = null;

/** Marks a zone that accepts the cards, and the index in it; null removes the mark. */
export function showDropIndicator(zone: DropZone | null, index = 0): void {
  const element = zone?.element ?? null;
  // Before the mark restyles the zone: this measures.
  const next = zone?.lineAt?.(index) ?? null;
  if (element !== markedZone) {
    markedZone?.removeAttribute('data-drop-over');
    element?.setAttribute('data-drop-over', 'true');
    markedZone = element;
  }
  draw(next);
}

/** Creates the line before a drag; the first mark inserts it, visible or not, so that no later move has to add a layer. */
export function prepareDropIndicator(): void {
  line?.remove();
  line = document.createElement('div');
  line.className = styles.line ?? '';
  line.setAttribute('aria-hidden', 'true');
  shown = null;
}

/** Removes mark and line after a drag. */
export function removeDropIndicator(): void {
  showDropIndicator(null);
  line?.remove();
  line = null;
}

function draw(next: DropLine | null): void {
  if (!line || (line.isConnected && isSame(next, shown))) return;
  if (!line.isConnected) {
    document.body.append(line);
    moveLine = translateLayer(line, 0, 0);
  }
  if (next) {
    if (next.width !== shown?.width) line.style.width = `${next.width}px`;
    moveLine(next.left, next.top - 1);
  }
  if (!next !== !shown) {
    line.style.opacity = next ? '1' : '0';
    line.toggleAttribute('data-drop-line', next !== null);
  }
  shown = next;
}

const isSame = (a: DropLine | null, b: DropLine | null) =>
  a === b || (a?.left === b?.left && a?.top === b?.top && a?.width === b?.width);
