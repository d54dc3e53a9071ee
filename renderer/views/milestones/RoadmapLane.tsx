/** A lane of the roadmap and its title. A folded lane shows its bars as thin lines. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import styles from './Roadmap.module.css';

interface LaneTitleProps {
  title: string;
  /** Distance of the title from the top of the roadmap, in px. */
  top: number;
  count?: number | undefined;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
}

/**
 * The title of a lane. It is a button that folds the lane. The roadmap renders all titles in one sticky element:
 * browsers make a compositor layer for each sticky element, and eleven layers took 5 ms per frame of a zoom (benchmark
 * `roadmap`).
 */
export function RoadmapLaneTitle({ title, top, count, isFolded, onFold }: LaneTitleProps): ReactElement {
  return (
    <button
      type="button"
      className={styles.fold}
      style={{ top }}
      aria-expanded={!isFolded}
      onClick={() => onFold(!isFolded)}
    >
      {isFolded ? <ChevronRight size={12} aria-hidden /> : <ChevronDown size={12} aria-hidden />}
      <span className={styles.title} dir="auto">
        {title}
      </span>
      {count === undefined ? null : <span className={styles.count}>{count}</span>}
    </button>
  );
}

interface RoadmapLaneProps {
  title: string;
  /** Height of the lane, in px. */
  height: number;
  isFolded: boolean;
  children: ReactNode;
}

export function RoadmapLane({ title, height, isFolded, children }: RoadmapLaneProps): ReactElement {
  return (
    <section className={styles.lane} style={{ height }} aria-label={title}>
      {isFolded ? (
        <div className={styles.strip} aria-hidden>
          {children}
        </div>
      ) : (
        <ul className={styles.rows} aria-label={title}>
          {children}
        </ul>
      )}
    </section>
  );
}
