import { X } from 'lucide-react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import styles from './Chip.module.css';
import { cx } from './cx.ts';
import { mostWidth, surelyFits, textSize } from './text-width.ts';

export interface ChipProps {
  children: ReactNode;
  /** Any CSS colour; shown as a dot, so that the text stays readable whatever it is. */
  color?: string | null | undefined;
  emoji?: string | null | undefined;
  icon?: ReactNode;
  tone?: 'plain' | 'danger' | 'warning' | 'success' | 'accent';
  title?: string;
  onRemove?: () => void;
  removeLabel?: string;
  /** px that it has for certain, where that is known: a plain text that fits in them is not made ready to be cut. */
  room?: number | undefined;
}

/** px, as in Chip.module.css. */
const padding = 2 * 6;
const gap = 4;
const dot = 7;

export function Chip({
  children,
  color,
  emoji,
  icon,
  tone = 'plain',
  title,
  onRemove,
  removeLabel,
  room,
}: ChipProps): ReactElement {
  const isWhole =
    room !== undefined &&
    typeof children === 'string' &&
    !icon &&
    !onRemove &&
    surelyFits(children, textSize.xs, room - padding - (emoji ? mostWidth(emoji, textSize.xs) : dot) - gap);
  return (
    <span className={cx(styles.chip, styles[tone])} title={title}>
      {emoji ? <span aria-hidden>{emoji}</span> : null}
      {color && !emoji ? <span className={styles.dot} style={{ '--chip-color': color } as CSSProperties} /> : null}
      {icon}
      <span className={isWhole ? undefined : styles.text}>{children}</span>
      {onRemove ? (
        <button type="button" className={styles.remove} aria-label={removeLabel ?? 'Remove'} onClick={onRemove}>
          <X size={11} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
