/** A view that is read from top to bottom: the bar that every view has, and one column of a readable width below it. */
import type { CSSProperties, KeyboardEvent, ReactElement, ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './Page.module.css';
import { ViewHeader } from './ViewHeader.tsx';

export interface PageProps {
  title: string;
  icon: ReactNode;
  /** What the page is for, in a sentence. */
  about?: ReactNode;
  /** At the end of the bar. */
  tools?: ReactNode;
  /** px the column has at most. */
  width?: number;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

export function Page({ title, icon, about, tools, width = 860, onKeyDown, children }: PageProps): ReactElement {
  return (
    <section className={styles.page} aria-label={title} onKeyDown={onKeyDown}>
      <ViewHeader icon={icon} title={title}>
        {tools}
      </ViewHeader>
      <div className={cx(styles.scroller, 'scrolls')}>
        <div className={styles.column} style={{ '--column': `${width}px` } as CSSProperties}>
          {about ? <p className={styles.about}>{about}</p> : null}
          {children}
        </div>
      </div>
    </section>
  );
}
