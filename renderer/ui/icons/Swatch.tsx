/** Shows the colour of a deck, tag or milestone as a small card shape beside the name. */
import type { CSSProperties, ReactElement } from 'react';
import { cx } from '../cx.ts';
import styles from './Swatch.module.css';

export function Swatch({ color }: { color: string | null | undefined }): ReactElement {
  return (
    <span
      className={cx('rigid keep-color', styles.swatch)}
      style={color ? ({ '--swatch': color } as CSSProperties) : undefined}
      aria-hidden
    />
  );
}
