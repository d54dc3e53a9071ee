/** With names of rows instead of ids. */
import { nameOf } from '../../data/lookups.ts';
import { cardPropertyLabel } from '../../model/card-fields/definitions.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { nameOfCardPropertyValue } from '../../model/card-fields/index.ts';

/** A field without a label gets one from its name, without "Id" at the end: `startDate` becomes "Start date". */
export const fieldLabel = (field: string): string =>
  cardPropertyLabel(field) ??
  field
    .replace(/Id$/, '')
    .replace(/^.|[A-Z]/g, (letter, at) => (at === 0 ? letter.toUpperCase() : ` ${letter.toLowerCase()}`));

/** The name of the row for an id, "yes" or "no" for a boolean, "none" for a missing value. */
export function fieldValueLabel(field: string, value: unknown, names: ValueNameContext): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  const name = nameOfCardPropertyValue(field, text, names);
  if (name !== undefined) return name;
  return unloadedLabels[field] ?? text.replaceAll('_', ' ');
}

const unloadedLabels: Readonly<Record<string, string>> = {
  assigneeId: nameOf(undefined),
  deckId: 'another deck',
  milestoneId: 'another milestone',
  sprintId: 'another run',
};
