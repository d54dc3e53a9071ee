import type { OutboxOperation } from '../../shared/bridge/index.ts';
import type { SubscriptionPlanFeature } from '../../shared/contract/index.ts';

const causes: Readonly<Record<SubscriptionPlanFeature, string>> = {
  dueDates: 'The plan of this organization does not include due dates.',
  guardians: 'The plan of this organization does not include guardians of decks.',
  capacity: 'The plan of this organization does not include capacity tracking, so capacities stay at 0.',
  beastMode: 'The plan of this organization does not include Beast Mode.',
};
const remedy = 'An admin can add it to the plan; then try again. Otherwise discard the change.';

/** Null if the change needs no feature of the subscription plan. */
function neededFeature({ action, params }: OutboxOperation): SubscriptionPlanFeature | null {
  if (action === 'decks/updateGuardians') return 'guardians';
  if (Object.values(params.userCapacities ?? {}).some((capacity) => capacity > 0)) return 'capacity';
  if (params.dueDate) return 'dueDates';
  const isBeastMode = params.lockIn || params.autoBeastModeDurationHours || params.beastGracePeriodHours;
  return isBeastMode ? 'beastMode' : null;
}

/** With the remedy. Null if the refusal has another cause. */
export function subscriptionPlanRefusal(operation: OutboxOperation): string | null {
  const { failure } = operation;
  const feature = failure?.kind === 'rejected' ? neededFeature(operation) : null;
  if (failure?.kind !== 'rejected' || feature === null) return null;
  if (failure.code === 'plan_feature_missing') return `${causes[feature]} ${remedy}`;
  // Some services use another error code; their message then contains the word "plan".
  return /\bplan\b/i.test(failure.message) ? `${failure.message.replace(/\.?$/, '.')} ${remedy}` : null;
}
