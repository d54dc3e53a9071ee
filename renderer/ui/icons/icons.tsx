/** Small signs of a card's priority, effort and progress. */
import type { CSSProperties, ReactElement } from 'react';
import { cx } from '../cx.ts';
import styles from '../icons.module.css';

/** How many of its three bars are full, of each priority that has a sign. */
export const bars: Record<string, number> = { a: 3, b: 2, c: 1 };

/** On a 14 × 14 field. */
export const barsOf = (priority: string): ReactElement[] =>
  [0, 1, 2].map((bar) => (
    <rect
      key={bar}
      x={1.5 + bar * 4}
      y={9 - bar * 3}
      width="3"
      height={3.5 + bar * 3}
      rx="1"
      fill="currentColor"
      fillOpacity={bar < (bars[priority] ?? 0) ? 1 : 0.25}
    />
  ));

/** Three bars: all for High, two for Medium, one for Low. A value unknown here shows as itself. */
export function PriorityMark({ priority, label }: { priority: string; label: string }): ReactElement {
  if (bars[priority] === undefined)
    return (
      <span className={styles.effort} title={label}>
        {priority}
      </span>
    );
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      role="img"
      aria-label={`Priority: ${label}`}
      style={{ flex: 'none', color: `var(--priority-${priority})` }}
    >
      {barsOf(priority)}
    </svg>
  );
}

export function EffortMark({ effort, className }: { effort: number; className?: string | undefined }): ReactElement {
  return (
    <span
      className={cx(styles.effort, className)}
      title={`Effort ${effort}`}
      role="img"
      aria-label={`Effort ${effort}`}
    >
      {effort}
    </span>
  );
}

export interface ProgressBarProps {
  label: string;
  value: number;
  total: number;
  /** CSS colour; success by default. */
  color?: string;
  /** A lighter part after the value: work begun. */
  second?: number;
  height?: number;
}

export function ProgressBar({ label, value, total, color, second = 0, height = 4 }: ProgressBarProps): ReactElement {
  const part = (amount: number) => `${total > 0 ? Math.min(100, (amount / total) * 100) : 0}%`;
  const style = { '--bar-color': color ?? 'var(--status-done)', height } as CSSProperties;
  return (
    <div
      className={styles.bar}
      style={style}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={value}
    >
      <div className={styles.fill} style={{ width: part(value) }} />
      {second > 0 ? <div className={styles.second} style={{ width: part(second) }} /> : null}
    </div>
  );
}
