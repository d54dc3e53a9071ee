/** Creates runs in advance, completes runs, and moves their unfinished cards to the next run. */
import type { Timestamp } from '../../../shared/contract/index.ts';
import { addDays, dayInTimeZone } from '../../../shared/domain/calendar.ts';
import { unfinishedCardKind } from '../../../shared/domain/derived-status.ts';
import type { StoredRow } from '../store/rows.ts';
import { nextAccountSeq } from '../store/sequences.ts';
import type { ActionContext } from '../types.ts';
import { changeCard, kindOfOpenBlockOrReview } from './card-changes.ts';
import { runsOfRunConfig, scheduleOfRunConfig } from './run-times.ts';

/** Kept ready after the current run. */
const runsAhead = 2;

type Run = StoredRow<'sprint'>;

/** With the zones and capacities of `previous` (rule `runs.inherit`), if there is one. */
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
    accountSeq: nextAccountSeq(context, 'sprint'),
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

/** Creates runs until `runsAhead` runs begin after today. Does nothing for a Run Config without runs. */
export function createRunsAhead(context: ActionContext, sprintConfigId: string): void {
  const { rows, at } = context;
  const schedule = scheduleOfRunConfig(rows, sprintConfigId);
  const today = dayInTimeZone(schedule.timezone, at);
  const runs = runsOfRunConfig(rows, sprintConfigId);
  let last = runs.at(-1);
  let ahead = runs.filter((run) => run.completedAt === null && run.startDate > today).length;
  while (last && ahead < runsAhead) {
    const startDate = addDays(last.endDate, 1);
    last = createRun(context, { sprintConfigId, startDate, days: schedule.days, previous: last });
    if (startDate > today) ahead++;
  }
}

/**
 * Takes back what a clock that was ahead did: opens runs that were completed at a time that has not come, and deletes
 * the unnamed runs beyond the next `runsAhead`; the unfinished cards in these go back to the current run.
 */
export function healRunsAfterClockSetBack(context: ActionContext, sprintConfigId: string): void {
  const { rows, at } = context;
  const today = dayInTimeZone(scheduleOfRunConfig(rows, sprintConfigId).timezone, at);
  for (const { id, completedAt } of runsOfRunConfig(rows, sprintConfigId))
    if (completedAt !== null && completedAt > at) rows.update('sprint', id, { completedAt: null });
  const runs = runsOfRunConfig(rows, sprintConfigId);
  const current = runs.find(({ completedAt, endDate }) => completedAt === null && endDate >= today);
  const surplus = runs.filter(({ startDate }) => startDate > today).slice(runsAhead);
  // Only from the end, so that no gap arises.
  for (const run of surplus.toReversed()) {
    if (run.name !== null || !current) break;
    for (const { cardId } of rows.find('card', { sprintId: run.id }, ['accountSeq']))
      changeCard(context, cardId, { sprintId: current.id });
    rows.update('sprint', run.id, { isDeleted: true });
  }
}

/** Creates a missing next run. Moves only cards whose kind is in `moveOnFinish` of the Run Config. */
export function moveUnfinishedCards(context: ActionContext, run: Run): void {
  const { rows } = context;
  createRunsAhead(context, run.sprintConfigId);
  const next = runsOfRunConfig(rows, run.sprintConfigId).find(
    ({ index, completedAt }) => index > run.index && !completedAt,
  );
  const moving: readonly string[] = rows.get('sprintConfig', run.sprintConfigId)?.moveOnFinish ?? [];
  if (!next || moving.length === 0) return;
  for (const card of rows.find('card', { sprintId: run.id }, ['accountSeq'])) {
    const kind = unfinishedCardKind({ ...card, openThread: kindOfOpenBlockOrReview(context, card.cardId) });
    if (kind && moving.includes(kind)) changeCard(context, card.cardId, { sprintId: next.id });
  }
}

/** Also moves its unfinished cards. */
export function completeRun(context: ActionContext, run: Run, completedAt: Timestamp): void {
  context.rows.update('sprint', run.id, { completedAt });
  moveUnfinishedCards(context, run);
}
