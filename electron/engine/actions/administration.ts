/**
 * Actions of the embedded service only, on the organization and its people (`shared/contract/extension-actions.ts`).
 */
import { type Params, refuse, serviceLimits } from '../../../shared/contract/index.ts';
import { isTimezone } from '../../../shared/domain/calendar.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import { isMentionableName } from '../../../shared/domain/text-tokens.ts';
import { requireUser } from '../rules/access.ts';
import { changeCard } from '../rules/card-changes.ts';
import { changeJourneyStep } from '../rules/journey-steps.ts';
import { refuseIfLastOwner, refuseIfLocalPerson } from '../rules/members.ts';
import { insertIfMissing } from '../store/sequences.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

/** @throws Refusal for a value outside its bounds */
function checkAccount({ maxHandSlotCount, statusChangeDurations, fallbackEffort }: Params<'account/update'>): void {
  const { min, max } = serviceLimits.handSlots;
  if (maxHandSlotCount !== undefined && (maxHandSlotCount < min || maxHandSlotCount > max))
    throw refuse('invalid_param', `'maxHandSlotCount' must be between ${min} and ${max}.`);
  const { snooze = 1, archive = 1 } = statusChangeDurations ?? {};
  if (snooze <= 0 || (archive !== null && archive <= 0))
    throw refuse('invalid_param', "'statusChangeDurations' must be positive numbers of seconds.");
  if (fallbackEffort !== undefined && fallbackEffort < 0)
    throw refuse('invalid_param', "'fallbackEffort' must not be negative.");
}

/** @throws Refusal for a name that is taken or cannot be written as `@name`, and for an unknown time zone */
function checkPerson({ rows }: ActionContext, { name, timezone }: Params<'users/create'>): void {
  if (!isMentionableName(name))
    throw refuse('invalid_param', "'name' must be letters, digits, '_', and between them '.' or '-'.");
  const isNameUsed = rows.find('user', { kind: 'human' }).some((user) => foldCase(user.name) === foldCase(name));
  if (isNameUsed) throw refuse('invalid_param', `Somebody is called '${name}' already.`);
  if (typeof timezone === 'string' && !isTimezone(timezone))
    throw refuse('invalid_param', "'timezone' must be the name of an IANA time zone.");
}

export const organizationHandlers = {
  'account/update': {
    refuseCertain: (_context, params) => checkAccount(params),
    effect({ rows, accountId, role }, { planFeatures, ...fields }) {
      rows.update('account', accountId, fields);
      if (planFeatures && role === 'service')
        rows.put('setting', { name: 'planFeatures', value: [...new Set(planFeatures)] });
    },
  },

  'users/create': {
    check: checkPerson,
    effect({ rows, newId }, { name, fullName, timezone, role }) {
      const id = newId('user');
      insertIfMissing(rows, 'user', {
        id,
        fullName: fullName ?? null,
        isIntegration: false,
        kind: 'human',
        name,
        timezone: timezone ?? null,
      });
      insertIfMissing(rows, 'accountRole', { userId: id, role: role ?? 'write', isDisabled: false });
      return { id };
    },
  },

  'users/remove': {
    check(context, { id }) {
      const { rows } = context;
      // Removing a person twice is not refused. The rows stay, because other rows name them as authors.
      if (requireUser(context, id).kind !== 'human')
        throw refuse('invalid_param', "'id' must be a person; the user of a token goes with the token.");
      refuseIfLocalPerson(rows, id, 'removed');
      refuseIfLastOwner(rows, id);
    },
    effect(context, { id }) {
      removeAssignments(context, id);
      leaveHands(context, id);
      stopWatching(context, id);
      context.rows.remove('accountRole', id);
    },
  },
} satisfies Partial<ActionHandlers>;

/** Also removes the person's capacity from runs and milestones. Cards that are done keep their owner. */
function removeAssignments(context: ActionContext, userId: string): void {
  const { rows } = context;
  for (const { cardId, status } of rows.find('card', { assigneeId: userId }, ['accountSeq']))
    if (status !== 'done') changeCard(context, cardId, { assigneeId: null });
  for (const step of rows.find('workflowItem', { assigneeId: userId }))
    changeJourneyStep(context, step, { assigneeId: null });
  for (const deck of rows.find('deck', {}))
    if (deck.defaultCard?.assigneeId === userId)
      rows.update('deck', deck.id, { defaultCard: { ...deck.defaultCard, assigneeId: null } });
  for (const model of ['milestone', 'sprint'] as const)
    for (const { id, userCapacities } of rows.find(model, {})) {
      const { [userId]: theirs, ...others } = userCapacities ?? {};
      if (theirs !== undefined) rows.update(model, id, { userCapacities: others });
    }
}

function leaveHands({ rows }: ActionContext, userId: string): void {
  for (const { id } of rows.find('queueEntry', { userId })) rows.remove('queueEntry', id);
  for (const { cardId, accountId } of rows.find('handCard', { userId }))
    rows.remove('handCard', JSON.stringify([cardId, userId, accountId]));
}

function stopWatching({ rows }: ActionContext, userId: string): void {
  for (const model of ['cardSubscription', 'deckSubscription'] as const)
    for (const { id } of rows.find(model, { userId })) rows.remove(model, id);
  for (const { deckId } of rows.find('deckGuardian', { userId })) {
    rows.remove('deckGuardian', JSON.stringify([deckId, userId]));
    rows.update('deck', deckId, { hasGuardians: rows.find('deckGuardian', { deckId }).length > 0 });
  }
  for (const { resolvableId } of rows.find('resolvableParticipant', { userId }))
    rows.remove('resolvableParticipant', JSON.stringify([resolvableId, userId]));
  for (const { entryId } of rows.find('notice', { userId })) rows.remove('notice', JSON.stringify([userId, entryId]));
  rows.remove('pinnedMilestone', userId);
}
