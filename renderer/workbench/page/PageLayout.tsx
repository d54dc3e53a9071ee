/** Layout of views that are not boards: the view's header and one column of readable width below it. */
import { type CSSProperties, type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { useFocusAfterRowRemoval } from '../../ui/dom/focus-after-row-removal.ts';
import styles from './PageLayout.module.css';
import { ViewHeader } from './ViewHeader.tsx';

interface PageProps {
  title: string;
  icon: ReactNode;
  /** A sentence about the purpose of the page. */
  about?: ReactNode;
  tools?: ReactNode;
  widthPx?: number;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

export function PageLayout({ title, icon, about, tools, widthPx = 860, onKeyDown, children }: PageProps): ReactElement {
  const page = useRef<HTMLElement>(null);
  useFocusAfterRowRemoval(page);
  return (
    <section ref={page} className="stack grow min-h-0" aria-label={title} onKeyDown={onKeyDown}>
      <ViewHeader icon={icon} title={title}>
        {tools}
      </ViewHeader>
      <div className={cx('grow min-h-0 scroll scrolls', styles.scroller)}>
        <div
          className={cx('stack gap-4 w-full', styles.column)}
          style={{ '--column': `${widthPx}px` } as CSSProperties}
        >
          {about ? <p className="soft">{about}</p> : null}
          {children}
        </div>
      </div>
    </section>
  );
}
