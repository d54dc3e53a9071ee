/** Handlers that create and delete Run Configs: extensions of the embedded service (contract/administration.ts). */
import { refuse } from '../../../shared/contract/index.ts';
import { dayOf, daysBetween, isTimezone } from '../../../shared/domain/calendar.ts';
import { requireSprintConfig } from '../rules/access.ts';
import { changeCard } from '../rules/card-changes.ts';
import { belongingOf, checkBelonging, linkSprintConfig } from '../rules/planning-links.ts';
import { serviceTimezone } from '../scheduler/run-times.ts';
import { createRun, createRunsAhead } from '../scheduler/runs.ts';
import type { Handlers } from '../types.ts';

/** Maximum length of a run, in days. */
const longestRun = 366;
/** Maximum distance of the first run from today, in days, since all runs from it on are created at once. */
const earliestStart = 366;
const latestStart = 3660;

export const runConfigs = {
  'sprints/createConfig': {
    check(context, { isGlobal, projectIds, timezone }) {
      if (timezone !== undefined && !isTimezone(timezone))
        throw refuse('invalid_param', "'timezone' must be the name of an IANA time zone.");
      checkBelonging(context, { isGlobal, projectIds }, { isGlobal: true });
    },
    certain({ at }, { days, startDate }) {
      if (days < 1 || days > longestRun) throw refuse('invalid_param', `'days' must be between 1 and ${longestRun}.`);
      const ahead = daysBetween(dayOf(at), startDate);
      if (ahead < -earliestStart || ahead > latestStart)
        throw refuse(
          'invalid_param',
          `'startDate' must lie within the last ${earliestStart} days or the next ten years.`,
        );
    },
    effect(context, { name, color, isGlobal, projectIds }) {
      const { rows, at, accountId, actor } = context;
      const id = context.newId('sprintConfig');
      if (rows.get('sprintConfig', id)) return { id };
      const belonging = belongingOf(context, projectIds ? { isGlobal, projectIds } : { isGlobal: true });
      rows.insert('sprintConfig', {
        id,
        accountId,
        autoAssignNewCard: false,
        autoAssignStartedCard: false,
        autoBeastModeDurationHours: null,
        beastGracePeriodHours: 0,
        color: color ?? 'blue',
        createdAt: at,
        creatorId: actor.userId,
        isGlobal: belonging?.isGlobal ?? true,
        moveOnFinish: ['undone', 'review', 'blocked'],
        name,
        runLabelTemplate: null,
      });
      if (belonging) linkSprintConfig(context, id, belonging);
      return { id };
    },
    serviceOnly(context, { startDate, days, timezone }, { id }) {
      const { rows } = context;
      rows.insert('runSchedule', { sprintConfigId: id, days, timezone: timezone ?? serviceTimezone(rows) });
      createRun(context, { sprintConfigId: id, startDate, days });
      createRunsAhead(context, id);
    },
  },

  'sprints/deleteConfig': {
    check: (context, { id }) => void requireSprintConfig(context, id),
    effect(context, { id }) {
      const { rows } = context;
      for (const run of rows.find('sprint', { sprintConfigId: id }, ['index'])) {
        for (const { cardId } of rows.find('card', { sprintId: run.id }, ['accountSeq']))
          changeCard(context, cardId, { sprintId: null });
        for (const lock of rows.find('lockedCard', { sprintId: run.id })) rows.remove('lockedCard', lock.cardId);
        for (const { date } of rows.find('sprintProgress', { sprintId: run.id }))
          rows.remove('sprintProgress', JSON.stringify([run.id, date]));
        rows.remove('sprint', run.id);
      }
      for (const { date } of rows.find('sprintConfigProgress', { sprintConfigId: id }))
        rows.remove('sprintConfigProgress', JSON.stringify([id, date]));
      for (const { projectId } of rows.find('sprintProject', { sprintConfigId: id }))
        rows.remove('sprintProject', JSON.stringify([id, projectId]));
      rows.remove('runSchedule', id);
      rows.remove('sprintConfig', id);
      return {};
    },
  },
} satisfies Partial<Handlers>;
