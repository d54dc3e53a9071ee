import type { ReactElement } from 'react';
import { prefetchedComponent } from '../lazy-component.ts';
import { LazyTrigger, type TriggerEventEffects } from './LazyTrigger.tsx';
import type { PopoverProps } from './props.ts';

const PopoverPopup = prefetchedComponent(() => import('./PopoverContent.tsx'), 'PopoverContent');

// base-ui does not close a popup at a press on its trigger, which it recognises by `data-base-ui-click-trigger`.
const closedAttributes = { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'data-base-ui-click-trigger': '' };
const buttonEvents: TriggerEventEffects = { onPointerDown: 'prepares', onClick: 'opens' };

export function Popover({ trigger, ...rest }: PopoverProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closedAttributes={closedAttributes} events={buttonEvents} isOpen={rest.open}>
      {(standIn) => <PopoverPopup {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** Many elements share it. When it closes, `focusOnClose` (by default `anchor`) gets the focus. */
export const AnchoredPopover = prefetchedComponent(() => import('./PopoverContent.tsx'), 'AnchoredPopoverContent');
