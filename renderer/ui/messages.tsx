import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
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
    <div className={styles.empty}>
      <div className={styles.emptyIcon} aria-hidden>
        {icon ?? <LogoCards />}
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
  const color = tone === 'info' ? 'accent' : tone;
  return (
    <div
      className={styles.banner}
      style={{ background: `var(--${color}-soft)` }}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon size={15} style={{ color: `var(--${color})` }} aria-hidden />
      <div className={styles.bannerText}>{children}</div>
      {action}
    </div>
  );
}
