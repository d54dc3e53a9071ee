/** A filter with an empty list of values lets all cards pass. Null in a list of values means "no value". */
import { mapTaskOnlyFields, taskOnlyFieldNames } from '../../shared/contract/models/fields.ts';
import { filterTest, foldCase } from '../../shared/domain/search-text.ts';
import { localDay } from '../ui/dates/today.ts';
import { type StatusGroup, statusGroups } from '../ui/icons/status.ts';
import {
  type FieldKey,
  type FieldsWithProperty,
  fieldDefinitionOf,
  type fieldDefinitions,
  fieldKeys,
  fieldLabelOf,
  taskOnlyFieldDefinitions,
} from './card-fields/definitions.ts';
import { cardFields } from './card-fields/index.ts';
import { type CardRow, openThreadCountOf, shortCodeOfCard } from './card-row.ts';

type CardPredicate = (card: CardRow) => boolean;

const hasOrLacksFilters = {
  owner: [fieldLabelOf('owner'), ({ assigneeId }) => assigneeId !== null],
  ...mapTaskOnlyFields((name): readonly [string, CardPredicate] => [fieldLabelOf(name), (card) => card[name] !== null]),
  due: [fieldLabelOf('due'), ({ dueDate }) => dueDate !== null],
  tags: [fieldLabelOf('tag'), ({ tags }) => tags.length > 0],
  milestone: [fieldLabelOf('milestone'), ({ milestoneId }) => milestoneId !== null],
  run: [fieldLabelOf('run'), ({ sprintId }) => sprintId !== null],
  threads: ['Open threads', (card) => openThreadCountOf(card) > 0],
  subCards: ['Sub cards', ({ childCards }) => childCards.length > 0],
  checkboxes: ['Open checkboxes', ({ checkboxStats }) => checkboxStats.checked < checkboxStats.total],
  waiting: ['Cards it waits for', ({ hasBlockingDeps }) => hasBlockingDeps],
} as const satisfies Record<string, readonly [label: string, isIn: CardPredicate]>;
type HasOrLacksProperty = keyof typeof hasOrLacksFilters;
export const hasOrLacksProperties = Object.keys(hasOrLacksFilters) as readonly HasOrLacksProperty[];

/** Undefined for a property that this version of the app does not know. */
export const labelOfHasOrLacksProperty = (property: string): string | undefined =>
  hasOrLacksFilters[property as HasOrLacksProperty]?.[0];

const hasProperty = (card: CardRow, property: HasOrLacksProperty): boolean =>
  (hasOrLacksFilters[property][1] as CardPredicate)(card);

export const dateFilterLabels = {
  overdue: 'Overdue',
  today: 'Due today',
  soon: 'Due within a week',
  changed: 'Changed in the last week',
  quiet: 'Unchanged for a month',
  new: 'Created in the last week',
} as const;
export type DateFilter = keyof typeof dateFilterLabels;
export const dateFilters = Object.keys(dateFilterLabels) as readonly DateFilter[];

type ListFilter = (typeof fieldDefinitions)[FieldsWithProperty<'filter'>]['filter'] | 'dates';
const fieldsByFilter: ReadonlyMap<string, FieldKey> = new Map(
  fieldKeys.flatMap((key) => (fieldDefinitionOf(key).filter ? [[fieldDefinitionOf(key).filter as string, key]] : [])),
);
/** Undefined for a filter that belongs to no field. */
export const fieldOfFilter = (name: FilterName): FieldKey | undefined => fieldsByFilter.get(name);

type FilterValues = readonly (string | null)[];

/** A card passes a list of values if it has one of the values. Numbers are stored as strings. */
export interface Filters extends Readonly<Partial<Record<Exclude<ListFilter, 'statuses' | 'dates'>, FilterValues>>> {
  readonly text?: string;
  readonly statuses?: readonly StatusGroup[];
  readonly dates?: readonly DateFilter[];
  /** The first and the last due day as `YYYY-MM-DD`; null means no limit. An array, like the lists of other filters. */
  readonly due?: readonly (string | null)[] | undefined;
  readonly with?: readonly HasOrLacksProperty[];
  readonly without?: readonly HasOrLacksProperty[];
  readonly hideDone?: boolean;
  /** Values that cards must not have, by the name of the filter. */
  readonly except?: Readonly<Partial<Record<ListFilter, FilterValues>>>;
}

/** In the order of the filter menu and of the chips in the filter bar. */
export const filterNames = [
  'owners',
  'statuses',
  'notDone',
  ...taskOnlyFieldNames.map((name) => taskOnlyFieldDefinitions[name].filter),
  'dates',
  'due',
  'decks',
  'runs',
  'milestones',
  'tags',
  'has',
] as const;
export type FilterName = (typeof filterNames)[number];

/** `in`: cards must have one of the values; `out`: they must have none of them. */
export type ConditionOperator = 'in' | 'out';

/** One chip. For `due`, `values` contains the first and the last day. For `notDone`, `values` is `[null]`. */
export interface FilterCondition {
  readonly field: FilterName;
  readonly operator: ConditionOperator;
  readonly values: FilterValues;
}

const isListFilter = (field: FilterName): field is ListFilter =>
  field === 'dates' || fieldOfFilter(field) !== undefined;

export const isInvertibleFilter = (field: FilterName): boolean => isListFilter(field) || field === 'has';

/** Empty if the condition is not set. */
export function conditionValuesOf(filters: Filters, field: FilterName, operator: ConditionOperator): FilterValues {
  if (field === 'has') return (operator === 'in' ? filters.with : filters.without) ?? [];
  if (field === 'due') return filters.due?.some(Boolean) ? filters.due : [];
  if (field === 'notDone') return filters.hideDone ? [null] : [];
  return (operator === 'in' ? (filters[field] as FilterValues | undefined) : filters.except?.[field]) ?? [];
}

export const conditionsOfFilters = (filters: Filters): FilterCondition[] =>
  filterNames.flatMap((field) =>
    (['in', 'out'] as const)
      .filter((operator) => operator === 'in' || isInvertibleFilter(field))
      .map((operator) => ({ field, operator, values: conditionValuesOf(filters, field, operator) }))
      .filter(({ values }) => values.length > 0),
  );

/** An empty list removes the condition. */
export function filtersWithCondition(filters: Filters, { field, operator, values }: FilterCondition): Filters {
  if (field === 'due') return { ...filters, due: values.some(Boolean) ? values : undefined };
  if (field === 'notDone') return { ...filters, hideDone: values.length > 0 };
  if (field === 'has') return { ...filters, [operator === 'in' ? 'with' : 'without']: values };
  if (operator === 'in') return { ...filters, [field]: values };
  const { except: before, ...rest } = filters;
  const except = Object.fromEntries(
    filterNames.filter(isListFilter).flatMap((name) => {
      const list = name === field ? values : (before?.[name] ?? []);
      return list.length > 0 ? [[name, list]] : [];
    }),
  );
  return Object.keys(except).length > 0 ? { ...rest, except } : rest;
}

export const oppositeOperator = (operator: ConditionOperator): ConditionOperator => (operator === 'in' ? 'out' : 'in');

/** Also removes the value from the condition with the opposite operator. */
export function filtersWithValueToggled(
  filters: Filters,
  field: FilterName,
  operator: ConditionOperator,
  value: string | null,
): Filters {
  const values = withItemToggled(conditionValuesOf(filters, field, operator), value);
  const changed = filtersWithCondition(filters, { field, operator, values });
  if (!isInvertibleFilter(field)) return changed;
  const other = oppositeOperator(operator);
  const others = conditionValuesOf(changed, field, other);
  return others.includes(value)
    ? filtersWithCondition(changed, { field, operator: other, values: others.filter((each) => each !== value) })
    : changed;
}

/**
 * Switches a condition between "any of" and "none of". Adds the values to an existing condition of the new operator.
 */
export function filtersWithConditionInverted(filters: Filters, { field, operator, values }: FilterCondition): Filters {
  const other = oppositeOperator(operator);
  const joined = [...new Set([...conditionValuesOf(filters, field, other), ...values])];
  return filtersWithCondition(filtersWithCondition(filters, { field, operator, values: [] }), {
    field,
    operator: other,
    values: joined,
  });
}

/** Undefined if all statuses pass. */
export function statusesThatPassFilters({ statuses, except }: Filters): readonly StatusGroup[] | undefined {
  const excludedStatuses: FilterValues = except?.statuses ?? [];
  if (!statuses?.length && excludedStatuses.length === 0) return undefined;
  return (statuses?.length ? statuses : statusGroups).filter((group) => !excludedStatuses.includes(group));
}

export const noFilters: Filters = {};

/** Archived and deleted cards are read only if a filter names these statuses. */
export const visibilitiesOfFilters = ({ statuses }: Filters): readonly string[] => [
  'default',
  ...(['archived', 'deleted'] as const).filter((group) => statuses?.includes(group)),
];

export const withItemToggled = <T>(list: readonly T[] | undefined, value: T): T[] =>
  list?.includes(value) ? list.filter((other) => other !== value) : [...(list ?? []), value];

export const countFilters = (filters: Filters): number => conditionsOfFilters(filters).length;

const daysPerWeek = 7;
const daysPerMonth = 30;

/** `today` is the local day as `YYYY-MM-DD`. */
function dateFilterPredicates(today: string): Record<DateFilter, CardPredicate> {
  const day = (days: number) => {
    const date = new Date(`${today}T12:00:00`);
    date.setDate(date.getDate() + days);
    return date;
  };
  const [weekAgo, monthAgo, inOneWeek] = [
    day(-daysPerWeek).toISOString(),
    day(-daysPerMonth).toISOString(),
    localDay(day(daysPerWeek)),
  ];
  const isDue = ({ dueDate, status }: CardRow) => dueDate !== null && status !== 'done';
  return {
    overdue: (card) => isDue(card) && (card.dueDate ?? '') < today,
    today: (card) => isDue(card) && card.dueDate === today,
    soon: (card) => isDue(card) && (card.dueDate ?? '') >= today && (card.dueDate ?? '') <= inOneWeek,
    changed: ({ lastUpdatedAt }) => lastUpdatedAt >= weekAgo,
    quiet: ({ lastUpdatedAt }) => lastUpdatedAt < monthAgo,
    new: ({ createdAt }) => createdAt >= weekAgo,
  };
}

/** Other names, which a saved view can contain, have no effect. */
const knownNames = <T extends string>(names: readonly T[], list: readonly T[] | undefined): readonly T[] =>
  list?.filter((name) => names.includes(name)) ?? [];

function valueListTest(
  name: ListFilter,
  list: FilterValues,
  passesDateFilter: Record<DateFilter, CardPredicate>,
): CardPredicate {
  const field = fieldOfFilter(name);
  if (!field) return (card) => list.some((value) => passesDateFilter[value as DateFilter]?.(card) ?? false);
  const textOf = (value: string | number | null) =>
    value === null ? null : field === 'tag' ? foldCase(String(value)) : String(value);
  const wantedTexts = new Set(list.map(textOf));
  const { values } = cardFields[field];
  return (card) => values(card).some((value) => wantedTexts.has(textOf(value)));
}

/** Undefined if all cards pass. */
export function filterPredicate(filters: Filters, today: string = localDay()): CardPredicate | undefined {
  const hasText = filterTest(filters.text ?? '');
  const isTextGiven = (filters.text ?? '').trim() !== '';
  const conditions = conditionsOfFilters(filters);
  if (!isTextGiven && conditions.length === 0) return undefined;
  const passesDateFilter = dateFilterPredicates(today);
  const lists = conditions.flatMap(({ field, operator, values }) => {
    if (!isListFilter(field)) return [];
    const list =
      field === 'dates' ? values.filter((value) => (dateFilters as readonly unknown[]).includes(value)) : values;
    return list.length > 0 ? [{ isIn: operator === 'in', test: valueListTest(field, list, passesDateFilter) }] : [];
  });
  const [from, until] = filters.due ?? [];
  const [wanted, unwanted] = [
    knownNames(hasOrLacksProperties, filters.with),
    knownNames(hasOrLacksProperties, filters.without),
  ];
  return (card) => {
    if (lists.some(({ isIn, test }) => test(card) !== isIn)) return false;
    if (from && !(card.dueDate && card.dueDate >= from)) return false;
    if (until && !(card.dueDate && card.dueDate <= until)) return false;
    if (!wanted.every((property) => hasProperty(card, property))) return false;
    if (unwanted.some((property) => hasProperty(card, property))) return false;
    if (filters.hideDone && card.status === 'done') return false;
    return (
      !isTextGiven || hasText(`${card.title} ${shortCodeOfCard(card)} ${card.tags.map((tag) => `#${tag}`).join(' ')}`)
    );
  };
}
