/** Popovers with any content: `Popover` has its own button, `PopoverAt` opens below any element. */
import type { ReactElement } from 'react';
import { LazyTrigger, type TriggerEvents } from './LazyTrigger.tsx';
import { lazyComponent } from './lazy-component.ts';
import type { PopoverProps } from './props.ts';

const PopoverPopup = lazyComponent(() => import('./PopoverPopup.tsx').then((module) => module.PopoverPopup));

// base-ui's mark of triggers: a press on one is not a press outside the popup.
const closed = { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'data-base-ui-click-trigger': '' };
const events: TriggerEvents = { onPointerDown: 'prepares', onClick: 'opens' };

export function Popover({ trigger, ...rest }: PopoverProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closed={closed} events={events} isOpen={rest.open}>
      {(standIn) => <PopoverPopup {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** A popover that many elements share: it opens below `anchor`, and returns the focus to it when it closes. */
export const PopoverAt = lazyComponent(() => import('./PopoverPopup.tsx').then((module) => module.PopoverAtPopup));
