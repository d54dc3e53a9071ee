/** A section of the sidebar. The person can collapse it. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useViewState } from '../../data/app-state.ts';
import styles from './Sidebar.module.css';

interface SidebarSectionProps {
  name: string;
  children: ReactNode;
  /** Buttons beside the name, shown on hover. */
  tools?: ReactNode;
  /** Key under which the collapsed state is stored; `name` by default. */
  storageKey?: string;
}

export function SidebarSection({ name, children, tools, storageKey }: SidebarSectionProps): ReactElement {
  const [open, setOpen] = useViewState<boolean>(`section:${storageKey ?? name}`, true);
  return (
    <section className={styles.section} aria-label={name}>
      <div className={styles.heading}>
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronDown size={12} aria-hidden /> : <ChevronRight size={12} aria-hidden />}
          <span className={styles.label}>{name}</span>
        </button>
        {tools}
      </div>
      {open ? <ul className={styles.list}>{children}</ul> : null}
    </section>
  );
}
