/** In a file of its own so that its code is loaded later. */
import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { foldText } from '../../../shared/domain/search-text.ts';
import { cx } from '../cx.ts';
import styles from './Picker.module.css';
import popup from './popup.module.css';
import { type ListOption, type PickerPopupProps, pickerOptions } from './props.ts';

interface Item<V> extends ListOption<V> {
  readonly chosen: boolean;
}

/**
 * Keeps the popup at its size with all options, so that the search field does not move when typing filters the list.
 */
function fixMinSize(element: HTMLElement | null): void {
  if (!element || element.style.minHeight) return;
  element.style.minHeight = `min(${element.offsetHeight}px, var(--available-height))`;
  element.style.minWidth = `min(${element.offsetWidth}px, var(--available-width))`;
}

export function PickerPopup<V extends string | number | null>(props: PickerPopupProps<V>): ReactElement {
  const { label, name, options, value, onPick, trigger, placeholder, multiple, onCreate, align = 'start' } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items depend on these props only
  const items = useMemo<Item<V>[]>(
    () => pickerOptions(props).map((option) => ({ ...option, chosen: value.includes(option.value) })),
    [options, value],
  );
  return (
    <Combobox.Root
      items={items}
      // A list with one value opens on it.
      value={multiple ? null : (items.find(({ chosen }) => chosen) ?? null)}
      isItemEqualToValue={(a: Item<V>, b: Item<V>) => a.value === b.value}
      autoHighlight
      itemToStringLabel={(item: Item<V>) => item.label}
      filter={(item: Item<V>, typed) => foldText(item.label).includes(foldText(typed.trim()))}
      onValueChange={(item: Item<V> | null, details) => {
        if (!item) return;
        if (multiple) details.cancel();
        onPick(item.value);
      }}
    >
      <Combobox.Trigger aria-label={name} render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner className={cx('no-outline', popup.positioner)} align={align} sideOffset={4}>
          <Combobox.Popup
            ref={fixMinSize}
            className={cx('scroll floating round-lg p-1', popup.popup)}
            aria-label={label}
          >
            <Combobox.Input
              className={cx('w-full px-2', styles.input)}
              placeholder={placeholder ?? `${label}…`}
              aria-label={label}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                const text = event.currentTarget.value.trim();
                const matches = items.some((item) => foldText(item.label).includes(foldText(text)));
                if (event.key === 'Enter' && onCreate && text && !matches) onCreate(text);
              }}
            />
            <Combobox.Empty className={cx('faint p-2', popup.empty)}>
              {onCreate ? 'Enter adds what you typed.' : 'Nothing matches.'}
            </Combobox.Empty>
            <Combobox.List className={cx('scroll', styles.list)}>
              {(item: Item<V>) => (
                <Combobox.Item
                  key={String(item.value)}
                  value={item}
                  className={cx('row gap-2 nowrap round no-outline', popup.item)}
                >
                  <span className={cx('inline-flex justify-center rigid soft', popup.itemIcon)}>{item.icon}</span>
                  <span className={cx('grow min-w-0 truncate', popup.itemLabel)}>{item.label}</span>
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
