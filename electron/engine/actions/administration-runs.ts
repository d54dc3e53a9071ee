/** Actions of the embedded service only, on Run Configs (`shared/contract/extension-actions.ts`). */
import { refuse } from '../../../shared/contract/index.ts';
import { daysBetween, isTimezone, utcDayOf } from '../../../shared/domain/calendar.ts';
import { canSeeProject, requireSprintConfig } from '../rules/access.ts';
import { changeCard } from '../rules/card-changes.ts';
import { checkSelectedProjects, linkRunConfigToProjects, projectSelectionFromParams } from '../rules/planning-links.ts';
import { defaultRunConfigTimezone } from '../rules/run-times.ts';
import { createRun, createRunsAhead } from '../rules/runs.ts';
import type { RowStore } from '../store/rows.ts';
import type { ActionHandlers } from '../types.ts';
import { setProjectsOfRunConfig } from './sprints.ts';

const maxRunDays = 366;
/**
 * The first run starts at most this many days ago, because the service creates all runs from it until today at once.
 */
const maxDaysBeforeToday = 366;
const maxDaysAfterToday = 3660;

export const sprintConfigHandlers = {
  'sprints/createConfig': {
    check(context, { isGlobal, projectIds, timezone }) {
      if (timezone !== undefined && !isTimezone(timezone))
        throw refuse('invalid_param', "'timezone' must be the name of an IANA time zone.");
      checkSelectedProjects(context, { isGlobal, projectIds }, { isGlobal: true });
    },
    refuseCertain({ at }, { days, startDate }) {
      if (days < 1 || days > maxRunDays) throw refuse('invalid_param', `'days' must be between 1 and ${maxRunDays}.`);
      const ahead = daysBetween(utcDayOf(at), startDate);
      if (ahead < -maxDaysBeforeToday || ahead > maxDaysAfterToday)
        throw refuse(
          'invalid_param',
          `'startDate' must lie within the last ${maxDaysBeforeToday} days or the next ten years.`,
        );
    },
    effect(context, { name, color, isGlobal, projectIds }) {
      const { rows, at, accountId, actor } = context;
      const id = context.newId('sprintConfig');
      if (rows.get('sprintConfig', id)) return { id };
      const selection = projectSelectionFromParams(context, projectIds ? { isGlobal, projectIds } : { isGlobal: true });
      rows.insert('sprintConfig', {
        id,
        accountId,
        autoAssignNewCard: false,
        autoAssignStartedCard: false,
        beastGracePeriodHours: 0,
        color: color ?? 'blue',
        createdAt: at,
        creatorId: actor.userId,
        isGlobal: selection?.isGlobal ?? true,
        moveOnFinish: ['undone', 'review', 'blocked'],
        name,
      });
      if (selection) linkRunConfigToProjects(context, id, selection);
      return { id };
    },
    serviceOnly(context, { startDate, days, timezone }, { id }) {
      const { rows } = context;
      rows.insert('runSchedule', { sprintConfigId: id, days, timezone: timezone ?? defaultRunConfigTimezone(rows) });
      createRun(context, { sprintConfigId: id, startDate, days });
      createRunsAhead(context, id);
    },
  },

  'sprints/deleteConfig': {
    check(context, { id }) {
      const { isGlobal } = requireSprintConfig(context, id);
      if (isGlobal && context.actor.projects !== 'all')
        throw refuse('not_own', 'Only a token of all projects may delete a Run Config of all projects.');
    },
    effect(context, { id }) {
      const { rows } = context;
      const linked = rows.find('sprintProject', { sprintConfigId: id }).map(({ projectId }) => projectId);
      const kept = linked.filter((projectId) => context.role === 'service' && !canSeeProject(context, projectId));
      if (kept.length > 0) {
        // Other projects use the Run Config, too.
        setProjectsOfRunConfig(context, id, { isGlobal: false, projectIds: kept });
        return;
      }
      for (const run of rows.find('sprint', { sprintConfigId: id }, ['index'])) {
        for (const { cardId } of rows.find('card', { sprintId: run.id }, ['accountSeq']))
          changeCard(context, cardId, { sprintId: null });
        for (const lock of rows.find('lockedCard', { sprintId: run.id })) rows.remove('lockedCard', lock.cardId);
        for (const { date } of rows.find('sprintProgress', { sprintId: run.id }))
          rows.remove('sprintProgress', JSON.stringify([run.id, date]));
        removePartsOfProgress(rows, run.id);
        rows.remove('sprint', run.id);
      }
      for (const { date } of rows.find('sprintConfigProgress', { sprintConfigId: id }))
        rows.remove('sprintConfigProgress', JSON.stringify([id, date]));
      removePartsOfProgress(rows, id);
      for (const { projectId } of rows.find('sprintProject', { sprintConfigId: id }))
        rows.remove('sprintProject', JSON.stringify([id, projectId]));
      rows.remove('runSchedule', id);
      rows.remove('sprintConfig', id);
    },
  },
} satisfies Partial<ActionHandlers>;

function removePartsOfProgress(rows: RowStore, ownerId: string): void {
  for (const { model, projectId, date } of rows.find('projectProgress', { ownerId }))
    rows.remove('projectProgress', JSON.stringify([model, ownerId, projectId, date]));
}
