import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement } from 'react';
import { cx } from '../cx.ts';
import type { PopoverAtProps, PopoverProps } from '../Popover.tsx';
import styles from '../popup.module.css';

export function PopoverParts(props: PopoverProps): ReactElement {
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

export function PopoverAtParts({ anchor, back = anchor, label, onClose, children }: PopoverAtProps): ReactElement {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align="start" sideOffset={2} anchor={anchor}>
          <Base.Popup className={cx(styles.popup, styles.padded)} aria-label={label} finalFocus={{ current: back }}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
