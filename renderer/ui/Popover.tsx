import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './popup.module.css';

export interface PopoverProps {
  trigger: ReactElement;
  /** Accessible name of what opens. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top' | 'right' | 'left';
  flush?: boolean;
  children: ReactNode;
}

export function Popover(props: PopoverProps): ReactElement {
  const { trigger, label, open, onOpenChange, align = 'start', side = 'bottom', flush, children } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={4}>
          <Base.Popup className={cx(styles.popup, !flush && styles.padded)} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
