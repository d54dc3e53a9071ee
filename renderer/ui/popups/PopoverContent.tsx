/** In a file of their own so that their code is loaded later. */
import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, useRef } from 'react';
import { cx } from '../cx.ts';
import { isFocusOnNoControl } from '../dom/keep-focus-in-view.ts';
import styles from './popup.module.css';
import type { AnchoredPopoverProps, PopoverProps } from './props.ts';
import { focusedCardElement } from './return-focus.ts';

export function PopoverContent(props: PopoverProps): ReactElement {
  const { trigger, label, open, onOpenChange, align = 'start', side = 'bottom', children } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={cx('no-outline', styles.positioner)} align={align} side={side} sideOffset={4}>
          <Base.Popup className={cx('scroll floating round-lg p-1', styles.popup, styles.padded)} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function AnchoredPopoverContent(props: AnchoredPopoverProps): ReactElement {
  const { anchor, focusOnClose = anchor, label, onClose, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  // Not through base-ui: if the anchor is not in the Tab order, base-ui would focus the first focusable element inside
  // it. The focused card's element replaces a `focusOnClose` that is no longer in the page.
  const returnFocus = () => {
    const hasFocusInPopup = isFocusOnNoControl() || popup.current?.contains(document.activeElement);
    const target = focusOnClose?.isConnected ? focusOnClose : focusedCardElement();
    if (!hasFocusInPopup || !target) return hasFocusInPopup === true;
    target.focus({ preventScroll: true });
    return false;
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner className={cx('no-outline', styles.positioner)} align="start" sideOffset={2} anchor={anchor}>
          <Base.Popup
            ref={popup}
            className={cx('scroll floating round-lg p-1', styles.popup, styles.padded)}
            aria-label={label}
            finalFocus={returnFocus}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
