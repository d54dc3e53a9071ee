/** Provides the first day of the week to calendars: the organization's, or Monday. */
import type { ReactElement, ReactNode } from 'react';
import { useLookups } from '../data/lookups.ts';
import { FirstWeekdayContext } from '../ui/dates/day-text.ts';

const weekdayNumbers: Readonly<Record<string, number>> = { sunday: 0, monday: 1, saturday: 6 };

export function FirstWeekdayProvider({ children }: { children: ReactNode }): ReactElement {
  const { account } = useLookups();
  return <FirstWeekdayContext value={weekdayNumbers[account?.startWeekday ?? ''] ?? 1}>{children}</FirstWeekdayContext>;
}
