import { X } from 'lucide-react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import styles from './Chip.module.css';
import { cx } from './cx.ts';

interface ChipProps {
  children: ReactNode;
  /** Dot before the text. The text is not coloured, so that it stays readable. */
  color?: string | null | undefined;
  emoji?: string | null | undefined;
  icon?: ReactNode;
  tone?: 'plain' | 'danger' | 'warning' | 'success' | 'accent';
  title?: string;
  onRemove?: () => void;
  removeLabel?: string;
}

export function Chip(props: ChipProps): ReactElement {
  const { children, color, emoji, icon, tone = 'plain', title, onRemove, removeLabel } = props;
  const style = tone === 'plain' ? undefined : { background: `var(--${tone}-soft)`, color: `var(--${tone})` };
  return (
    <span
      className={cx('inline-row gap-1 min-w-0 max-w-full nowrap soft text-xs round-full bg-hover px-6px', styles.chip)}
      style={style}
      title={title}
    >
      {emoji ? <span aria-hidden>{emoji}</span> : null}
      {color && !emoji ? (
        <span className={cx('rigid circle', styles.dot)} style={{ '--chip-color': color } as CSSProperties} />
      ) : null}
      {icon}
      <span className="truncate">{children}</span>
      {onRemove ? (
        <button
          type="button"
          className={cx('inline-flex circle', styles.remove)}
          aria-label={removeLabel ?? 'Remove'}
          onClick={onRemove}
        >
          <X size={11} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
