/** The current time zone is listed even if the system does not know it. */
import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../Button.tsx';
import { Picker } from '../popups/Picker.tsx';

interface TimeZonePickerProps {
  label: string;
  /** Before the time zone on the button. */
  prefix?: string;
  /** IANA name, such as `Europe/Paris`. */
  value: string;
  onPick: (timezone: string) => void;
  align?: 'start' | 'end';
}

const labelOf = (timezone: string) => timezone.replaceAll('_', ' ');

export function TimeZonePicker({ prefix = '', value, ...rest }: TimeZonePickerProps): ReactElement {
  return (
    <Picker
      placeholder="Find a city…"
      value={[value]}
      options={() => {
        const known = Intl.supportedValuesOf('timeZone');
        const names = known.includes(value) ? known : [value, ...known];
        return names.map((name) => ({ value: name, label: labelOf(name) }));
      }}
      trigger={
        <Button>
          <span>
            {prefix}
            {labelOf(value)}
          </span>
          <ChevronsUpDown size={12} aria-hidden />
        </Button>
      }
      {...rest}
    />
  );
}
