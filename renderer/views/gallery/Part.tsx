/** Frames of the gallery: a part per component, a sample per state of it. Tests measure samples one by one. */
import type { ReactElement, ReactNode } from 'react';
import styles from './gallery.module.css';

export function Part({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <section className={styles.part} aria-label={name} data-part={name}>
      <h2>{name}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  );
}

export interface SampleProps {
  /** What it shows, in a word or two. */
  of: string;
  /** Says it below the sample too. */
  named?: boolean;
  /** px; as wide as its content by default. */
  width?: number;
  children: ReactNode;
}

export function Sample({ of, named, width, children }: SampleProps): ReactElement {
  return (
    <div className={styles.sample} style={width ? { width } : undefined}>
      <div data-sample={of}>{children}</div>
      {named ? <span className={styles.caption}>{of}</span> : null}
    </div>
  );
}
