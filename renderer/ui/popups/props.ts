/** Props of popups. Triggers and popups both use them; they are in a file of their own because popups are loaded later. */
import type { ReactElement, ReactNode } from 'react';

export type MenuEntry =
  | { readonly separator: true }
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string | undefined;
      /** True, or the reason as a text, which is shown beside the label. */
      readonly disabled?: string | boolean | undefined;
      readonly danger?: boolean;
      /** Set on entries that can be checked. */
      readonly checked?: boolean | undefined;
      /** Whether the menu stays open after a choice, for entries of which several can be checked. */
      readonly stays?: boolean;
      readonly run: () => void;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly entries: readonly MenuEntry[] };

/** The entries, or a function that creates them when the menu opens, for entries that are slow to create. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[]);

export interface MenuProps {
  trigger: ReactElement;
  entries: MenuEntries;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top' | 'right' | 'left';
}

export interface ContextMenuProps {
  /** The element that opens the menu by a right click, the menu key or a long press. */
  children: ReactElement;
  /** Prepares the menu for the element that was pressed, and returns its entries; with null no menu opens. */
  onOpen: (target: Element) => readonly MenuEntry[] | null;
}

export interface Option<V> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SelectProps<V> {
  label: string;
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  /** A text before the chosen value: "Group" shows "Group: Zone". */
  prefix?: string;
  look?: 'plain' | 'quiet';
  small?: boolean;
  disabled?: boolean;
  id?: string;
}

export interface PickerProps<V> {
  label: string;
  /** The options, or a function that creates them when the list opens, for options that are slow to create. */
  options: readonly Option<V>[] | (() => readonly Option<V>[]);
  /** The chosen values: at most one unless `multiple`. */
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

export const optionsOf = <V>({ options }: PickerProps<V>): readonly Option<V>[] =>
  typeof options === 'function' ? options() : options;

export interface PopoverProps {
  trigger: ReactElement;
  /** Accessible name of the popover. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top' | 'right' | 'left';
  /** Without inner padding. */
  flush?: boolean;
  children: ReactNode;
}

export interface PopoverAtProps {
  /** The element that the popover opens below. */
  anchor: HTMLElement;
  /** The element that gets the focus back; the anchor, if absent. */
  back?: HTMLElement | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}
