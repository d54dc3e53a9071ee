/** Formats values of a query answer by the type that the contract gives to each field. */

import { nonNullableTypeOf, type ValueType } from '../../../shared/contract/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { enumLabel } from '../../model/enum-label.ts';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';
import { countWithNoun } from '../../ui/text/text.ts';

/** Names for the ids of rows and the letters of priorities. */
export interface CellNameLookups {
  nameOf(model: string, id: string): string | null;
  /** By letter. */
  readonly priorityLabels: Readonly<Record<string, string>>;
}

interface CellPart {
  readonly text: string;
  /** If the text is the name of a row: the model and id of that row. */
  readonly model?: string;
  readonly id?: string;
}

export interface FormattedCell {
  readonly kind: 'none' | 'text' | 'number' | 'status' | 'priority' | 'code';
  readonly parts: readonly CellPart[];
  /** Unformatted, for the icons of the kinds `status` and `priority`. */
  readonly value?: string;
  /** Null is last in ascending and in descending order. */
  readonly sort: string | number | null;
  /** Tooltip of an enumeration value that this app does not know. */
  readonly note?: string;
}

/** For the rest, the cell shows only how many there are. */
export const maxListItemsInCell = 12;

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const emptyCell: FormattedCell = { kind: 'none', parts: [], sort: null };
const textCell = (text: string, sort: FormattedCell['sort'] = text.toLocaleLowerCase()): FormattedCell => ({
  kind: 'text',
  parts: [{ text }],
  sort,
});
const numberCell = (text: string, sort: number | null): FormattedCell => ({ ...textCell(text, sort), kind: 'number' });

/** The fields `derivedStatus` and `priority` have their own kinds of cells. */
export function formatCellValue(value: unknown, type: ValueType, name: string, names: CellNameLookups): FormattedCell {
  if (value === null || value === undefined) return emptyCell;
  const inner = nonNullableTypeOf(type);
  switch (inner.kind) {
    case 'enum':
      return typeof value === 'string' ? enumCell(value, inner.values, name, names) : codeCell(value);
    case 'id': {
      if (typeof value !== 'string') return codeCell(value);
      const text = names.nameOf(inner.model, value) ?? value;
      return { ...textCell(text), parts: [{ text, model: inner.model, id: value }] };
    }
    case 'int32':
      return typeof value === 'number' ? numberCell(String(value), value) : codeCell(value);
    case 'boolean':
      return typeof value === 'boolean' ? textCell(value ? 'Yes' : 'No', value ? 0 : 1) : codeCell(value);
    case 'day':
      return dateCell(value, days, 'T00:00:00Z');
    case 'timestamp':
      return dateCell(value, moments, '');
    case 'string':
      return typeof value === 'string' ? textCell(firstLine(value)) : codeCell(value);
    case 'list':
      return Array.isArray(value) ? listCell(value, inner.of, name, names) : codeCell(value);
    default:
      return objectCell(value);
  }
}

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

function firstLine(value: string): string {
  const line = value.split('\n', 1)[0] ?? '';
  const shown = shortened(line);
  return shown.length < value.trimEnd().length && !shown.endsWith('…') ? `${shown} …` : shown;
}

function enumCell(value: string, known: readonly string[], name: string, names: CellNameLookups): FormattedCell {
  const isKnown = known.includes(value);
  // In the order of the contract; unknown values last.
  const sort = isKnown ? known.indexOf(value) : known.length;
  const note = isKnown ? {} : { note: 'A value that this Decktop does not know.' };
  if (name === 'derivedStatus')
    return { ...textCell(statusGroupAndLabel(value).label, sort), kind: 'status', value, ...note };
  if (name === 'priority')
    return { ...textCell(names.priorityLabels[value] ?? value, value), kind: 'priority', value, ...note };
  return { ...textCell(isKnown ? enumLabel(value) : value, sort), ...note };
}

function dateCell(value: unknown, format: Intl.DateTimeFormat, end: string): FormattedCell {
  if (typeof value !== 'string') return codeCell(value);
  const moment = new Date(`${value}${end}`);
  if (Number.isNaN(moment.getTime())) return textCell(value);
  return textCell(format.format(moment), moment.getTime());
}

function listCell(items: readonly unknown[], of: ValueType, name: string, names: CellNameLookups): FormattedCell {
  if (items.length === 0) return emptyCell;
  const inner = nonNullableTypeOf(of);
  // No name is known for any of these ids.
  if (inner.kind === 'id' && items.every((id) => typeof id === 'string' && names.nameOf(inner.model, id) === null))
    return numberCell(countWithNoun(items.length, enumLabel(inner.model).toLowerCase()), items.length);
  const cells = items.slice(0, maxListItemsInCell).map((item) => formatCellValue(item, of, name, names));
  const hiddenCount = items.length - cells.length;
  const parts = cells.flatMap((cell) => (cell.parts.length > 0 ? cell.parts : [{ text: '–' }]));
  return {
    kind: 'text',
    parts: hiddenCount > 0 ? [...parts, { text: `and ${hiddenCount} more` }] : parts,
    sort: parts.map((part) => part.text.toLocaleLowerCase()).join(', '),
  };
}

function objectCell(value: unknown): FormattedCell {
  if (typeof value !== 'object' || value === null) return textCell(String(value));
  const { total, checked, ...rest } = value as Record<string, unknown>;
  if (typeof total === 'number' && typeof checked === 'number' && Object.keys(rest).length === 0)
    return numberCell(`${checked}/${total}`, total === 0 ? null : checked / total);
  return codeCell(value);
}

/** JSON, texts without quotes, at most 300 characters: for objects, and values that lack the type of their field. */
const codeCell = (value: unknown): FormattedCell => ({
  ...textCell(shortened(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
  kind: 'code',
});

/** Empty cells are last in both directions. */
export function compareCells(a: FormattedCell, b: FormattedCell, descending: boolean): number {
  if (a.sort === null || b.sort === null) return Number(a.sort === null) - Number(b.sort === null);
  const order =
    typeof a.sort === 'number' && typeof b.sort === 'number'
      ? a.sort - b.sort
      : compareNames(String(a.sort), String(b.sort));
  return descending ? -order : order;
}
