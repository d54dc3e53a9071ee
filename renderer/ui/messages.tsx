/** The empty state of a view, and the banner above one. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Cards } from './Cards.tsx';
import { cx } from './cx.ts';
import styles from './messages.module.css';

interface EmptyStateProps {
  /** The three cards of the logo by default. */
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactElement {
  return (
    <div className={styles.empty}>
      <div className={styles.emptyIcon} aria-hidden>
        {icon ?? <Cards />}
      </div>
      <h2>{title}</h2>
      {children ? <div className={styles.emptyText}>{children}</div> : null}
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
  return (
    <div className={cx(styles.banner, styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={15} aria-hidden />
      <div className={styles.bannerText}>{children}</div>
      {action}
    </div>
  );
}
