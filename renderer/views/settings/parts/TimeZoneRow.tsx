/** A row of settings in which the person chooses a time zone. */
import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TimeZonePicker } from '../../../ui/forms/TimeZonePicker.tsx';
import { SettingsRow } from './rows.tsx';

export function TimeZoneRow({
  label,
  about,
  value,
  onPick,
}: {
  label: string;
  about: string;
  value: string;
  onPick: (timezone: string) => void;
}): ReactElement {
  return (
    <SettingsRow label={label} about={about}>
      <TimeZonePicker
        label={label}
        align="end"
        value={value}
        onPick={onPick}
        trigger={
          <Button>
            <span>{value.replaceAll('_', ' ')}</span>
            <ChevronsUpDown size={12} aria-hidden />
          </Button>
        }
      />
    </SettingsRow>
  );
}
