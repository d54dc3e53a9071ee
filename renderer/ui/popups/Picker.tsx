import type { ComponentProps, ReactElement } from 'react';
import { type PrefetchedComponent, prefetchedComponent } from '../lazy-component.ts';
import { buttonTriggerEvents, LazyTrigger } from './LazyTrigger.tsx';
import { type PickerPopupProps, type PickerProps, pickerOptions } from './props.ts';

const PickerPopup = prefetchedComponent(() => import('./PickerPopup.tsx'), 'PickerPopup');

/**
 * The list is created when it first opens. A card has half a dozen pickers, some with hundreds of options, so creating
 * all lists at once would be slow.
 */
export function Picker<V extends string | number | null>(props: PickerProps<V>): ReactElement {
  const trigger = props.trigger as ReactElement<ComponentProps<'button'>>;
  const name = trigger.props['aria-label'] ?? accessibleName(props);
  const Popup = PickerPopup as unknown as PrefetchedComponent<PickerPopupProps<V>>;
  return (
    <LazyTrigger
      trigger={trigger}
      closedAttributes={{ ...searchListTriggerAttributes, 'aria-label': name }}
      events={searchListTriggerEffects}
    >
      {(standIn) => <Popup {...props} name={name} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** Until the list is mounted. Pass them to `LazyTrigger`, together with `searchListTriggerEffects`. */
export const searchListTriggerAttributes = {
  role: 'combobox',
  'aria-haspopup': 'dialog',
  'aria-expanded': false,
  tabIndex: 0,
};
export const searchListTriggerEffects = buttonTriggerEvents;

/** Browsers do not use the content of a combobox as its accessible name. */
function accessibleName<V>(props: PickerProps<V>): string {
  const chosen = pickerOptions(props).filter((option) => props.value.includes(option.value));
  return `${props.label}: ${chosen.map((option) => option.label).join(', ') || 'none'}`;
}
