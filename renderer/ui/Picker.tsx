import type { ComponentProps, ReactElement } from 'react';
import { type Hears, LazyTrigger } from './LazyTrigger.tsx';
import type { Option } from './Select.tsx';

export interface PickerProps<V> {
  label: string;
  /** A function where making them takes a while: they are made for a list that opens. */
  options: readonly Option<V>[] | (() => readonly Option<V>[]);
  /** What is chosen now: one for a single choice, several for many. */
  value: readonly V[];
  onPick: (value: V) => void;
  trigger: ReactElement;
  placeholder?: string;
  /** Keeps the list open after a choice. */
  multiple?: boolean;
  /** Offers what was typed when nothing matches it. */
  onCreate?: (text: string) => void;
  align?: 'start' | 'end';
}

/**
 * A button that opens a list filtered by typing: people, decks, runs, tags. The list is made when it first opens: a card has
 * half a dozen of them, with hundreds of rows.
 */
export function Picker<V extends string | number | null>(props: PickerProps<V>): ReactElement {
  const trigger = props.trigger as ReactElement<ComponentProps<'button'>>;
  const name = trigger.props['aria-label'] ?? nameOf(props);
  return (
    <LazyTrigger trigger={trigger} closed={{ ...opensSearch, 'aria-label': name }} hears={hearsSearch}>
      {({ PickerParts }, standIn) => <PickerParts {...props} name={name} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** What says of an element that it opens a list with a field to search in, and when it does. */
export const opensSearch = { role: 'combobox', 'aria-haspopup': 'dialog', 'aria-expanded': false, tabIndex: 0 };
export const hearsSearch: Hears = {
  onPointerDown: 'prepares',
  onMouseDown: 'opens',
  onKeyDown: 'opens',
  onClick: 'opens',
};

export const listOf = <V,>({ options }: PickerProps<V>): readonly Option<V>[] =>
  typeof options === 'function' ? options() : options;

/** A combobox takes no name from its content by itself. */
function nameOf<V>(props: PickerProps<V>): string {
  const chosen = listOf(props).filter((option) => props.value.includes(option.value));
  return `${props.label}: ${chosen.map((option) => option.label).join(', ') || 'none'}`;
}
