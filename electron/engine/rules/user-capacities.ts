import { refuse } from '../../../shared/contract/index.ts';
import type { ActionContext } from '../types.ts';
import { requireSubscriptionPlanFeature } from './access.ts';

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
