import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react';
import { usePopups } from './popup-code.ts';
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
  const [open, setOpen] = useState<boolean | null>(null);
  // Whoever is quicker than the code finds the list open when it comes.
  const popups = usePopups(open !== null);
  if (open !== null && popups) return <popups.PickerParts {...props} open={open} onOpenChange={setOpen} />;
  const trigger = props.trigger as ReactElement<ComponentProps<'button'>>;
  const begin = () => setOpen(true);
  return cloneElement(trigger, {
    role: 'combobox',
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    'aria-label': trigger.props['aria-label'] ?? nameOf(props),
    onClick: begin,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      event.stopPropagation();
      begin();
    },
  });
}

export const listOf = <V,>({ options }: PickerProps<V>): readonly Option<V>[] =>
  typeof options === 'function' ? options() : options;

/** A combobox takes no name from its content by itself. */
export function nameOf<V>(props: PickerProps<V>): string {
  const chosen = listOf(props).filter((option) => props.value.includes(option.value));
  return `${props.label}: ${chosen.map((option) => option.label).join(', ') || 'none'}`;
}
