/**
 * Links milestones and Run Configs to their projects, with one row per project. A global one is linked to every project
 * (rules `milestones.create.links`, `configs.global`).
 */
import { refuse } from '../../../shared/contract/index.ts';
import { insertIfMissing } from '../store/sequences.ts';
import type { ActionContext } from '../types.ts';
import { canSeeProject, requireProject, requireSubscriptionPlanFeature } from './access.ts';

export interface ProjectSelection {
  readonly isGlobal: boolean;
  readonly projectIds: readonly string[];
}

interface ProjectParams {
  readonly isGlobal?: boolean | undefined;
  readonly projectIds?: readonly string[] | null | undefined;
}

/** Undefined if the links stay. `isGlobal: true` overrides `projectIds`, which alone makes it false. */
export function projectSelectionFromParams(
  { rows }: ActionContext,
  { isGlobal, projectIds }: ProjectParams,
): ProjectSelection | undefined {
  if (isGlobal === true) return { isGlobal: true, projectIds: rows.find('project', {}).map(({ id }) => id) };
  if (projectIds) return { isGlobal: false, projectIds: [...new Set(projectIds)] };
  return undefined;
}

/** @throws Refusal for invisible projects, and `project_ids_needed` if `isGlobal` becomes false without `projectIds` */
export function checkSelectedProjects(
  context: ActionContext,
  params: ProjectParams,
  before: { readonly isGlobal: boolean },
): void {
  if (params.isGlobal === true) return;
  if (params.isGlobal === false && !params.projectIds && before.isGlobal)
    throw refuse('project_ids_needed', "'projectIds' is needed where 'isGlobal' becomes false.");
  for (const id of params.projectIds ?? []) requireProject(context, id);
}

/** A link to a project that the actor cannot see stays. */
const projectsToUnlink = (
  context: ActionContext,
  linked: readonly { projectId: string }[],
  { projectIds }: ProjectSelection,
) => linked.map(({ projectId }) => projectId).filter((id) => !projectIds.includes(id) && canSeeProject(context, id));

/** Returns the ids of the projects whose links were removed. */
export function linkMilestoneToProjects(
  context: ActionContext,
  milestoneId: string,
  selection: ProjectSelection,
): string[] {
  const { rows, accountId } = context;
  const removed = projectsToUnlink(context, rows.find('milestoneProject', { milestoneId }), selection);
  for (const projectId of removed) rows.remove('milestoneProject', JSON.stringify([milestoneId, projectId]));
  for (const projectId of selection.projectIds)
    insertIfMissing(rows, 'milestoneProject', { milestoneId, projectId, accountId });
  return removed;
}

/** Returns the ids of the projects whose links were removed. */
export function linkRunConfigToProjects(
  context: ActionContext,
  sprintConfigId: string,
  selection: ProjectSelection,
): string[] {
  const { rows, accountId } = context;
  const removed = projectsToUnlink(context, rows.find('sprintProject', { sprintConfigId }), selection);
  for (const projectId of removed) rows.remove('sprintProject', JSON.stringify([sprintConfigId, projectId]));
  for (const projectId of selection.projectIds)
    insertIfMissing(rows, 'sprintProject', { sprintConfigId, projectId, accountId });
  return removed;
}

export function linkProjectToGlobalMilestonesAndRunConfigs(
  { rows, accountId }: ActionContext,
  projectId: string,
): void {
  for (const { id } of rows.find('milestone', { isGlobal: true, isDeleted: false }))
    insertIfMissing(rows, 'milestoneProject', { milestoneId: id, projectId, accountId });
  for (const { id } of rows.find('sprintConfig', { isGlobal: true }))
    insertIfMissing(rows, 'sprintProject', { sprintConfigId: id, projectId, accountId });
}

export function cardsOfProject({ rows }: ActionContext, projectId: string) {
  return rows.where('card', 'deckId IN (SELECT id FROM deck WHERE projectId = ?)', projectId);
}

/**
 * The keys are user ids.
 * @throws Refusal for a negative capacity, and `plan_feature_missing` for a capacity above 0 if the organization's plan
 *   does not include capacities
 */
export function checkUserCapacities(
  context: ActionContext,
  capacities: Readonly<Record<string, number>> | undefined,
): void {
  const values = Object.values(capacities ?? {});
  if (values.some((value) => value < 0)) throw refuse('invalid_param', "'userCapacities' must not be negative.");
  if (values.some((value) => value > 0)) requireSubscriptionPlanFeature(context, 'capacity');
}
