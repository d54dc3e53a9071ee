import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './popup.module.css';

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

/** One of a few. For many, use `Picker`, which filters. */
export function Select<V extends string | number | null>(props: SelectProps<V>): ReactElement {
  const { label, value, options, onChange, prefix, look = 'plain', small, disabled, id } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root value={value} disabled={disabled} onValueChange={(next) => onChange(next as V)}>
      <Base.Trigger
        id={id}
        render={<Button look={look} small={small} />}
        aria-label={`${label}: ${chosen?.label ?? (value === null ? 'none' : String(value))}`}
      >
        {chosen?.icon}
        <span>
          {prefix ? `${prefix}: ` : ''}
          {chosen?.label ?? (value === null ? 'None' : String(value))}
        </span>
        <ChevronsUpDown size={12} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={styles.popup}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={String(option.value)} value={option.value} className={styles.item}>
                  <span className={styles.itemIcon}>
                    {option.value === value ? <Check size={14} aria-hidden /> : option.icon}
                  </span>
                  <Base.ItemText className={styles.itemLabel}>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
