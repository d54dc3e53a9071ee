/** In a file of their own so that their code is loaded later. */
import { Popover as Base } from '@base-ui/react/popover';
import { type KeyboardEvent, type ReactElement, useRef } from 'react';
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

/** A popover without a trigger has no next element: base-ui would leave the focus on an invisible one behind the popup. */
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button, [tabindex]')].filter(
    (field) => field.tabIndex >= 0 && !field.matches(':disabled'),
  );
  const [last, next] = event.shiftKey ? [fields[0], fields.at(-1)] : [fields.at(-1), fields[0]];
  if (document.activeElement !== last) return;
  event.preventDefault();
  next?.focus();
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
            onKeyDown={keepTabInside}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
