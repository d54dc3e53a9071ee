import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import styles from './PanelResizer.module.css';

const narrowest = 360;
const widest = 900;
const within = (width: number) => Math.max(narrowest, Math.min(widest, width));

/** The left edge of the card panel, to drag or to move by arrow keys. */
export function PanelResizer({ width, onResize }: { width: number; onResize: (width: number) => void }): ReactElement {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const element = event.currentTarget;
    const start = event.clientX;
    element.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(within(width + start - moved.clientX));
    const stop = () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', stop);
      element.removeEventListener('pointercancel', stop);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', stop);
    element.addEventListener('pointercancel', stop);
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(within(width + by));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is not a rule between texts
    <div
      className={styles.resizer}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the card"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={key}
    />
  );
}
