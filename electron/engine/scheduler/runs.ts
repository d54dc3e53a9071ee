/** How runs follow each other: they are created ahead, completed, and undone cards move on. */
import type { Timestamp } from '../../../shared/contract/index.ts';
import { addDays, dayIn } from '../../../shared/domain/calendar.ts';
import { leftoverKind } from '../../../shared/domain/carry-over.ts';
import { changeCard } from '../rules/card-changes.ts';
import { openMark } from '../rules/threads.ts';
import type { StoredRow } from '../store/rows.ts';
import { nextSeq } from '../store/sequences.ts';
import type { ActionContext } from '../types.ts';
import { runsOf, scheduleOf } from './run-times.ts';

/** Number of runs that are created ahead, after the current one. */
const runsAhead = 2;

type Run = StoredRow<'sprint'>;

/** The first run of a Run Config, or the one after `previous` with its zones and capacities (rule `runs.inherit`). */
export function createRun(
  context: ActionContext,
  {
    sprintConfigId,
    startDate,
    days,
    previous,
  }: { sprintConfigId: string; startDate: string; days: number; previous?: Run },
): Run {
  const index = previous ? previous.index + 1 : 0;
  const run: Run = {
    id: context.newId(`sprint:${sprintConfigId}:${index}`),
    accountId: context.accountId,
    accountSeq: nextSeq(context, 'sprint'),
    autoMilestoneId: null,
    completedAt: null,
    coverFileId: null,
    createdAt: context.at,
    description: null,
    endDate: addDays(startDate, days - 1),
    handSyncEnabled: false,
    index,
    isDeleted: false,
    lockedAt: null,
    manualOrderLabels: previous?.manualOrderLabels ?? null,
    name: null,
    sprintConfigId,
    startDate,
    userCapacities: previous?.userCapacities ?? {},
  };
  context.rows.insert('sprint', run);
  return run;
}

/**
 * Creates runs after the last one until enough upcoming ones exist. A Run Config without any run gets none.
 */
export function createRunsAhead(context: ActionContext, sprintConfigId: string): void {
  const { rows, at } = context;
  const schedule = scheduleOf(rows, sprintConfigId);
  const today = dayIn(schedule.timezone, at);
  const runs = runsOf(rows, sprintConfigId);
  let last = runs.at(-1);
  let ahead = runs.filter((run) => run.completedAt === null && run.startDate > today).length;
  while (last && ahead < runsAhead) {
    const startDate = addDays(last.endDate, 1);
    last = createRun(context, { sprintConfigId, startDate, days: schedule.days, previous: last });
    if (startDate > today) ahead++;
  }
}

/** After a run's completion: makes sure that the next run exists, and moves the cards that `moveOnFinish` names. */
export function moveUnfinishedCards(context: ActionContext, run: Run): void {
  const { rows } = context;
  createRunsAhead(context, run.sprintConfigId);
  const next = runsOf(rows, run.sprintConfigId).find(({ index, completedAt }) => index > run.index && !completedAt);
  const moving: readonly string[] = rows.get('sprintConfig', run.sprintConfigId)?.moveOnFinish ?? [];
  if (!next || moving.length === 0) return;
  for (const card of rows.find('card', { sprintId: run.id }, ['accountSeq'])) {
    const kind = leftoverKind({ ...card, openThread: openMark(context, card.cardId) });
    if (kind && moving.includes(kind)) changeCard(context, card.cardId, { sprintId: next.id });
  }
}

/** Completes a run with the date `completedAt`. */
export function completeRun(context: ActionContext, run: Run, completedAt: Timestamp): void {
  context.rows.update('sprint', run.id, { completedAt });
  moveUnfinishedCards(context, run);
}
