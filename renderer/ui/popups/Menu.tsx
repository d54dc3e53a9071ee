import type { ReactElement } from 'react';
import { prefetchedComponent } from '../lazy-component.ts';
import { buttonTriggerEvents, LazyTrigger, type TriggerEventEffects } from './LazyTrigger.tsx';
import type { ContextMenuProps, MenuProps } from './props.ts';

export type { MenuEntries, MenuEntry } from './props.ts';

const MenuPopup = prefetchedComponent(() => import('./MenuPopup.tsx'), 'MenuPopup');
const ContextMenuPopup = prefetchedComponent(() => import('./MenuPopup.tsx'), 'ContextMenuPopup');

const closedAttributes = { 'aria-haspopup': 'menu', 'aria-expanded': false };

export function Menu({ trigger, ...rest }: MenuProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closedAttributes={closedAttributes} events={buttonTriggerEvents}>
      {(standIn) => <MenuPopup {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

const areaEvents: TriggerEventEffects = { onContextMenu: 'opens', onTouchStart: 'prepares' };

export function ContextMenu({ children, onOpen }: ContextMenuProps): ReactElement {
  return (
    <LazyTrigger trigger={children} closedAttributes={{}} events={areaEvents}>
      {(standIn) => <ContextMenuPopup onOpen={onOpen}>{standIn}</ContextMenuPopup>}
    </LazyTrigger>
  );
}
