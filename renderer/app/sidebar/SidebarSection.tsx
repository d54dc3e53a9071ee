import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useViewState } from '../../data/app-state.ts';
import { cx } from '../../ui/cx.ts';
import styles from './Sidebar.module.css';

interface SidebarSectionProps {
  name: string;
  children: ReactNode;
  /** One sentence about what the section lists. */
  tip?: string;
  /** Beside the name, on hover. */
  tools?: ReactNode;
  /** For the stored collapsed state; `name` by default. */
  storageKey?: string;
}

export function SidebarSection({ name, tip, children, tools, storageKey }: SidebarSectionProps): ReactElement {
  const [open, setOpen] = useViewState<boolean>(`section:${storageKey ?? name}`, true);
  return (
    <section className={styles.section} aria-label={name}>
      <div className={cx('row', styles.heading)}>
        <button
          type="button"
          className="row grow min-w-0 h-full note strong text-start round px-2 gap-6px"
          aria-expanded={open}
          title={tip}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown size={12} aria-hidden /> : <ChevronRight size={12} aria-hidden />}
          <span className={cx('truncate', styles.label)}>{name}</span>
        </button>
        {tools}
      </div>
      {open ? <ul className={cx('stack', styles.list)}>{children}</ul> : null}
    </section>
  );
}
