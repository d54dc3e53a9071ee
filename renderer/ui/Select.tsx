import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { type Hears, LazyTrigger } from './LazyTrigger.tsx';

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

const closed = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false };
// Letters choose while it is closed: its parts are there before one is pressed.
const hears: Hears = {
  onPointerDown: 'prepares',
  onMouseDown: 'opens',
  onKeyDown: 'opens',
  onClick: 'opens',
  onFocus: 'prepares',
};

/** One of a few. For many, use `Picker`, which filters. */
export function Select<V extends string | number | null>(props: SelectProps<V>): ReactElement {
  const { label, value, options, prefix, look = 'plain', small, disabled, id } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <LazyTrigger
      closed={closed}
      hears={hears}
      trigger={
        <Button
          id={id}
          look={look}
          small={small}
          disabled={disabled}
          aria-label={`${label}: ${chosen?.label ?? (value === null ? 'none' : String(value))}`}
        >
          {chosen?.icon}
          <span>
            {prefix ? `${prefix}: ` : ''}
            {chosen?.label ?? (value === null ? 'None' : String(value))}
          </span>
          <ChevronsUpDown size={12} aria-hidden />
        </Button>
      }
    >
      {({ SelectParts }, standIn) => <SelectParts {...props} trigger={standIn} />}
    </LazyTrigger>
  );
}
