/** When runs begin, end (at midnight in the time zone of their Run Config) and enter Beast Mode. */
import type { Day, Timestamp } from '../../../shared/contract/index.ts';
import {
  addDays,
  addMilliseconds,
  dayInTimeZone,
  daysBetween,
  isTimezone,
  millisecondsPerHour,
  startOfDayInTimeZone,
} from '../../../shared/domain/calendar.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

interface Schedule {
  readonly days: number;
  /** IANA name. */
  readonly timezone: string;
}

/** The time zone in the settings of the service, otherwise that of the computer. */
export function defaultRunConfigTimezone(rows: RowStore): string {
  const setting = rows.get('setting', 'timezone')?.value;
  if (typeof setting === 'string' && isTimezone(setting)) return setting;
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/**
 * Without a stored schedule, runs are as long as the last run (a week if there is none), in `defaultRunConfigTimezone`.
 */
export function scheduleOfRunConfig(rows: RowStore, sprintConfigId: string): Schedule {
  const schedule = rows.get('runSchedule', sprintConfigId);
  if (schedule) return schedule;
  const last = runsOfRunConfig(rows, sprintConfigId).at(-1);
  return { days: last ? daysBetween(last.startDate, last.endDate) + 1 : 7, timezone: defaultRunConfigTimezone(rows) };
}

/** Runs in order, without deleted ones. */
export function runsOfRunConfig(rows: RowStore, sprintConfigId: string): StoredRow<'sprint'>[] {
  return rows.find('sprint', { sprintConfigId, isDeleted: false }, ['index']);
}

/** The midnight after the last day of the run. */
export const runEndsAt = (run: { readonly endDate: Day }, { timezone }: Schedule): Timestamp =>
  startOfDayInTimeZone(timezone, addDays(run.endDate, 1));

/** Undefined if the Run Config does not start it, if it has started, or if the run is completed. */
export function beastModeStartsAt(
  run: StoredRow<'sprint'>,
  config: Pick<StoredRow<'sprintConfig'>, 'autoBeastModeDurationHours'>,
  schedule: Schedule,
): Timestamp | undefined {
  const hours = config.autoBeastModeDurationHours;
  if (hours === null || run.lockedAt !== null || run.completedAt !== null) return undefined;
  return addMilliseconds(startOfDayInTimeZone(schedule.timezone, run.startDate), hours * millisecondsPerHour);
}

/** Settings of a Run Config (rules `configs.auto-assign-started`, `configs.auto-assign-new`). */
type AutoAssign = 'autoAssignStartedCard' | 'autoAssignNewCard';

/** The run has begun, has not ended and is not completed. */
export function currentRunOf({ rows, at }: ActionContext, sprintConfigId: string): StoredRow<'sprint'> | undefined {
  const today = dayInTimeZone(scheduleOfRunConfig(rows, sprintConfigId).timezone, at);
  return runsOfRunConfig(rows, sprintConfigId).find(
    (run) => run.completedAt === null && run.startDate <= today && today <= run.endDate,
  );
}

/**
 * Takes the oldest Run Config of the deck's project that has the setting `auto` and a current run. Undefined if there
 * is none, and for private cards, which have no deck.
 */
export function findRunForAutoAssign(
  context: ActionContext,
  deckId: string | null,
  auto: AutoAssign = 'autoAssignStartedCard',
): StoredRow<'sprint'> | undefined {
  const { rows } = context;
  const projectId = deckId === null ? undefined : rows.get('deck', deckId)?.projectId;
  if (projectId === undefined) return undefined;
  for (const config of rows.find('sprintConfig', { [auto]: true }, ['createdAt'])) {
    if (!rows.get('sprintProject', JSON.stringify([config.id, projectId]))) continue;
    const run = currentRunOf(context, config.id);
    if (run) return run;
  }
  return undefined;
}
