import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { LogoCards } from './LogoCards.tsx';
import styles from './messages.module.css';

interface EmptyStateProps {
  /** By default the three cards of the logo. */
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactElement {
  return (
    <div className={cx('stack items-center justify-center gap-2 h-full text-center', styles.empty)}>
      <div className="faint" aria-hidden>
        {icon ?? <LogoCards />}
      </div>
      <h2 className="text-lg">{title}</h2>
      {children ? <div className={cx('soft mb-2', styles.emptyText)}>{children}</div> : null}
      {action}
    </div>
  );
}

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert, success: CircleCheck };

interface BannerProps {
  tone?: keyof typeof icons;
  children: ReactNode;
  action?: ReactNode;
}

export function Banner({ tone = 'info', children, action }: BannerProps): ReactElement {
  const Icon = icons[tone];
  const color = tone === 'info' ? 'accent' : tone;
  return (
    <div
      className={cx('row gap-2 round', styles.banner)}
      style={{ background: `var(--${color}-soft)` }}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon size={15} style={{ color: `var(--${color})` }} aria-hidden />
      <div className="grow min-w-0 break-words">{children}</div>
      {action}
    </div>
  );
}
