/** Explains refusals of changes that need a feature of the organization's plan, for the outbox and its toasts. */
import type { Operation } from '../../shared/bridge/index.ts';
import type { PlanFeature } from '../../shared/contract/index.ts';

const causes: Readonly<Record<PlanFeature, string>> = {
  dueDates: 'The plan of this organization does not include due dates.',
  guardians: 'The plan of this organization does not include guardians of decks.',
  capacity: 'The plan of this organization does not include capacity tracking, so capacities stay at 0.',
  beastMode: 'The plan of this organization does not include Beast Mode.',
};
const remedy = 'An admin can add it to the plan; then try again. Otherwise discard the change.';

/** The plan feature that the change needs, or null. */
function neededFeature({ action, params }: Operation): PlanFeature | null {
  if (action === 'decks/updateGuardians') return 'guardians';
  if (Object.values(params.userCapacities ?? {}).some((capacity) => capacity > 0)) return 'capacity';
  if (params.dueDate) return 'dueDates';
  const isBeastMode = params.lockIn || params.autoBeastModeDurationHours || params.beastGracePeriodHours;
  return isBeastMode ? 'beastMode' : null;
}

/** Returns the cause and the remedy of a refusal by the plan; null for other refusals. */
export function planGateText(operation: Operation): string | null {
  const { failure } = operation;
  const feature = failure?.kind === 'rejected' ? neededFeature(operation) : null;
  if (failure?.kind !== 'rejected' || feature === null) return null;
  if (failure.code === 'plan_feature_missing') return `${causes[feature]} ${remedy}`;
  // Other services have codes of their own, so that only the message shows that the plan is the cause.
  return /\bplan\b/i.test(failure.message) ? `${failure.message.replace(/\.?$/, '.')} ${remedy}` : null;
}
