import { refuse } from '../../../shared/contract/index.ts';
import { requireMilestone, requireUndeletedMilestone } from '../rules/access.ts';
import { changeCard } from '../rules/card-changes.ts';
import { addToHandByHandSync } from '../rules/hand.ts';
import {
  cardsOfProject,
  checkSelectedProjects,
  checkUserCapacities,
  linkMilestoneToProjects,
  projectSelectionFromParams,
} from '../rules/planning-links.ts';
import { createRenameZoneHandler, normalizeZones } from '../rules/zones.ts';
import { insertIfMissing, nextAccountSeq } from '../store/sequences.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';
import { requireActorIsUser } from './watchings.ts';

export const milestoneHandlers = {
  'milestones/create': {
    check(context, { accountId, isGlobal, projectIds }) {
      if (accountId !== context.accountId) throw refuse('invalid_param', "'accountId' names another organization.");
      if (!isGlobal && !projectIds)
        throw refuse('project_ids_needed', "'projectIds' is needed where 'isGlobal' is false.");
      checkSelectedProjects(context, { isGlobal, projectIds }, { isGlobal: false });
    },
    effect(context, { name, color, date, isGlobal, projectIds, description, startDate }) {
      const id = context.newId('milestone');
      const accountSeq = nextAccountSeq(context, 'milestone');
      insertIfMissing(context.rows, 'milestone', {
        id,
        accountId: context.accountId,
        accountSeq,
        color,
        createdAt: context.at,
        creatorId: context.actor.userId,
        date,
        description: description ?? null,
        handSyncEnabled: false,
        isDeleted: false,
        isGlobal,
        name,
        startDate: startDate ?? null,
        userCapacities: {},
      });
      const selection = projectSelectionFromParams(context, { isGlobal, projectIds });
      if (selection) linkMilestoneToProjects(context, id, selection);
      return { id, accountSeq };
    },
  },

  'milestones/update': {
    check(context, params) {
      checkSelectedProjects(context, params, requireUndeletedMilestone(context, params.id));
      checkUserCapacities(context, params.userCapacities);
    },
    effect(context, { id, isGlobal, projectIds, manualOrderLabels, ...fields }) {
      const { rows } = context;
      const wasSynced = rows.get('milestone', id)?.handSyncEnabled;
      const selection = projectSelectionFromParams(context, { isGlobal, projectIds });
      rows.update('milestone', id, {
        ...fields,
        ...(manualOrderLabels !== undefined && { manualOrderLabels: normalizeZones(manualOrderLabels) }),
        ...(selection && { isGlobal: selection.isGlobal }),
      });
      if (selection)
        for (const projectId of linkMilestoneToProjects(context, id, selection))
          removeFromProject(context, id, projectId);
      if (fields.handSyncEnabled && !wasSynced)
        for (const card of rows.find('card', { milestoneId: id }, ['accountSeq'])) addToHandByHandSync(context, card);
    },
  },

  'milestones/renameZone': createRenameZoneHandler('milestone'),

  'milestones/delete': {
    // Deleting a deleted milestone again changes nothing (rule `milestones.delete.repeated`).
    check: (context, { id }) => void requireMilestone(context, id),
    effect(context, { id }) {
      const { rows } = context;
      rows.update('milestone', id, { isDeleted: true });
      for (const { cardId } of rows.find('card', { milestoneId: id }))
        changeCard(context, cardId, { milestoneId: null });
      for (const deck of rows.find('deck', { milestoneId: id })) rows.update('deck', deck.id, { milestoneId: null });
      // Otherwise cards that join these runs get the deleted milestone.
      for (const run of rows.find('sprint', { autoMilestoneId: id }))
        rows.update('sprint', run.id, { autoMilestoneId: null });
      for (const { userId } of rows.find('pinnedMilestone', { milestoneId: id }))
        rows.remove('pinnedMilestone', userId);
    },
  },

  'milestones/pin': {
    check(context, { milestoneId, userId }) {
      requireActorIsUser(context, userId);
      if (milestoneId !== null) requireUndeletedMilestone(context, milestoneId);
    },
    effect({ rows }, { milestoneId, userId }) {
      if (milestoneId === null) rows.remove('pinnedMilestone', userId);
      else rows.put('pinnedMilestone', { userId, milestoneId });
    },
  },
} satisfies Partial<ActionHandlers>;

function removeFromProject(context: ActionContext, milestoneId: string, projectId: string): void {
  const { rows } = context;
  for (const card of cardsOfProject(context, projectId))
    if (card.milestoneId === milestoneId) changeCard(context, card.cardId, { milestoneId: null });
  for (const deck of rows.find('deck', { projectId, milestoneId })) rows.update('deck', deck.id, { milestoneId: null });
}
