import type { CSSProperties, ReactElement } from 'react';
import { cx } from '../cx.ts';
import { hasPriorityIcon, Icon } from './Icon.tsx';
import styles from './icons.module.css';

/** Three filled bars for High, two for Medium, one for Low; text for a priority without an icon. */
export function PriorityIcon({ priority, label }: { priority: string; label?: string | undefined }): ReactElement {
  if (hasPriorityIcon(priority))
    return (
      <Icon
        name={`priority-${priority}`}
        color={`var(--priority-${priority})`}
        label={label === undefined ? undefined : `Priority: ${label}`}
      />
    );
  return (
    <span
      className={cx('inline-row justify-center rigid nowrap soft text-xs figures round-sm px-1 bg-hover', styles.value)}
      title={label}
    >
      {priority}
    </span>
  );
}

interface ValueBadgeProps {
  label: string;
  text: string;
  className?: string | undefined;
}

/** The tooltip and the accessible name are the label and the value. */
export function ValueBadge({ label, text, className }: ValueBadgeProps): ReactElement {
  const fullLabel = `${label} ${text}`;
  return (
    <span
      className={cx(
        'inline-row justify-center rigid nowrap soft text-xs figures round-sm px-1 bg-hover',
        styles.value,
        className,
      )}
      title={fullLabel}
      role="img"
      aria-label={fullLabel}
    >
      {text}
    </span>
  );
}

interface ProgressBarProps {
  label: string;
  value: number;
  total: number;
  /** By default the colour of the status "done". */
  color?: string;
  /** Started work, drawn after `value` as a second, lighter part of the bar. */
  startedValue?: number;
  /** 4 px by default. */
  height?: number;
}

export function ProgressBar(props: ProgressBarProps): ReactElement {
  const { label, value, total, color, startedValue = 0, height = 4 } = props;
  const widthOf = (amount: number) => `${total > 0 ? Math.min(100, (amount / total) * 100) : 0}%`;
  const style = { '--bar-color': color ?? 'var(--status-done)', height } as CSSProperties;
  return (
    <div
      className={cx('flex w-full clip round-full keep-color', styles.bar)}
      style={style}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={value}
    >
      <div className={styles.fill} style={{ width: widthOf(value) }} />
      {startedValue > 0 ? <div className={styles.second} style={{ width: widthOf(startedValue) }} /> : null}
    </div>
  );
}
