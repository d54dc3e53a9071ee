/** The left edge of the card panel: dragging or arrow keys change the panel's width. */
import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './PanelResizer.module.css';

const minWidthPx = 360;
const maxWidthPx = 900;
const keyStepPx = 24;
const clampWidthPx = (widthPx: number) => Math.max(minWidthPx, Math.min(maxWidthPx, widthPx));

interface PanelResizerProps {
  widthPx: number;
  onResize: (widthPx: number) => void;
}

export function PanelResizer({ widthPx, onResize }: PanelResizerProps): ReactElement {
  const startDrag = (event: PointerEvent<HTMLElement>) => {
    const element = event.currentTarget;
    const start = event.clientX;
    element.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(clampWidthPx(widthPx + start - moved.clientX));
    const drag = new AbortController();
    const { signal } = drag;
    element.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, () => drag.abort(), { signal });
  };
  const resizeByKey = (event: KeyboardEvent) => {
    const deltaPx = { ArrowLeft: keyStepPx, ArrowRight: -keyStepPx }[event.key];
    if (deltaPx === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(clampWidthPx(widthPx + deltaPx));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved or focused
    <div
      className={cx('absolute', styles.resizer)}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the card"
      aria-valuenow={widthPx}
      aria-valuemin={minWidthPx}
      aria-valuemax={maxWidthPx}
      tabIndex={0}
      onPointerDown={startDrag}
      onKeyDown={resizeByKey}
    />
  );
}
