/** Zones of a manual order, and planned efforts, as decks, milestones and runs take them. */
import { refuse } from '../../shared/contract/index.ts';
import { requirePlanFeature } from './access.ts';
import type { ActionContext } from './types.ts';

type Zones = (string | null)[] | null;

/** Names trimmed, repeated ones dropped (the unnamed zone counts as one); an empty name is the unnamed zone. */
export function tidyZones(zones: Zones): Zones {
  return zones && [...new Set(zones.map((name) => name?.trim() || null))];
}

/** @throws Refusal `plan_feature_missing` for planned effort where the plan has no capacity tracking. */
export function checkCapacities(
  context: ActionContext,
  capacities: Readonly<Record<string, number>> | undefined,
): void {
  const values = Object.values(capacities ?? {});
  if (values.some((value) => value < 0)) throw refuse('invalid_param', "'userCapacities' must not be negative.");
  if (values.some((value) => value > 0)) requirePlanFeature(context, 'capacity');
}
