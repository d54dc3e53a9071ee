/** The current run of a Run Config, and the one to which cards of a deck are added automatically. */
import { dayInTimeZone } from '../../../shared/domain/calendar.ts';
import type { StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';
import { runsOfRunConfig, scheduleOfRunConfig } from './run-times.ts';

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
