/**
 * Checks which rows the actor may see and change. For `check` of action handlers, on the service only. An invisible row
 * is refused like a missing row.
 */
import {
  Refusal,
  type RowModelName,
  refuse,
  type SubscriptionPlanFeature,
  subscriptionPlanFeatures,
} from '../../../shared/contract/index.ts';
import { visibleThroughOf } from '../query/visible.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { tableDefinitionOf } from '../store/schema.ts';
import type { ActionContext } from '../types.ts';

/** The setting `planFeatures`, or all features if it is missing. */
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

/** The rules are those of query/visible.ts. A replica has no rows that its person cannot see. */
export function canSee<M extends RowModelName>(context: ActionContext, model: M, row: StoredRow<M>): boolean {
  const { actor, rows } = context;
  if (context.role === 'replica') return true;
  const values = row as Record<string, unknown>;
  if (model === 'card' && values.deckId === null) return values.creatorId === actor.userId;
  if (actor.projects !== 'all') {
    const id = values.id as string;
    if (model === 'project') return actor.projects.has(id);
    if (model === 'milestone')
      return values.isGlobal === true || rows.find('milestoneProject', { milestoneId: id }).some(inSight(context));
    if (model === 'sprintConfig')
      return values.isGlobal === true || rows.find('sprintProject', { sprintConfigId: id }).some(inSight(context));
  }
  const [through] = visibleThroughOf(model);
  if (!through) return true;
  const owner = rows.get(through.model, values[through.field] as string);
  return owner === undefined ? actor.projects === 'all' : canSee(context, through.model, owner);
}

const inSight =
  ({ actor }: ActionContext) =>
  ({ projectId }: { readonly projectId: string }) =>
    actor.projects === 'all' || actor.projects.has(projectId);

export const canSeeProject = (context: ActionContext, projectId: string): boolean => inSight(context)({ projectId });

/** Null for an invisible row. An id whose row is not stored stays. */
function idInSight(context: ActionContext, model: string | undefined, id: string | null): string | null {
  if (model === undefined || id === null) return id;
  // With all projects in sight, only private cards are invisible: saves reading other rows.
  if (context.actor.projects === 'all' && model !== 'card') return id;
  const row = context.rows.get(model as RowModelName, id);
  return row === undefined || canSee(context, model as RowModelName, row) ? id : null;
}

/** References to invisible rows are null. Lists stay as they are. */
export function asActorReads<M extends RowModelName>(
  context: ActionContext,
  model: M,
  row: StoredRow<M>,
): StoredRow<M> {
  if (context.role === 'replica') return row;
  const shown: Record<string, unknown> = { ...row };
  for (const { name, kind, idsOfModel } of tableDefinitionOf(model).columns)
    if (kind === 'text') shown[name] = idInSight(context, idsOfModel, shown[name] as string | null);
  return shown as StoredRow<M>;
}

/**
 * Omits params that set a reference to null that the actor reads as null already, because it refers to an invisible
 * row. So the row keeps what the actor cannot see.
 */
export function withoutUnseenNulls<M extends RowModelName, P extends object>(
  context: ActionContext,
  model: M,
  id: string,
  params: P,
): P {
  const row = context.role === 'service' && Object.values(params).includes(null) && context.rows.get(model, id);
  if (!row) return params;
  const shown = asActorReads(context, model, row) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => value !== null || shown[name] === (row as Record<string, unknown>)[name],
    ),
  ) as P;
}

/** Models whose names in refusals differ from those of the contract. */
const namesInRefusals: { readonly [model: string]: string | undefined } = { sprint: 'run', sprintConfig: 'Run Config' };

/** The same for a row that does not exist, is deleted, or that the actor cannot see. */
export const notFoundRefusal = (model: string, id: string) =>
  refuse('not_found', `There is no ${namesInRefusals[model] ?? model} with the id '${id}'.`);

/** @throws Refusal `not_found` for a row that does not exist or that the actor cannot see */
export function requireVisible<M extends RowModelName>(context: ActionContext, model: M, id: string): StoredRow<M> {
  const row = context.rows.get(model, id);
  if (!row || !canSee(context, model, row)) throw notFoundRefusal(model, id);
  return row;
}

/** Also refuses deleted rows. Used for rows that receive cards or are changed. */
function requireUndeleted<M extends 'deck' | 'milestone' | 'sprint'>(context: ActionContext, model: M, id: string) {
  const row = requireVisible(context, model, id);
  if (row.isDeleted) throw notFoundRefusal(model, id);
  return row;
}

export const requireProject = (context: ActionContext, id: string) => requireVisible(context, 'project', id);
export const requireDeck = (context: ActionContext, id: string) => requireVisible(context, 'deck', id);
export const requireUndeletedDeck = (context: ActionContext, id: string) => requireUndeleted(context, 'deck', id);
export const requireCard = (context: ActionContext, id: string) => requireVisible(context, 'card', id);
export const requireUser = (context: ActionContext, id: string) => requireVisible(context, 'user', id);
export const requireMilestone = (context: ActionContext, id: string) => requireVisible(context, 'milestone', id);
export const requireUndeletedMilestone = (context: ActionContext, id: string) =>
  requireUndeleted(context, 'milestone', id);
export const requireSprintConfig = (context: ActionContext, id: string) => requireVisible(context, 'sprintConfig', id);
/** Refuses deleted runs, too. */
export const requireSprint = (context: ActionContext, id: string) => requireUndeleted(context, 'sprint', id);

/**
 * True if the actor may make changes that are reserved for guardians of the deck (rule `decks.guardians.guard`), or if
 * the deck has none.
 */
export function mayActAsGuardian(context: ActionContext, deckId: string | null): boolean {
  if (deckId === null || context.actor.isProducer) return true;
  const deck = context.rows.get('deck', deckId);
  if (!deck?.hasGuardians) return true;
  return context.rows.get('deckGuardian', JSON.stringify([deckId, context.actor.userId])) !== undefined;
}

/** @throws Refusal `guardians_only` */
export function requireGuardian(context: ActionContext, deckId: string | null): void {
  if (!mayActAsGuardian(context, deckId)) throw refuse('guardians_only');
}
