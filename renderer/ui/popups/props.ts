/** In a file of their own, so that a trigger does not import the code of its popup, which is loaded later. */
import type { ReactElement, ReactNode } from 'react';

export type MenuEntry =
  | { readonly separator: true }
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string | undefined;
      /**
       * True, or a text with the reason that the menu shows beside the label, if the person cannot choose the entry.
       */
      readonly disabled?: string | boolean | null | undefined;
      readonly danger?: boolean;
      /** Undefined for an entry that is not a checkbox. */
      readonly checked?: boolean | undefined;
      /** For checkboxes, so that the person can change several of them. */
      readonly staysOpen?: boolean;
      readonly run: () => void;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly entries: readonly MenuEntry[] };

/** If creating the entries is slow, pass a function; it is called when the menu opens. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[]);

export interface MenuProps {
  trigger: ReactElement;
  entries: MenuEntries;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top';
}

export interface ContextMenuProps {
  /** A right click, the menu key or a long press opens the menu. */
  children: ReactElement;
  /** Called with the pressed element. Null if no menu opens. */
  onOpen: (target: Element) => readonly MenuEntry[] | null;
}

export interface ListOption<V> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SelectProps<V> {
  label: string;
  value: V;
  options: readonly ListOption<V>[];
  onChange: (value: V) => void;
  /** With the prefix "Group", the button shows "Group: Zone". */
  prefix?: string;
  look?: 'plain' | 'quiet';
  small?: boolean;
  disabled?: boolean;
  id?: string;
}

export interface SelectPopupProps<V> extends SelectProps<V> {
  trigger: ReactElement;
}

export interface PickerProps<V> {
  label: string;
  /** If creating the options is slow, pass a function; it is called when the list opens. */
  options: readonly ListOption<V>[] | (() => readonly ListOption<V>[]);
  /** At most one unless `multiple` is set. */
  value: readonly V[];
  onPick: (value: V) => void;
  trigger: ReactElement;
  placeholder?: string;
  /** Keeps the list open after a choice. */
  multiple?: boolean;
  /** Called with the typed text when Enter is pressed and no option matches it. */
  onCreate?: (text: string) => void;
  align?: 'start' | 'end';
}

export interface PickerPopupProps<V> extends PickerProps<V> {
  /** Accessible name. */
  name: string;
}

export const pickerOptions = <V>({ options }: PickerProps<V>): readonly ListOption<V>[] =>
  typeof options === 'function' ? options() : options;

export interface PopoverProps {
  trigger: ReactElement;
  /** Accessible name. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top';
  children: ReactNode;
}

export interface AnchoredPopoverProps {
  /** The popover opens below it. */
  anchor: HTMLElement;
  /** By default `anchor`. */
  focusOnClose?: HTMLElement | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}
