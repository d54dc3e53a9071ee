import type { ReactElement } from 'react';
import styles from './LogoCards.module.css';

/** A decoration of empty states. */
export function LogoCards(): ReactElement {
  return (
    <svg className="block" viewBox="0 0 72 60" width="72" height="60" aria-hidden>
      <g transform="translate(31 55)">
        <rect className={styles.last} x="-15" y="-44" width="32" height="42" rx="5" transform="rotate(26)" />
        <rect className={styles.middle} x="-15" y="-45" width="32" height="42" rx="5" transform="rotate(12)" />
        <g transform="rotate(-3)">
          <rect className={styles.front} x="-16" y="-47" width="32" height="42" rx="5" />
          <path className={styles.lines} d="M-10 -39 h10 M-10 -32 h20 M-10 -26 h15" />
        </g>
      </g>
    </svg>
  );
}
