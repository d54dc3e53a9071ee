/** On which day the organization's weeks begin, for every calendar below. */
import type { ReactElement, ReactNode } from 'react';
import { useLookups } from '../data/lookups.ts';
import { FirstWeekday } from '../ui/dates/week.ts';

const weekdays: Readonly<Record<string, number>> = { sunday: 0, monday: 1, saturday: 6 };

export function Week({ children }: { children: ReactNode }): ReactElement {
  const { account } = useLookups();
  return <FirstWeekday value={weekdays[account?.startWeekday ?? ''] ?? 1}>{children}</FirstWeekday>;
}
