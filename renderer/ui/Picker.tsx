import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, useMemo, useState } from 'react';
import styles from './Picker.module.css';
import popup from './popup.module.css';
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
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

interface Item<V> {
  readonly value: V;
  readonly label: string;
  readonly icon?: Option<V>['icon'];
  readonly chosen: boolean;
}

/**
 * A button that opens a list filtered by typing: people, decks, runs, tags. The list is made when it first opens: a card has
 * half a dozen of them, with hundreds of rows.
 */
export function Picker<V extends string | number | null>(props: PickerProps<V>): ReactElement {
  const [open, setOpen] = useState<boolean | null>(null);
  if (props.open !== undefined) return <Opened {...props} />;
  if (open !== null) return <Opened {...props} open={open} onOpenChange={setOpen} />;
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

const listOf = <V,>({ options }: PickerProps<V>): readonly Option<V>[] =>
  typeof options === 'function' ? options() : options;

/** A combobox takes no name from its content by itself. */
function nameOf<V>(props: PickerProps<V>): string {
  const chosen = listOf(props).filter((option) => props.value.includes(option.value));
  return `${props.label}: ${chosen.map((option) => option.label).join(', ') || 'none'}`;
}

function Opened<V extends string | number | null>(props: PickerProps<V>): ReactElement {
  const { label, options, value, onPick, trigger, placeholder, multiple, onCreate, align = 'start' } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the props only these make the list
  const items = useMemo<Item<V>[]>(
    () => listOf(props).map((option) => ({ ...option, chosen: value.includes(option.value) })),
    [options, value],
  );
  return (
    <Combobox.Root
      items={items}
      value={null}
      open={props.open}
      onOpenChange={props.onOpenChange}
      autoHighlight
      itemToStringLabel={(item: Item<V>) => item.label}
      onValueChange={(item: Item<V> | null, details) => {
        if (!item) return;
        if (multiple) details.cancel();
        onPick(item.value);
      }}
    >
      <Combobox.Trigger aria-label={nameOf(props)} render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner className={popup.positioner} align={align} sideOffset={4}>
          <Combobox.Popup className={popup.popup} aria-label={label}>
            <Combobox.Input
              className={styles.input}
              placeholder={placeholder ?? `${label}…`}
              aria-label={label}
              onKeyDown={(event) => {
                const text = event.currentTarget.value.trim();
                const matches = items.some((item) => item.label.toLowerCase().includes(text.toLowerCase()));
                if (event.key === 'Enter' && onCreate && text && !matches) onCreate(text);
              }}
            />
            <Combobox.Empty className={popup.empty}>
              {onCreate ? 'Enter adds what you typed.' : 'Nothing matches.'}
            </Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(item: Item<V>) => (
                <Combobox.Item key={String(item.value)} value={item} className={popup.item}>
                  <span className={popup.itemIcon}>{item.icon}</span>
                  <span className={popup.itemLabel}>{item.label}</span>
                  {item.chosen ? <Check size={14} aria-label="chosen" /> : null}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
