/**
 * Types of the props that triggers and their popups share. They are in a file of their own, so that a trigger does not
 * import the code of its popup, which is loaded later.
 */
import type { ReactElement, ReactNode } from 'react';

/** An entry of a menu: a separator, a heading, a command, or a submenu with entries. */
export type MenuEntry =
  | { readonly separator: true }
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string | undefined;
      /**
       * True, or a text with the reason, if the person cannot choose the entry. The menu shows the text beside the
       * label. Null, like false, if the person can choose it.
       */
      readonly disabled?: string | boolean | null | undefined;
      readonly danger?: boolean;
      /** Whether the entry is checked; undefined for an entry that is not a checkbox. */
      readonly checked?: boolean | undefined;
      /**
       * Whether the menu stays open after a choice. Used for checkboxes, so that the person can change several of them.
       */
      readonly staysOpen?: boolean;
      readonly run: () => void;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly entries: readonly MenuEntry[] };

/** The entries of a menu. If creating them is slow, pass a function; it is called when the menu opens. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[]);

export interface MenuProps {
  trigger: ReactElement;
  entries: MenuEntries;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top';
}

export interface ContextMenuProps {
  /** The element whose context menu this is. A right click, the menu key or a long press opens the menu. */
  children: ReactElement;
  /** Called with the pressed element. Returns the entries of its menu, or null if no menu opens. */
  onOpen: (target: Element) => readonly MenuEntry[] | null;
}

/** An option of a `Select` or `Picker`. */
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
  /** Text before the chosen option: with the prefix "Group", the button shows "Group: Zone". */
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
  /** The options. If creating them is slow, pass a function; it is called when the list opens. */
  options: readonly ListOption<V>[] | (() => readonly ListOption<V>[]);
  /** The chosen values; at most one unless `multiple` is set. */
  value: readonly V[];
  onPick: (value: V) => void;
  trigger: ReactElement;
  placeholder?: string;
  /** Whether the list stays open after a choice. */
  multiple?: boolean;
  /** Called with the typed text when Enter is pressed and no option matches it. */
  onCreate?: (text: string) => void;
  align?: 'start' | 'end';
}

export interface PickerPopupProps<V> extends PickerProps<V> {
  /** Accessible name of the button. */
  name: string;
}

/** Returns the options of a picker; creates them if `options` is a function. */
export const pickerOptions = <V>({ options }: PickerProps<V>): readonly ListOption<V>[] =>
  typeof options === 'function' ? options() : options;

export interface PopoverProps {
  trigger: ReactElement;
  /** Accessible name of the popover. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top';
  children: ReactNode;
}

export interface AnchoredPopoverProps {
  /** The element that the popover opens below. */
  anchor: HTMLElement;
  /** The element that gets the focus when the popover closes; by default `anchor`. */
  focusOnClose?: HTMLElement | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}
