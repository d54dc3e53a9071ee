/** Texts of filter conditions, for chips and saved views: "Owner any of Rosa Delgado; Not done". */
import { nameOf } from '../data/lookups.ts';
import { dayAndMonthText } from '../ui/dates/day-text.ts';
import { localDay } from '../ui/dates/today.ts';
import { fieldDefinitionOf } from './card-fields/definitions.ts';
import type { ValueNameContext } from './card-fields/field.ts';
import { cardFields } from './card-fields/index.ts';
import {
  type ConditionOperator,
  conditionsOfFilters,
  type DateFilter,
  dateFilterLabels,
  type FilterCondition,
  type FilterName,
  type Filters,
  fieldOfFilter,
  isInvertibleFilter,
  labelOfHasOrLacksProperty,
} from './filters.ts';

const labelsWithoutField: Partial<Record<FilterName, string>> = {
  notDone: 'Not done',
  dates: 'Dates',
  due: 'Due between',
  has: 'Has or lacks',
};

export function filterLabel(name: FilterName): string {
  const field = fieldOfFilter(name);
  return (field ? fieldDefinitionOf(field).label : labelsWithoutField[name]) ?? name;
}

/**
 * A saved view can contain a value that this version of the app or this workspace does not know. The label is then the
 * value itself, or a text such as "A deck out of sight".
 */
export function filterValueLabel(name: FilterName, value: string | null, names: ValueNameContext): string {
  const field = fieldOfFilter(name);
  if (value === null) return (field && fieldDefinitionOf(field).none) ?? 'None';
  if (name === 'dates') return dateFilterLabels[value as DateFilter] ?? value;
  if (name === 'has') return labelOfHasOrLacksProperty(value) ?? value;
  if (!field) return value;
  const known = cardFields[field].nameOf?.(value, names);
  if (known !== undefined) return known;
  if (field === 'owner') return nameOf(undefined);
  return field === 'status' ? value : `A ${fieldDefinitionOf(field).label.toLowerCase()} out of sight`;
}

/** Such as "28 Dec to 3 Jan 2027". The current year is left out. */
function dueText([from, until]: readonly (string | null)[]): string {
  const year = localDay().slice(0, 4);
  const dayText = (day: string) =>
    day.startsWith(year) ? dayAndMonthText(day) : `${dayAndMonthText(day)} ${day.slice(0, 4)}`;
  if (from && until) return `${dayText(from)} to ${dayText(until)}`;
  return from ? `from ${dayText(from)}` : until ? `until ${dayText(until)}` : '';
}

export const operatorLabel = (field: FilterName, operator: ConditionOperator): string =>
  field === 'has' ? (operator === 'in' ? 'has' : 'lacks') : operator === 'in' ? 'any of' : 'none of';

interface ConditionTexts {
  readonly field: string;
  /** Empty if the condition cannot be switched between "any of" and "none of". */
  readonly operator: string;
  readonly values: string;
}

export function conditionChipTexts(
  { field, operator, values }: FilterCondition,
  names: ValueNameContext,
): ConditionTexts {
  if (field === 'notDone') return { field: filterLabel('notDone'), operator: '', values: '' };
  if (field === 'due') return { field: 'Due', operator: '', values: dueText(values) };
  return {
    field: field === 'has' ? 'Card' : filterLabel(field),
    operator: isInvertibleFilter(field) ? operatorLabel(field, operator) : '',
    values: values.map((value) => filterValueLabel(field, value, names)).join(', '),
  };
}

export function filtersText(filters: Filters, names: ValueNameContext): string {
  return [
    ...conditionsOfFilters(filters).map((condition) => {
      const { field, operator, values } = conditionChipTexts(condition, names);
      return [field, operator, values].filter(Boolean).join(' ');
    }),
    ...(filters.text?.trim() ? [`“${filters.text.trim()}”`] : []),
  ].join('; ');
}
