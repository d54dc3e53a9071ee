/** Props that the elements which open popups share with the popups themselves, which are loaded later. */
import type { ReactElement, ReactNode } from 'react';

export type MenuEntry =
  | { readonly separator: true }
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string | undefined;
      /** True, or the reason, which is shown beside the label. */
      readonly disabled?: string | boolean | undefined;
      readonly danger?: boolean;
      /** Present on entries that are one of several. */
      readonly checked?: boolean | undefined;
      /** Whether the menu stays open after a choice, where several may be checked. */
      readonly stays?: boolean;
      readonly run: () => void;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly entries: readonly MenuEntry[] };

/** A function where creating them takes a while: it runs when the menu opens. */
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
  entries: MenuEntries;
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
  /** Puts the label in front of the chosen value: "Group: Zone". */
  prefix?: string;
  look?: 'plain' | 'quiet';
  small?: boolean;
  disabled?: boolean;
  id?: string;
}

export interface PickerProps<V> {
  label: string;
  /** A function where creating them takes a while: it runs when the list opens. */
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
  flush?: boolean;
  children: ReactNode;
}

export interface PopoverAtProps {
  /** The element it opens below. */
  anchor: HTMLElement;
  /** The element that gets the focus back; the anchor, if absent. */
  back?: HTMLElement | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}
