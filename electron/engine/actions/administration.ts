/** The organization and its people: what the interface has no actions for (decisions.md, "Local administration"). */
import { limits, type Params, refuse } from '../../../shared/contract/index.ts';
import { isTimezone } from '../../../shared/domain/calendar.ts';
import { isPersonName } from '../../../shared/domain/content.ts';
import { insertMissing } from '../creation.ts';
import type { ActionContext, Handlers } from '../types.ts';

/** @throws Refusal for settings outside what interface.md says of them. */
function checkAccount({ maxHandSlotCount, statusChangeDurations, fallbackEffort }: Params<'account/update'>): void {
  const { min, max } = limits.handSlots;
  if (maxHandSlotCount !== undefined && (maxHandSlotCount < min || maxHandSlotCount > max))
    throw refuse('invalid_param', `'maxHandSlotCount' must be between ${min} and ${max}.`);
  const { snooze = 1, archive = 1 } = statusChangeDurations ?? {};
  if (snooze <= 0 || (archive !== null && archive <= 0))
    throw refuse('invalid_param', "'statusChangeDurations' must be positive numbers of seconds.");
  if (fallbackEffort !== undefined && fallbackEffort < 0)
    throw refuse('invalid_param', "'fallbackEffort' must not be negative.");
}

/** @throws Refusal for a name that `@name` could not tell from another person's. */
function checkPerson({ rows }: ActionContext, { name, timezone }: Params<'users/create'>): void {
  if (!isPersonName(name))
    throw refuse('invalid_param', "'name' must be letters, digits, '_', and between them '.' or '-'.");
  const taken = rows.find('user', { kind: 'human' }).some((user) => user.name.toLowerCase() === name.toLowerCase());
  if (taken) throw refuse('invalid_param', `Somebody is called '${name}' already.`);
  if (typeof timezone === 'string' && !isTimezone(timezone))
    throw refuse('invalid_param', "'timezone' must be the name of an IANA time zone.");
}

export const administration = {
  'account/update': {
    certain: (_context, params) => checkAccount(params),
    effect({ rows, accountId, role }, { planFeatures, ...fields }) {
      rows.update('account', accountId, fields);
      if (planFeatures && role === 'service')
        rows.put('setting', { name: 'planFeatures', value: [...new Set(planFeatures)] });
      return {};
    },
  },

  'users/create': {
    check: checkPerson,
    effect({ rows, newId }, { name, fullName, timezone, role }) {
      const id = newId('user');
      insertMissing(rows, 'user', {
        id,
        fullName: fullName ?? null,
        isIntegration: false,
        kind: 'human',
        name,
        profileImageId: null,
        timezone: timezone ?? null,
      });
      insertMissing(rows, 'member', { userId: id, role: role ?? 'write', isDisabled: false });
      return { id };
    },
  },
} satisfies Partial<Handlers>;
