/** A lane of the roadmap: its title stays in sight, and folds it. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { useViewState } from '../../data/app-state.ts';
import styles from './Roadmap.module.css';

interface RoadmapLaneProps {
  title: string;
  /** Key under which the fold is remembered. */
  storageKey: string;
  rows: number;
  count?: number;
  children: ReactNode;
}

export function RoadmapLane({ title, storageKey, rows, count, children }: RoadmapLaneProps): ReactElement {
  const [open, setOpen] = useViewState<boolean>(`roadmap:lane:${storageKey}`, true);
  return (
    <section className={styles.lane} aria-label={title}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <ChevronDown size={12} aria-hidden /> : <ChevronRight size={12} aria-hidden />}
        <span dir="auto">{title}</span>
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
      </button>
      {open ? (
        <ul className={styles.rows} style={{ '--rows': rows } as CSSProperties} aria-label={title}>
          {children}
        </ul>
      ) : null}
    </section>
  );
}
