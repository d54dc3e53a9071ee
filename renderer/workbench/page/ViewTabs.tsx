/** Links below the header that switch between the parts of a view, such as a milestone's board and overview. */
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './ViewTabs.module.css';

interface ViewTabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly key: string;
    readonly label: string;
    readonly href: string;
    readonly isCurrent: boolean;
  }[];
  readonly children?: ReactNode;
}

export function ViewTabs({ label, tabs, children }: ViewTabsProps): ReactElement {
  return (
    <div className={cx('row rigid min-w-0', styles.row)}>
      <nav className={cx('flex gap-2px scroll-x', styles.tabs)} aria-label={label}>
        {tabs.map((tab) => (
          <a
            key={tab.key}
            href={tab.href}
            aria-current={tab.isCurrent ? 'page' : undefined}
            className={cx('nowrap soft medium round-full', styles.tab)}
          >
            {tab.label}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
