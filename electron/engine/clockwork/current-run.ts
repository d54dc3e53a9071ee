/** The run that a started card joins by itself (interface.md, `sprintConfig.autoAssignStartedCard`). */
import { once } from '../journal.ts';
import type { StoredRow } from '../rows.ts';
import type { ActionContext } from '../types.ts';
import { endsAt, runsOf, scheduleOf, startsAt } from './run-times.ts';

/** The current run of the first Run Config that takes started cards of the deck's project. */
export function currentRun(context: ActionContext, deckId: string | null): StoredRow<'sprint'> | undefined {
  const projectId = deckId === null ? undefined : context.rows.get('deck', deckId)?.projectId;
  if (projectId === undefined) return undefined;
  return once(context, `currentRun:${projectId}`, () => {
    const { rows, at } = context;
    const configs = rows
      .find('sprintConfig', { autoAssignStartedCard: true }, ['createdAt'])
      .filter(({ id, isGlobal }) => isGlobal || rows.get('sprintProject', JSON.stringify([id, projectId])));
    for (const { id } of configs) {
      const schedule = scheduleOf(rows, id);
      const run = runsOf(rows, id).find(
        (each) => each.completedAt === null && startsAt(each, schedule) <= at && at < endsAt(each, schedule),
      );
      if (run) return run;
    }
    return undefined;
  });
}
