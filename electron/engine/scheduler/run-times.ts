/** The times at which runs begin, end and enter Beast Mode, at midnight in their Run Config's time zone. */
import type { Day, Timestamp } from '../../../shared/contract/index.ts';
import {
  addDays,
  daysBetween,
  isTimezone,
  later,
  midnightIn,
  millisecondsPerHour,
} from '../../../shared/domain/calendar.ts';
import type { Rows, StoredRow } from '../store/rows.ts';

interface Schedule {
  /** Length of a run, in days. */
  readonly days: number;
  /** IANA name. */
  readonly timezone: string;
}

/** The time zone of new Run Configs: the service's setting, by default the computer's. */
export function serviceTimezone(rows: Rows): string {
  const setting = rows.get('setting', 'timezone')?.value;
  if (typeof setting === 'string' && isTimezone(setting)) return setting;
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** A Run Config without a schedule continues like its last run. */
export function scheduleOf(rows: Rows, sprintConfigId: string): Schedule {
  const schedule = rows.get('runSchedule', sprintConfigId);
  if (schedule) return schedule;
  const last = runsOf(rows, sprintConfigId).at(-1);
  return { days: last ? daysBetween(last.startDate, last.endDate) + 1 : 7, timezone: serviceTimezone(rows) };
}

/** Runs of a Run Config in order, without deleted ones. */
export function runsOf(rows: Rows, sprintConfigId: string): StoredRow<'sprint'>[] {
  return rows.find('sprint', { sprintConfigId, isDeleted: false }, ['index']);
}

const startsAt = (run: { readonly startDate: Day }, { timezone }: Schedule): Timestamp =>
  midnightIn(timezone, run.startDate);

/** The midnight after the run's last day. */
export const endsAt = (run: { readonly endDate: Day }, { timezone }: Schedule): Timestamp =>
  midnightIn(timezone, addDays(run.endDate, 1));

/** The time at which Beast Mode starts automatically if the run is still open; undefined when it does not. */
export function beastModeAt(
  run: StoredRow<'sprint'>,
  config: Pick<StoredRow<'sprintConfig'>, 'autoBeastModeDurationHours'>,
  schedule: Schedule,
): Timestamp | undefined {
  const hours = config.autoBeastModeDurationHours;
  if (hours === null || run.lockedAt !== null || run.completedAt !== null) return undefined;
  return later(startsAt(run, schedule), hours * millisecondsPerHour);
}
