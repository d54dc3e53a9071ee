/**
 * The times at which runs begin, end and enter Beast Mode. Runs begin and end at midnight in the time zone of their Run
 * Config.
 */
import type { Day, Timestamp } from '../../../shared/contract/index.ts';
import {
  addDays,
  addMilliseconds,
  daysBetween,
  isTimezone,
  millisecondsPerHour,
  startOfDayInTimeZone,
} from '../../../shared/domain/calendar.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';

interface Schedule {
  /** Length of a run, in days. */
  readonly days: number;
  /** Name of an IANA time zone. */
  readonly timezone: string;
}

/**
 * Returns the time zone of new Run Configs: the time zone in the settings of the service, otherwise the time zone of
 * the computer.
 */
export function defaultRunConfigTimezone(rows: RowStore): string {
  const setting = rows.get('setting', 'timezone')?.value;
  if (typeof setting === 'string' && isTimezone(setting)) return setting;
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/**
 * Returns the schedule of a Run Config. If no schedule is stored, the runs are as long as the last run, and the time
 * zone is `defaultRunConfigTimezone`. If there is no run either, runs are a week long.
 */
export function scheduleOfRunConfig(rows: RowStore, sprintConfigId: string): Schedule {
  const schedule = rows.get('runSchedule', sprintConfigId);
  if (schedule) return schedule;
  const last = runsOfRunConfig(rows, sprintConfigId).at(-1);
  return { days: last ? daysBetween(last.startDate, last.endDate) + 1 : 7, timezone: defaultRunConfigTimezone(rows) };
}

/** Returns the runs of a Run Config in order, without deleted runs. */
export function runsOfRunConfig(rows: RowStore, sprintConfigId: string): StoredRow<'sprint'>[] {
  return rows.find('sprint', { sprintConfigId, isDeleted: false }, ['index']);
}

/** Returns the midnight after the last day of the run. */
export const runEndsAt = (run: { readonly endDate: Day }, { timezone }: Schedule): Timestamp =>
  startOfDayInTimeZone(timezone, addDays(run.endDate, 1));

/**
 * Returns the time at which Beast Mode starts automatically in the run. Returns undefined if the Run Config does not
 * start Beast Mode automatically, if Beast Mode has already started, or if the run is completed.
 */
export function beastModeStartsAt(
  run: StoredRow<'sprint'>,
  config: Pick<StoredRow<'sprintConfig'>, 'autoBeastModeDurationHours'>,
  schedule: Schedule,
): Timestamp | undefined {
  const hours = config.autoBeastModeDurationHours;
  if (hours === null || run.lockedAt !== null || run.completedAt !== null) return undefined;
  return addMilliseconds(startOfDayInTimeZone(schedule.timezone, run.startDate), hours * millisecondsPerHour);
}
