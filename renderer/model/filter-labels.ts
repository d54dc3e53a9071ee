/** Conditions of a filter in words: "Owner any of: Rosa Delgado; not done". */
import { runLabel } from '../../shared/domain/run-label.ts';
import { type Lookups, nameOf, type Person } from '../data/lookups.ts';
import { dayInWords, localDay } from '../ui/dates/today.ts';
import { groupLabels, type StatusGroup } from '../ui/icons/status.ts';
import {
  type Condition,
  conditionsOf,
  type FilterField,
  type Filters,
  hasSense,
  type Property,
  propertyLabels,
  type Sense,
  type Span,
  spanLabels,
} from './filters.ts';

export interface FilterNames {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
}

export const fieldLabels: Record<FilterField, string> = {
  owners: 'Owner',
  statuses: 'Status',
  notDone: 'Not done',
  priorities: 'Priority',
  efforts: 'Effort',
  dates: 'Dates',
  due: 'Due between',
  decks: 'Deck',
  runs: 'Run',
  milestones: 'Milestone',
  tags: 'Tag',
  has: 'Has or lacks',
};

const noneLabels: Partial<Record<FilterField, string>> = {
  owners: 'Nobody',
  priorities: 'No priority',
  efforts: 'No effort',
  runs: 'No run',
  milestones: 'No milestone',
};

/** The name of one value. Saved views may name what this version or this workspace does not have. */
export function valueName(field: FilterField, value: string | null, { lookups, people }: FilterNames): string {
  if (value === null) return noneLabels[field] ?? 'None';
  const { decks, sprints, sprintConfigs, milestones, account } = lookups;
  switch (field) {
    case 'owners':
      return nameOf(people[value]);
    case 'statuses':
      return groupLabels[value as StatusGroup] ?? value;
    case 'priorities':
      return ((account?.priorityLabels ?? {}) as Readonly<Record<string, string>>)[value] ?? value;
    case 'decks':
      return decks[value]?.title ?? 'A deck out of sight';
    case 'runs': {
      const sprint = sprints[value];
      return sprint ? runLabel(sprint, sprintConfigs[sprint.sprintConfigId]) : 'A run out of sight';
    }
    case 'milestones':
      return milestones[value]?.name ?? 'A milestone out of sight';
    case 'tags':
      return `#${value}`;
    case 'dates':
      return spanLabels[value as Span] ?? value;
    case 'has':
      return propertyLabels[value as Property] ?? value;
    default:
      return value;
  }
}

/** "28 Dec to 3 Jan 2027". */
function dueInWords([from, until]: readonly (string | null)[]): string {
  const year = localDay().slice(0, 4);
  const words = (day: string) => (day.startsWith(year) ? dayInWords(day) : `${dayInWords(day)} ${day.slice(0, 4)}`);
  if (from && until) return `${words(from)} to ${words(until)}`;
  return from ? `from ${words(from)}` : until ? `until ${words(until)}` : '';
}

/** What a condition asks of its values. */
export const senseWords = (field: FilterField, sense: Sense): string =>
  field === 'has' ? (sense === 'in' ? 'has' : 'lacks') : sense === 'in' ? 'any of' : 'none of';

export interface ConditionWords {
  readonly field: string;
  /** Empty where it cannot be turned round. */
  readonly sense: string;
  readonly values: string;
}

/** A condition as its chip says it. */
export function conditionWords({ field, sense, values }: Condition, names: FilterNames): ConditionWords {
  if (field === 'notDone') return { field: fieldLabels.notDone, sense: '', values: '' };
  if (field === 'due') return { field: 'Due', sense: '', values: dueInWords(values) };
  return {
    field: field === 'has' ? 'Card' : fieldLabels[field],
    sense: hasSense(field) ? senseWords(field, sense) : '',
    values: values.map((value) => valueName(field, value, names)).join(', '),
  };
}

/** All of it in one line. */
export function filtersInWords(filters: Filters, names: FilterNames): string {
  return [
    ...conditionsOf(filters).map((condition) => {
      const { field, sense, values } = conditionWords(condition, names);
      return [field, sense, values].filter(Boolean).join(' ');
    }),
    ...(filters.text?.trim() ? [`“${filters.text.trim()}”`] : []),
  ].join('; ');
}
