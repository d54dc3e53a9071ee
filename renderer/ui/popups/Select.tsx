/** For many options use `Picker`, which has a search field. */
import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../Button.tsx';
import { type PrefetchedComponent, prefetchedComponent } from '../lazy-component.ts';
import { buttonTriggerEvents, LazyTrigger, type TriggerEventEffects } from './LazyTrigger.tsx';
import type { SelectPopupProps, SelectProps } from './props.ts';

export type { ListOption } from './props.ts';

const SelectPopup = prefetchedComponent(() => import('./SelectPopup.tsx'), 'SelectPopup');

const closedAttributes = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false };
// The list also mounts on focus, because letter keys choose an option while the list is closed.
const buttonEvents: TriggerEventEffects = { ...buttonTriggerEvents, onFocus: 'prepares' };

export function Select<V extends string | number | null>(props: SelectProps<V>): ReactElement {
  const { label, value, options, prefix, look = 'plain', small, disabled, id } = props;
  const chosen = options.find((option) => option.value === value);
  const Popup = SelectPopup as unknown as PrefetchedComponent<SelectPopupProps<V>>;
  return (
    <LazyTrigger
      closedAttributes={closedAttributes}
      events={buttonEvents}
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
      {(standIn) => <Popup {...props} trigger={standIn} />}
    </LazyTrigger>
  );
}
