import { compareCodeUnits } from './card-fields/field.ts';

interface JourneyStep {
  /** Null if the step has no group. */
  readonly label: string | null;
  readonly sortValue: string;
}

/** By group, then by position in it, as the service does. Steps without a group come first. */
export const compareJourneySteps = (a: JourneyStep, b: JourneyStep): number =>
  compareCodeUnits(a.label ?? '', b.label ?? '') || compareCodeUnits(a.sortValue, b.sortValue);

/** A step names the card on which the journey starts by a placeholder. */
export const shownStepTitle = (title: string): string =>
  title.replaceAll('%PARENT_TITLE%', '“title of the card”') || 'A step without text';
