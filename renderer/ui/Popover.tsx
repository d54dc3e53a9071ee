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

export interface PopoverAtProps {
  /** The element it opens below. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A popover that many places share: it opens below whichever asked for it, and gives the keyboard back to it. */
export function PopoverAt({ anchor, label, onClose, children }: PopoverAtProps): ReactElement {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align="start" sideOffset={2} anchor={anchor}>
          <Base.Popup className={cx(styles.popup, styles.padded)} aria-label={label} finalFocus={{ current: anchor }}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
