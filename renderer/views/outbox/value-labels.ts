/** Labels for the fields and values of a change, with names of rows instead of ids. Used by the outbox page. */
import { nameOf } from '../../data/lookups.ts';
import { cardPropertyLabel } from '../../model/card-fields/definitions.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { nameOfCardPropertyValue } from '../../model/card-fields/index.ts';

/**
 * Returns the label of a field. If the field has no label, makes one from its name: `startDate` becomes "Start date".
 * Leaves out "Id" at the end.
 */
export const fieldLabel = (field: string): string =>
  cardPropertyLabel(field) ??
  field
    .replace(/Id$/, '')
    .replace(/^.|[A-Z]/g, (letter, at) => (at === 0 ? letter.toUpperCase() : ` ${letter.toLowerCase()}`));

/**
 * Returns the label of a value: the name of the row for an id, "yes" or "no" for a boolean, "none" for a missing value.
 */
export function fieldValueLabel(field: string, value: unknown, names: ValueNameContext): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  const name = nameOfCardPropertyValue(field, text, names);
  if (name !== undefined) return name;
  return unloadedLabels[field] ?? text.replaceAll('_', ' ');
}

/** Texts for ids whose rows are not loaded. */
const unloadedLabels: Readonly<Record<string, string>> = {
  assigneeId: nameOf(undefined),
  deckId: 'another deck',
  milestoneId: 'another milestone',
  sprintId: 'another run',
};
