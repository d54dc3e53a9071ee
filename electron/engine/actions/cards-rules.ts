import { refuse, type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import {
  requireCard,
  requireGuardian,
  requireSprint,
  requireSubscriptionPlanFeature,
  requireUndeletedDeck,
  requireUndeletedMilestone,
  requireUser,
} from '../rules/access.ts';
import { type Card, isHeroCard } from '../rules/card-changes.ts';
import type { ActionContext } from '../types.ts';

/** They refer to other rows or need a feature of the organization's plan. */
interface References {
  readonly assigneeId?: string | null | undefined;
  readonly deckId?: string | null | undefined;
  readonly milestoneId?: string | null | undefined;
  readonly sprintId?: string | null | undefined;
  readonly parentCardId?: string | null | undefined;
  readonly dueDate?: string | null | undefined;
}

/** Runs on the service only. @throws Refusal for invisible rows and missing plan features */
export function checkReferencedRows(context: ActionContext, fields: References): void {
  if (fields.deckId) requireUndeletedDeck(context, fields.deckId);
  if (fields.assigneeId) requireUser(context, fields.assigneeId);
  if (fields.milestoneId) requireUndeletedMilestone(context, fields.milestoneId);
  if (fields.sprintId) requireSprint(context, fields.sprintId);
  if (fields.parentCardId) requireCard(context, fields.parentCardId);
  if (fields.dueDate) requireSubscriptionPlanFeature(context, 'dueDates');
}

/** Only changed fields are checked: the actor does not have to see the rows to which the others refer. */
export function changedReferenceFields(card: Card, fields: References): References {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && card[name as keyof References] !== value),
  );
}

interface GuardedChange {
  readonly status?: string | null | undefined;
  readonly visibility?: string | undefined;
  readonly deckId?: string | undefined;
  readonly isDoc?: boolean | undefined;
}

/**
 * @throws Refusal `guardians_only` if the actor may not change a guarded card like this: mark it done or not done,
 *   archive, delete or restore it, or move it to another deck (rule `decks.guardians.guard`).
 */
export function checkMayChangeGuardedCard(context: ActionContext, card: Card, change: GuardedChange): void {
  const status = change.isDoc === true ? 'not_started' : (change.status ?? card.status);
  const changesDone = (status === 'done') !== (card.status === 'done');
  const changesVisibility = change.visibility !== undefined && change.visibility !== card.visibility;
  const changesDeck = change.deckId !== undefined && change.deckId !== card.deckId;
  if (changesDone || changesVisibility || changesDeck) requireGuardian(context, card.deckId);
}

type TaskParams = { readonly [F in TaskOnlyField | 'status']?: unknown };

/** Clearing these fields is allowed. @throws Refusal if the change sets a status or a task field of a document */
export function refuseTaskFieldsOnDoc(isDoc: boolean | null, change: TaskParams): void {
  if (!isDoc) return;
  if ((change.status ?? null) !== null) throw refuse('doc_has_no_status');
  for (const field of taskOnlyFieldNames)
    if ((change[field] ?? null) !== null) throw refuse('doc_takes_no_field', `A document card has no '${field}'.`);
}

/**
 * `card` must have the values after the change. @throws Refusal `hero_cannot_start` if the change starts a hero card
 */
export function refuseIfHeroCardStarts(
  context: ActionContext,
  card: Pick<Card, 'childCards' | 'deckId' | 'parentCardId' | 'isDoc'>,
  status: string | null | undefined,
): void {
  if (status === 'started' && isHeroCard(context, card)) throw refuse('hero_cannot_start');
}
