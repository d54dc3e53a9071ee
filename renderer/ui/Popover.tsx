import type { ReactElement, ReactNode } from 'react';
import { type Hears, LazyTrigger } from './LazyTrigger.tsx';
import { usePopups } from './popup-loader.ts';

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

// The library's own sign of what opens at a click, by which it knows a press there from one beside what is open.
const closed = { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'data-base-ui-click-trigger': '' };
const hears: Hears = { onPointerDown: 'prepares', onClick: 'opens' };

export function Popover({ trigger, ...rest }: PopoverProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closed={closed} hears={hears} isOpen={rest.open}>
      {({ PopoverParts }, standIn) => <PopoverParts {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

export interface PopoverAtProps {
  /** The element it opens below. */
  anchor: HTMLElement;
  /** What gets the keyboard back; the anchor, if absent. */
  back?: HTMLElement | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A popover that many places share: it opens below whichever asked for it, and gives the keyboard back there. */
export function PopoverAt(props: PopoverAtProps): ReactElement | null {
  const popups = usePopups();
  return popups && <popups.PopoverAtParts {...props} />;
}
