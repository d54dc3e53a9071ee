/** `GalleryPart` groups the samples of a component; `GallerySample` shows one state. Tests measure each sample. */
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './gallery.module.css';

export function GalleryPart({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <section className={styles.part} aria-label={name} data-part={name}>
      <h2 className="soft mb-2">{name}</h2>
      <div className="flex wrap items-start gap-3">{children}</div>
    </section>
  );
}

interface GallerySampleProps {
  /** The state's short name. */
  of: string;
  /** Shows the name as a caption below the sample. */
  named?: boolean;
  /** In px; by default as wide as the content. */
  width?: number;
  children: ReactNode;
}

export function GallerySample({ of, named, width, children }: GallerySampleProps): ReactElement {
  return (
    <div className="max-w-full" style={width ? { width } : undefined}>
      <div data-sample={of}>{children}</div>
      {named ? <span className={cx('block note mt-1', styles.caption)}>{of}</span> : null}
    </div>
  );
}
