/** A past time as text, such as "3 min ago". Its tooltip has the date and time. */
import type { ReactElement } from 'react';
import { RelativeTime } from '../data/relative-time.ts';
import { dateAndTimeText } from '../ui/dates/day-text.ts';

export const TimeAgo = ({ at, className }: { at: string; className?: string | undefined }): ReactElement => (
  <time className={className} dateTime={at} title={dateAndTimeText(at)}>
    <RelativeTime at={at} />
  </time>
);
