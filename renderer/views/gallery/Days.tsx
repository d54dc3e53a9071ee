/** Gallery samples of date fields and the calendar popup. */
import { type ReactElement, useState } from 'react';
import { Calendar } from '../../ui/dates/Calendar.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { GalleryPart, GallerySample } from './Part.tsx';

/** A fixed day, so that screenshots do not change. */
const today = '2026-03-09';

export function DateSamples(): ReactElement {
  const [day, setDay] = useState<string | null>('2026-03-18');
  return (
    <GalleryPart name="Day">
      <GallerySample of="day" width={210}>
        <DateField label="Day" clearable value={day} onChange={setDay} />
      </GallerySample>
      <GallerySample of="day, none" width={210}>
        <DateField label="None yet" clearable value={null} onChange={setDay} />
      </GallerySample>
      <GallerySample of="day, wrong" width={210}>
        <DateField label="Wrong" error="It would start after its date." value={day} onChange={setDay} />
      </GallerySample>
      <GallerySample of="day, quiet" width={150}>
        <DateField label="Quiet" look="quiet" isOverdue value={day} onChange={setDay} />
      </GallerySample>
      <GallerySample of="calendar">
        <Calendar value={day} today={today} min="2026-03-05" onChoose={setDay} />
      </GallerySample>
    </GalleryPart>
  );
}
