/**
 * Which projects milestones and Run Configs belong to: one link row per project. A global one is linked to every
 * project (rules `milestones.create.links`, `configs.global`).
 */
import { refuse } from '../../../shared/contract/index.ts';
import { insertIfMissing } from '../store/creation.ts';
import type { ActionContext } from '../types.ts';
import { requireProject, seesProject } from './access.ts';

/** The projects that `isGlobal` and `projectIds` of an action select; undefined when they do not change the links. */
interface Belonging {
  readonly isGlobal: boolean;
  readonly projectIds: readonly string[];
}

/** Params that change the links, and the state before. */
interface Wish {
  readonly isGlobal?: boolean | undefined;
  readonly projectIds?: readonly string[] | null | undefined;
}

const everyProject = ({ rows }: ActionContext): string[] => rows.find('project', {}).map(({ id }) => id);

/** `isGlobal` overrides `projectIds`; `projectIds` alone make it non-global. */
export function belongingOf(context: ActionContext, { isGlobal, projectIds }: Wish): Belonging | undefined {
  if (isGlobal === true) return { isGlobal: true, projectIds: everyProject(context) };
  if (projectIds) return { isGlobal: false, projectIds: [...new Set(projectIds)] };
  return undefined;
}

/**
 * @throws Refusal for invisible projects, and `project_ids_needed` where a global one stops being global without
 * projects.
 */
export function checkBelonging(context: ActionContext, wish: Wish, before: { readonly isGlobal: boolean }): void {
  if (wish.isGlobal === true) return;
  if (wish.isGlobal === false && !wish.projectIds && before.isGlobal)
    throw refuse('project_ids_needed', "'projectIds' is needed where 'isGlobal' becomes false.");
  for (const id of wish.projectIds ?? []) requireProject(context, id);
}

/** Links to remove; those to projects that the caller does not see stay. */
const goingFrom = (context: ActionContext, linked: readonly { projectId: string }[], { projectIds }: Belonging) =>
  linked.map(({ projectId }) => projectId).filter((id) => !projectIds.includes(id) && seesProject(context, id));

/** Makes the milestone's links match `belonging`. Returns the projects that lost it. */
export function linkMilestone(context: ActionContext, milestoneId: string, belonging: Belonging): string[] {
  const { rows, accountId } = context;
  const removed = goingFrom(context, rows.find('milestoneProject', { milestoneId }), belonging);
  for (const projectId of removed) rows.remove('milestoneProject', JSON.stringify([milestoneId, projectId]));
  for (const projectId of belonging.projectIds)
    insertIfMissing(rows, 'milestoneProject', { milestoneId, projectId, accountId });
  return removed;
}

/** Like `linkMilestone`, for a Run Config. */
export function linkSprintConfig(context: ActionContext, sprintConfigId: string, belonging: Belonging): string[] {
  const { rows, accountId } = context;
  const removed = goingFrom(context, rows.find('sprintProject', { sprintConfigId }), belonging);
  for (const projectId of removed) rows.remove('sprintProject', JSON.stringify([sprintConfigId, projectId]));
  for (const projectId of belonging.projectIds)
    insertIfMissing(rows, 'sprintProject', { sprintConfigId, projectId, accountId });
  return removed;
}

/** Links a new project to all global milestones and Run Configs. */
export function linkNewProject({ rows, accountId }: ActionContext, projectId: string): void {
  for (const { id } of rows.find('milestone', { isGlobal: true, isDeleted: false }))
    insertIfMissing(rows, 'milestoneProject', { milestoneId: id, projectId, accountId });
  for (const { id } of rows.find('sprintConfig', { isGlobal: true }))
    insertIfMissing(rows, 'sprintProject', { sprintConfigId: id, projectId, accountId });
}

/** Cards in decks of a project. */
export function cardsOfProject({ rows }: ActionContext, projectId: string) {
  return rows.where('card', 'deckId IN (SELECT id FROM deck WHERE projectId = ?)', projectId);
}
