/**
 * Picker for one of the time zones that this system knows. The current time zone is listed even if the system does not
 * know it.
 */
import type { ReactElement } from 'react';
import { Picker } from '../popups/Picker.tsx';

interface TimeZonePickerProps {
  label: string;
  /** IANA name of the current time zone, such as `Europe/Paris`. */
  value: string;
  onPick: (timezone: string) => void;
  trigger: ReactElement;
  align?: 'start' | 'end';
}

export function TimeZonePicker({ value, ...rest }: TimeZonePickerProps): ReactElement {
  return (
    <Picker
      placeholder="Find a city…"
      value={[value]}
      options={() => {
        const known = Intl.supportedValuesOf('timeZone');
        const names = known.includes(value) ? known : [value, ...known];
        return names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
      }}
      {...rest}
    />
  );
}
