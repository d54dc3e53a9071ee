/**
 * Checks which rows the actor is allowed to see and change. The `check` functions of action handlers, which run only on
 * the service, call these checks. An invisible row is refused with the same error as a missing row.
 */
import {
  Refusal,
  refuse,
  type SubscriptionPlanFeature,
  subscriptionPlanFeatures,
} from '../../../shared/contract/index.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

/**
 * Returns the features that the organization's plan includes. These are the features in the setting `planFeatures`, or
 * all features if the setting is missing.
 */
export function subscriptionPlanFeaturesOf(rows: RowStore): SubscriptionPlanFeature[] {
  const setting = rows.get('setting', 'planFeatures')?.value;
  return Array.isArray(setting)
    ? subscriptionPlanFeatures.filter((feature) => setting.includes(feature))
    : [...subscriptionPlanFeatures];
}

export const subscriptionPlanIncludes = (rows: RowStore, feature: SubscriptionPlanFeature): boolean =>
  subscriptionPlanFeaturesOf(rows).includes(feature);

/** @throws Refusal `plan_feature_missing` if the organization's plan does not include the feature */
export function requireSubscriptionPlanFeature({ rows }: ActionContext, feature: SubscriptionPlanFeature): void {
  if (!subscriptionPlanIncludes(rows, feature))
    throw refuse('plan_feature_missing', `The plan of this organization does not include '${feature}'.`);
}

/** @throws Refusal 403 `missing_scope`, which names the scope, if the actor does not have the scope */
export function requireScope({ actor }: ActionContext, scope: string): void {
  if (actor.scopes !== 'all' && !actor.scopes.has(scope))
    throw new Refusal(403, { error: 'missing_scope', message: `requires ${scope}`, requiredScope: scope });
}

export const canSeeProject = ({ actor }: ActionContext, projectId: string): boolean =>
  actor.projects === 'all' || actor.projects.has(projectId);

/**
 * Returns true if the actor sees the card. A card is visible if the project of its deck is visible. Only the creator
 * sees a card without a deck (rule `card.private`).
 */
export function canSeeCard(context: ActionContext, card: Pick<StoredRow<'card'>, 'deckId' | 'creatorId'>): boolean {
  if (card.deckId === null) return card.creatorId === context.actor.userId;
  if (context.actor.projects === 'all') return true;
  const deck = context.rows.get('deck', card.deckId);
  return deck !== undefined && canSeeProject(context, deck.projectId);
}

/** Returns the refusal of a row that does not exist or that the actor cannot see. */
export const notFoundRefusal = (model: string, id: string) =>
  refuse('not_found', `There is no ${model} with the id '${id}'.`);

export function requireProject(context: ActionContext, id: string): StoredRow<'project'> {
  const project = context.rows.get('project', id);
  if (!project || !canSeeProject(context, id)) throw notFoundRefusal('project', id);
  return project;
}

export function requireDeck(context: ActionContext, id: string): StoredRow<'deck'> {
  const deck = context.rows.get('deck', id);
  if (!deck || !canSeeProject(context, deck.projectId)) throw notFoundRefusal('deck', id);
  return deck;
}

/** Like `requireDeck`, but also refuses deleted decks. Used for decks that receive cards or are changed. */
export function requireUndeletedDeck(context: ActionContext, id: string): StoredRow<'deck'> {
  const deck = requireDeck(context, id);
  if (deck.isDeleted) throw notFoundRefusal('deck', id);
  return deck;
}

export function requireCard(context: ActionContext, id: string): StoredRow<'card'> {
  const card = context.rows.get('card', id);
  if (!card || !canSeeCard(context, card)) throw notFoundRefusal('card', id);
  return card;
}

export function requireUser({ rows }: ActionContext, id: string): StoredRow<'user'> {
  const user = rows.get('user', id);
  if (!user) throw notFoundRefusal('user', id);
  return user;
}

/**
 * Returns the milestone if it is global or linked to a visible project.
 * @throws Refusal `not_found` otherwise
 */
export function requireMilestone(context: ActionContext, id: string): StoredRow<'milestone'> {
  const milestone = context.rows.get('milestone', id);
  if (!milestone) throw notFoundRefusal('milestone', id);
  if (context.actor.projects === 'all' || milestone.isGlobal) return milestone;
  const links = context.rows.find('milestoneProject', { milestoneId: id });
  if (!links.some((link) => canSeeProject(context, link.projectId))) throw notFoundRefusal('milestone', id);
  return milestone;
}

/** Like `requireMilestone`, but also refuses deleted milestones. */
export function requireUndeletedMilestone(context: ActionContext, id: string): StoredRow<'milestone'> {
  const milestone = requireMilestone(context, id);
  if (milestone.isDeleted) throw notFoundRefusal('milestone', id);
  return milestone;
}

export function requireSprintConfig(context: ActionContext, id: string): StoredRow<'sprintConfig'> {
  const config = context.rows.get('sprintConfig', id);
  if (!config) throw notFoundRefusal('Run Config', id);
  if (context.actor.projects === 'all' || config.isGlobal) return config;
  const links = context.rows.find('sprintProject', { sprintConfigId: id });
  if (!links.some((link) => canSeeProject(context, link.projectId))) throw notFoundRefusal('Run Config', id);
  return config;
}

/**
 * Returns the run if it is not deleted and its Run Config is visible.
 * @throws Refusal `not_found` otherwise
 */
export function requireSprint(context: ActionContext, id: string): StoredRow<'sprint'> {
  const sprint = context.rows.get('sprint', id);
  if (!sprint || sprint.isDeleted) throw notFoundRefusal('run', id);
  requireSprintConfig(context, sprint.sprintConfigId);
  return sprint;
}

/**
 * Returns true if the actor is allowed to make changes that are reserved for guardians of the deck (rule
 * `decks.guardians.guard`). Always true for decks without guardians.
 */
export function mayActAsGuardian(context: ActionContext, deckId: string | null): boolean {
  if (deckId === null || context.actor.isProducer) return true;
  const deck = context.rows.get('deck', deckId);
  if (!deck?.hasGuardians) return true;
  return context.rows.get('deckGuardian', JSON.stringify([deckId, context.actor.userId])) !== undefined;
}

/** @throws Refusal `guardians_only` if `mayActAsGuardian` returns false */
export function requireGuardian(context: ActionContext, deckId: string | null): void {
  if (!mayActAsGuardian(context, deckId)) throw refuse('guardians_only');
}
