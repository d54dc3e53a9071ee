/** In a file of its own so that its code is loaded later. */
import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '../cx.ts';
import styles from './popup.module.css';
import type { SelectPopupProps } from './props.ts';

export function SelectPopup<V extends string | number | null>(props: SelectPopupProps<V>): ReactElement {
  const { value, options, onChange, disabled, id, trigger } = props;
  return (
    <Base.Root value={value} disabled={disabled} onValueChange={(next) => onChange(next as V)}>
      <Base.Trigger id={id} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={cx('no-outline', styles.positioner)} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={cx('scroll floating round-lg p-1', styles.popup)}>
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={String(option.value)}
                  value={option.value}
                  className={cx('row gap-2 nowrap round no-outline', styles.item)}
                >
                  <span className={cx('inline-flex justify-center rigid soft', styles.itemIcon)}>
                    {option.value === value ? <Check size={14} aria-hidden /> : option.icon}
                  </span>
                  <Base.ItemText className={cx('grow min-w-0 truncate', styles.itemLabel)}>
                    {option.label}
                  </Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
