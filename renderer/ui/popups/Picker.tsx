/** A button that opens a list filtered by typing: people, decks, runs, tags. */
import type { ComponentProps, ReactElement } from 'react';
import { LazyTrigger, type TriggerEvents } from './LazyTrigger.tsx';
import { type LazyComponent, lazyComponent } from './lazy-component.ts';
import { optionsOf, type PickerProps } from './props.ts';

interface PickerPopupProps<V> extends PickerProps<V> {
  name: string;
}

const PickerPopup = lazyComponent(() => import('./PickerPopup.tsx').then((module) => module.PickerPopup));

/** The list is created when it first opens: a card has half a dozen pickers, some with hundreds of options. */
export function Picker<V extends string | number | null>(props: PickerProps<V>): ReactElement {
  const trigger = props.trigger as ReactElement<ComponentProps<'button'>>;
  const name = trigger.props['aria-label'] ?? nameOf(props);
  const Popup = PickerPopup as unknown as LazyComponent<PickerPopupProps<V>>;
  return (
    <LazyTrigger trigger={trigger} closed={{ ...closedSearch, 'aria-label': name }} events={searchEvents}>
      {(standIn) => <Popup {...props} name={name} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** Attributes and events of an element that opens a list with a search field. */
export const closedSearch = { role: 'combobox', 'aria-haspopup': 'dialog', 'aria-expanded': false, tabIndex: 0 };
export const searchEvents: TriggerEvents = {
  onPointerDown: 'prepares',
  onMouseDown: 'opens',
  onKeyDown: 'opens',
  onClick: 'opens',
};

/** The accessible name, with the chosen options: browsers do not name a combobox by its content. */
function nameOf<V>(props: PickerProps<V>): string {
  const chosen = optionsOf(props).filter((option) => props.value.includes(option.value));
  return `${props.label}: ${chosen.map((option) => option.label).join(', ') || 'none'}`;
}
