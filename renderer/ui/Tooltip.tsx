import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './Kbd.tsx';
import styles from './popup.module.css';

export interface TooltipProps {
  label: string;
  shortcut?: string | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactElement;
}

/** A name for what is under the pointer. Never the only place where something is said. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps): ReactElement {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.tooltip}>
            {label}
            {shortcut ? <Kbd keys={shortcut} /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
