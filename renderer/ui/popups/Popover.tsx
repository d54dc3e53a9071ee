/** Popovers with any content, below the button that opens them or below an element that several places share. */
import type { ReactElement } from 'react';
import { LazyTrigger, type TriggerEvents } from './LazyTrigger.tsx';
import { lazyComponent } from './lazy-component.ts';
import type { PopoverProps } from './props.ts';

const PopoverPopup = lazyComponent(() => import('./PopoverPopup.tsx').then((module) => module.PopoverPopup));

// base-ui marks triggers so, and tells a press there from one outside the popup.
const closed = { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'data-base-ui-click-trigger': '' };
const events: TriggerEvents = { onPointerDown: 'prepares', onClick: 'opens' };

export function Popover({ trigger, ...rest }: PopoverProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closed={closed} events={events} isOpen={rest.open}>
      {(standIn) => <PopoverPopup {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** A popover that many places share: it opens below whichever asked for it, and gives the focus back there. */
export const PopoverAt = lazyComponent(() => import('./PopoverPopup.tsx').then((module) => module.PopoverAtPopup));
