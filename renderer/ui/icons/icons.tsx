/** Small marks on cards and in lists: priorities, short values and progress bars. */
import type { CSSProperties, ReactElement } from 'react';
import { cx } from '../cx.ts';
import { hasPriorityIcon, Icon } from './Icon.tsx';
import styles from './icons.module.css';

/** Three bars: all full for High, two for Medium, one for Low. A priority without an icon shows as its own text. */
export function PriorityMark({ priority, label }: { priority: string; label?: string | undefined }): ReactElement {
  if (hasPriorityIcon(priority))
    return (
      <Icon
        name={`priority-${priority}`}
        color={`var(--priority-${priority})`}
        label={label === undefined ? undefined : `Priority: ${label}`}
      />
    );
  return (
    <span className={styles.value} title={label}>
      {priority}
    </span>
  );
}

interface ValueMarkProps {
  label: string;
  text: string;
  className?: string | undefined;
}

/** A short value in a box; the tooltip and the accessible name add its label. */
export function ValueMark({ label, text, className }: ValueMarkProps): ReactElement {
  const fullLabel = `${label} ${text}`;
  return (
    <span className={cx(styles.value, className)} title={fullLabel} role="img" aria-label={fullLabel}>
      {text}
    </span>
  );
}

interface ProgressBarProps {
  label: string;
  value: number;
  total: number;
  /** CSS colour; success by default. */
  color?: string;
  /** A second, lighter part of the bar after `value`, for started work. */
  second?: number;
  /** px; 4 by default. */
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
