/** Menus from data, so that one table of entries drives button menus and context menus alike. */
import { ContextMenu as BaseContext } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';
import styles from './popup.module.css';

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
      readonly run: () => void;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly entries: readonly MenuEntry[] };

export interface MenuProps {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'center' | 'end';
  side?: 'bottom' | 'top' | 'right' | 'left';
}

export function Menu({ trigger, entries, align = 'start', side = 'bottom' }: MenuProps): ReactElement {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            <Entries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ContextMenuProps {
  /** The element that answers to a right click, the menu key and a long press. */
  children: ReactElement;
  entries: readonly MenuEntry[];
  onOpenChange?: (open: boolean) => void;
}

export function ContextMenu({ children, entries, onOpenChange }: ContextMenuProps): ReactElement {
  return (
    <BaseContext.Root onOpenChange={onOpenChange}>
      <BaseContext.Trigger render={children} />
      <BaseContext.Portal>
        <BaseContext.Positioner className={styles.positioner}>
          <BaseContext.Popup className={styles.popup}>
            <Entries entries={entries} />
          </BaseContext.Popup>
        </BaseContext.Positioner>
      </BaseContext.Portal>
    </BaseContext.Root>
  );
}

/** Menus may hold several lines between groups; labels are unique within one menu. */
const keyOf = (entry: MenuEntry, index: number) =>
  'separator' in entry ? `line ${index}` : 'heading' in entry ? `heading ${entry.heading}` : entry.label;

function Entries({ entries }: { entries: readonly MenuEntry[] }): ReactElement {
  return (
    <>
      {entries.map((entry, index) => (
        <Entry key={keyOf(entry, index)} entry={entry} />
      ))}
    </>
  );
}

function Entry({ entry }: { entry: MenuEntry }): ReactElement {
  if ('separator' in entry) return <Base.Separator className={styles.separator} />;
  if ('heading' in entry) return <div className={styles.groupLabel}>{entry.heading}</div>;
  if ('entries' in entry)
    return (
      <Base.SubmenuRoot>
        <Base.SubmenuTrigger className={styles.item}>
          <span className={styles.itemIcon}>{entry.icon}</span>
          <span className={styles.itemLabel}>{entry.label}</span>
          <ChevronRight size={14} aria-hidden />
        </Base.SubmenuTrigger>
        <Base.Portal>
          <Base.Positioner className={styles.positioner} alignOffset={-4} sideOffset={2}>
            <Base.Popup className={styles.popup}>
              <Entries entries={entry.entries} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.SubmenuRoot>
    );
  const { label, icon, shortcut, disabled, danger, checked, run } = entry;
  const inner = (
    <>
      <span className={styles.itemIcon}>{checked ? <Check size={14} aria-hidden /> : icon}</span>
      <span className={styles.itemLabel}>{label}</span>
      {typeof disabled === 'string' ? <span className={styles.itemHint}>{disabled}</span> : null}
      {shortcut ? <Kbd keys={shortcut} /> : null}
    </>
  );
  if (checked !== undefined)
    return (
      <Base.CheckboxItem className={styles.item} checked={checked} disabled={!!disabled} closeOnClick onClick={run}>
        {inner}
      </Base.CheckboxItem>
    );
  return (
    <Base.Item className={styles.item} disabled={!!disabled} data-danger={danger || undefined} onClick={run}>
      {inner}
    </Base.Item>
  );
}
