/** Run Configs, made in a local workspace (decisions.md, "Local administration"). */
import { refuse } from '../../../shared/contract/index.ts';
import { dayOf, daysBetween, isTimezone } from '../../../shared/domain/calendar.ts';
import { serviceTimezone } from '../clockwork/run-times.ts';
import { createRun, createRunsAhead } from '../clockwork/runs.ts';
import { belongingOf, checkBelonging, linkSprintConfig } from '../planning-links.ts';
import type { Handlers } from '../types.ts';

/** Days; longer ones would never end. */
const longestRun = 366;
/** Days before and after today: every run from the first one on is made and completed at once. */
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
} satisfies Partial<Handlers>;
