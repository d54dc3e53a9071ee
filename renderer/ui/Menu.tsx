/** Menus from data, so that one table of entries drives button menus and context menus alike. */
import type { ReactElement, ReactNode } from 'react';
import { type Hears, LazyTrigger } from './LazyTrigger.tsx';

export type MenuEntry =
  | { readonly separator: true }
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string | undefined;
      /** Why it cannot be chosen now; shown beside it. */
      readonly disabled?: string | boolean | undefined;
      readonly danger?: boolean;
      /** Present on entries that are one of several. */
      readonly checked?: boolean | undefined;
      /** Chosen among several of which any may be: the menu stays for the next. */
      readonly stays?: boolean;
      readonly run: () => void;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly entries: readonly MenuEntry[] };

/** A function where making them takes a while: they are made for a menu that opens. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[]);

export interface MenuProps {
  trigger: ReactElement;
  entries: MenuEntries;
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top' | 'right' | 'left';
}

const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false };
const hears: Hears = { onPointerDown: 'prepares', onMouseDown: 'opens', onKeyDown: 'opens', onClick: 'opens' };

export function Menu({ trigger, ...rest }: MenuProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closed={closed} hears={hears}>
      {({ MenuParts }, standIn) => <MenuParts {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

export interface ContextMenuProps {
  /** The element that answers to a right click, the menu key and a long press. */
  children: ReactElement;
  entries: MenuEntries;
}

const areaHears: Hears = { onContextMenu: 'opens', onTouchStart: 'prepares' };

export function ContextMenu({ children, entries }: ContextMenuProps): ReactElement {
  return (
    <LazyTrigger trigger={children} closed={{}} hears={areaHears}>
      {({ ContextMenuParts }, standIn) => <ContextMenuParts entries={entries}>{standIn}</ContextMenuParts>}
    </LazyTrigger>
  );
}
