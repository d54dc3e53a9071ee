import type { CSSProperties, ReactElement } from 'react';
import styles from './Swatch.module.css';

/** A colour as a small card: a deck's cover, a tag's, a milestone's. Beside a name that says what it is. */
export function Swatch({ color }: { color: string | null | undefined }): ReactElement {
  return (
    <span className={styles.swatch} style={color ? ({ '--swatch': color } as CSSProperties) : undefined} aria-hidden />
  );
}
