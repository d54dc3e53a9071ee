import type { ReactElement, ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './card.module.css';

interface SectionProps {
  title: string;
  /** One sentence about what the section has. */
  tip?: string;
  /** A short note beside the title, such as the number of attachments. */
  note?: ReactNode;
  actions?: ReactNode;
  /** An empty section shows only its actions. The actions of all empty sections share one line. */
  isEmpty?: boolean;
  children?: ReactNode;
}

export function CardPanelSection({ title, tip, note, actions, isEmpty, children }: SectionProps): ReactElement {
  return (
    <section className={cx('stack gap-2', styles.section)} aria-label={title} data-empty={isEmpty || undefined}>
      <div className={cx('row gap-2', styles.sectionHead)}>
        <h3 className={isEmpty ? 'visually-hidden' : undefined} title={tip}>
          {title}
        </h3>
        {note ? <span className="min-w-0 truncate note">{note}</span> : null}
        <span className={cx('row push-end', styles.sectionActions)}>{actions}</span>
      </div>
      {children}
    </section>
  );
}
