import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../ui/Button.tsx';
import { Picker } from '../ui/Picker.tsx';
import { Row } from './parts.tsx';

/** Names that this system knows, and the one that is set. */
const timeZones = Intl.supportedValuesOf('timeZone');

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
  const names = timeZones.includes(value) ? timeZones : [value, ...timeZones];
  return (
    <Row label={label} about={about}>
      <Picker
        label={label}
        placeholder="Find a city…"
        align="end"
        value={[value]}
        options={names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        onPick={onPick}
        trigger={
          <Button>
            <span>{value.replaceAll('_', ' ')}</span>
            <ChevronsUpDown size={12} aria-hidden />
          </Button>
        }
      />
    </Row>
  );
}
