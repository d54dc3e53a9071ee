/** In a file of their own so that their code is loaded later. */
import { ContextMenu as BaseContext } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { cx } from '../cx.ts';
import { Kbd } from '../Kbd.tsx';
import styles from './popup.module.css';
import type { ContextMenuProps, MenuEntries, MenuEntry, MenuProps } from './props.ts';

export function MenuPopup({ trigger, entries, align = 'start', side = 'bottom' }: MenuProps): ReactElement {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={cx('no-outline', styles.positioner)} align={align} side={side} sideOffset={4}>
          <Base.Popup className={cx('scroll floating round-lg p-1', styles.popup)}>
            <MenuEntryList entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function ContextMenuPopup({ children, onOpen }: ContextMenuProps): ReactElement {
  const [entries, setEntries] = useState<readonly MenuEntry[]>([]);
  const open: BaseContext.Root.Props['onOpenChange'] = (isOpen, { event, cancel }) => {
    if (!isOpen) return;
    const found = event.target instanceof Element ? onOpen(event.target) : null;
    if (found) setEntries(found);
    else cancel();
  };
  return (
    <BaseContext.Root onOpenChange={open}>
      <BaseContext.Trigger render={children} />
      <BaseContext.Portal>
        <BaseContext.Positioner className={cx('no-outline', styles.positioner)}>
          <BaseContext.Popup className={cx('scroll floating round-lg p-1', styles.popup)}>
            <MenuEntryList entries={entries} />
          </BaseContext.Popup>
        </BaseContext.Positioner>
      </BaseContext.Portal>
    </BaseContext.Root>
  );
}

/** The label is unique within the menu. A separator has none. */
const reactKeyOf = (entry: MenuEntry, index: number) =>
  'separator' in entry ? `line ${index}` : 'heading' in entry ? `heading ${entry.heading}` : entry.label;

function MenuEntryList({ entries }: { entries: MenuEntries }): ReactElement {
  const all = typeof entries === 'function' ? entries() : entries;
  return (
    <>
      {all.map((entry, index) => (
        <MenuEntryRow key={reactKeyOf(entry, index)} entry={entry} />
      ))}
    </>
  );
}

function Submenu({ label, icon, entries }: Extract<MenuEntry, { entries: unknown }>): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  // base-ui opens a submenu when the mouse moves over its entry, and ignores mouse clicks. If the entry appears under a
  // resting pointer, it does not open. base-ui itself handles touch and keys.
  const openAtClick = ({ nativeEvent }: MouseEvent) => {
    if ((nativeEvent as PointerEvent).pointerType === 'mouse') setIsOpen(true);
  };
  return (
    <Base.SubmenuRoot open={isOpen} onOpenChange={setIsOpen}>
      <Base.SubmenuTrigger className={cx('row gap-2 nowrap round no-outline', styles.item)} onClick={openAtClick}>
        <span className={cx('inline-flex justify-center rigid soft', styles.itemIcon)}>{icon}</span>
        <span className={cx('grow min-w-0 truncate', styles.itemLabel)}>{label}</span>
        <ChevronRight size={14} aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className={cx('no-outline', styles.positioner)} alignOffset={-4} sideOffset={2}>
          <Base.Popup className={cx('scroll floating round-lg p-1', styles.popup)}>
            <MenuEntryList entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

function MenuEntryRow({ entry }: { entry: MenuEntry }): ReactElement {
  if ('separator' in entry) return <Base.Separator className={styles.separator} />;
  if ('heading' in entry) return <div className={cx('faint text-xs strong', styles.groupLabel)}>{entry.heading}</div>;
  if ('entries' in entry) return <Submenu {...entry} />;
  const { label, icon, shortcut, disabled, danger, checked, staysOpen, run } = entry;
  const inner = (
    <>
      <span className={cx('inline-flex justify-center rigid soft', styles.itemIcon)}>
        {checked ? <Check size={14} aria-hidden /> : icon}
      </span>
      <span className={cx('grow min-w-0 truncate', styles.itemLabel)}>{label}</span>
      {typeof disabled === 'string' ? <span className="note">{disabled}</span> : null}
      {shortcut ? <Kbd keys={shortcut} /> : null}
    </>
  );
  if (checked !== undefined)
    return (
      <Base.CheckboxItem
        className={cx('row gap-2 nowrap round no-outline', styles.item)}
        checked={checked}
        disabled={!!disabled}
        closeOnClick={!staysOpen}
        onClick={run}
      >
        {inner}
      </Base.CheckboxItem>
    );
  return (
    <Base.Item
      className={cx('row gap-2 nowrap round no-outline', styles.item)}
      disabled={!!disabled}
      data-danger={danger || undefined}
      onClick={run}
    >
      {inner}
    </Base.Item>
  );
}
