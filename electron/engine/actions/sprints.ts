import { refuse } from '../../../shared/contract/index.ts';
import { isRunLabelTemplate } from '../../../shared/domain/run-label.ts';
import {
  requireSprint,
  requireSprintConfig,
  requireSubscriptionPlanFeature,
  requireUndeletedMilestone,
  subscriptionPlanIncludes,
  withoutUnseenNulls,
} from '../rules/access.ts';
import { startBeastMode } from '../rules/beast-mode.ts';
import { changeCard } from '../rules/card-changes.ts';
import {
  cardsOfProject,
  checkSelectedProjects,
  checkUserCapacities,
  linkRunConfigToProjects,
  type ProjectSelection,
  projectSelectionFromParams,
} from '../rules/planning-links.ts';
import { beastModeStartsAt, currentRunOf, scheduleOfRunConfig } from '../rules/run-times.ts';
import { moveUnfinishedCards } from '../rules/runs.ts';
import { createRenameZoneHandler, normalizeZones } from '../rules/zones.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

/** @throws Refusal for negative hours, and for more than 0 hours if the organization's plan has no Beast Mode */
function checkHours(context: ActionContext, name: string, hours: number | null | undefined): void {
  if (hours === null || hours === undefined || hours === 0) return;
  if (hours < 0) throw refuse('invalid_param', `'${name}' must not be negative.`);
  requireSubscriptionPlanFeature(context, 'beastMode');
}

export const sprintHandlers = {
  'sprints/updateConfig': {
    check(context, params) {
      checkSelectedProjects(context, params, requireSprintConfig(context, params.id));
      checkHours(context, 'autoBeastModeDurationHours', params.autoBeastModeDurationHours);
      checkHours(context, 'beastGracePeriodHours', params.beastGracePeriodHours);
    },
    refuseCertain(_context, { runLabelTemplate }) {
      if (typeof runLabelTemplate === 'string' && !isRunLabelTemplate(runLabelTemplate)) throw refuse('label_template');
    },
    effect(context, { id, isGlobal, projectIds, moveOnFinish, ...fields }) {
      const selection = projectSelectionFromParams(context, { isGlobal, projectIds });
      context.rows.update('sprintConfig', id, {
        ...fields,
        ...(moveOnFinish && { moveOnFinish: [...new Set(moveOnFinish)] }),
        ...(selection && { isGlobal: selection.isGlobal }),
      });
      if (selection) setProjectsOfRunConfig(context, id, selection);
    },
    serviceOnly(context, { id, autoBeastModeDurationHours }) {
      if (typeof autoBeastModeDurationHours !== 'number' || !subscriptionPlanIncludes(context.rows, 'beastMode'))
        return;
      const { rows, at } = context;
      const run = currentRunOf(context, id);
      const starts = run && beastModeStartsAt(run, { autoBeastModeDurationHours }, scheduleOfRunConfig(rows, id));
      if (run && starts !== undefined && starts <= at) startBeastMode(rows, run, at);
    },
  },

  'sprints/renameZone': createRenameZoneHandler('sprint'),

  'sprints/updateSprint': {
    check(context, params) {
      const run = requireSprint(context, params.id);
      checkUserCapacities(context, params.userCapacities);
      if (params.autoMilestoneId) requireUndeletedMilestone(context, params.autoMilestoneId);
      if (params.complete && run.completedAt !== null) throw refuse('run_completed');
      if (!params.lockIn) return;
      requireSubscriptionPlanFeature(context, 'beastMode');
      if (run.completedAt !== null) throw refuse('run_completed');
      if (run.lockedAt !== null) throw refuse('run_locked');
    },
    effect(context, { id, complete, lockIn, manualOrderLabels, ...sent }) {
      const { rows, at } = context;
      const fields = withoutUnseenNulls(context, 'sprint', id, sent);
      const before = rows.get('sprint', id);
      rows.update('sprint', id, {
        ...fields,
        ...(manualOrderLabels !== undefined && { manualOrderLabels: normalizeZones(manualOrderLabels) }),
        ...(lockIn && !before?.lockedAt && { lockedAt: at }),
        ...(complete && !before?.completedAt && { completedAt: at }),
      });
      const { autoMilestoneId } = fields;
      if (autoMilestoneId)
        for (const { cardId, milestoneId } of rows.find('card', { sprintId: id }, ['accountSeq']))
          if (milestoneId === null) changeCard(context, cardId, { milestoneId: autoMilestoneId });
    },
    serviceOnly(context, { id, complete, lockIn }) {
      const run = context.rows.get('sprint', id);
      if (run && lockIn) startBeastMode(context.rows, run, context.at);
      if (run && complete) moveUnfinishedCards(context, run);
    },
    // Only the service creates the next run, so `effect` cannot move the unfinished cards to it.
    previewOnly(context, { id, complete }) {
      const run = context.rows.get('sprint', id);
      if (run && complete) moveUnfinishedCards(context, run);
    },
  },
} satisfies Partial<ActionHandlers>;

/** Removes the cards of projects that the Run Config leaves out from its runs. */
export function setProjectsOfRunConfig(context: ActionContext, id: string, selection: ProjectSelection): void {
  for (const projectId of linkRunConfigToProjects(context, id, selection)) removeFromRuns(context, id, projectId);
}

function removeFromRuns(context: ActionContext, sprintConfigId: string, projectId: string): void {
  for (const card of cardsOfProject(context, projectId)) {
    const run = card.sprintId === null ? undefined : context.rows.get('sprint', card.sprintId);
    if (run?.sprintConfigId === sprintConfigId) changeCard(context, card.cardId, { sprintId: null });
  }
}
