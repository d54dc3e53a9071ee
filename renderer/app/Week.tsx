/** Provides the organization's first day of the week to all calendars inside. */
import type { ReactElement, ReactNode } from 'react';
import { useLookups } from '../data/lookups.ts';
import { FirstWeekday } from '../ui/dates/week.ts';

const weekdays: Readonly<Record<string, number>> = { sunday: 0, monday: 1, saturday: 6 };

export function Week({ children }: { children: ReactNode }): ReactElement {
  const { account } = useLookups();
  return <FirstWeekday value={weekdays[account?.startWeekday ?? ''] ?? 1}>{children}</FirstWeekday>;
}
