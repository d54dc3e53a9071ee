/** The order of the steps of a journey, in the menu that starts a journey and in settings. */
import { compareCodeUnits } from './card-fields/compare.ts';

interface JourneyStep {
  /** The name of the step's group; null if it has no group. */
  readonly label: string | null;
  readonly sortValue: string;
}

/** Compares steps by group, then by position in the group, as the service does. Steps without a group come first. */
export const compareJourneySteps = (a: JourneyStep, b: JourneyStep): number =>
  compareCodeUnits(a.label ?? '', b.label ?? '') || compareCodeUnits(a.sortValue, b.sortValue);
