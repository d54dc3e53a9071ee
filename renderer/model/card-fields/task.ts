import { nonNullableTypeOf } from '../../../shared/contract/index.ts';
import { type TaskOnlyField, taskOnlyFieldNames, taskOnlyFields } from '../../../shared/contract/models/fields.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import type { AccountRow } from '../../data/lookups.ts';
import { nameOf } from '../../data/lookups.ts';
import type { CardRow } from '../card-row.ts';
import { type Column, columnKeyOf, columnOf, valueOfColumnKey } from '../column.ts';
import { enumLabel } from '../enum-label.ts';
import {
  type FieldKey,
  fieldDefinitionOf,
  fieldDefinitions,
  type TaskOnlyFieldDefinition,
  taskOnlyFieldDefinitions,
} from './definitions.ts';
import {
  type CardField,
  compareCodeUnits,
  compareNullLast,
  type FieldValue,
  isString,
  singlePropertyField,
} from './field.ts';
import { statusGroupIndex } from './status.ts';

type Account = AccountRow | null | undefined;

/** In order; null for a number field. */
export function enumValuesOf(field: TaskOnlyField): readonly string[] | null {
  const type = nonNullableTypeOf(taskOnlyFields[field]);
  return type.kind === 'enum' ? type.values : null;
}

const taskDefinitionOf = (field: TaskOnlyField): TaskOnlyFieldDefinition<TaskOnlyField> =>
  taskOnlyFieldDefinitions[field];

/**
 * In order: the values that the organization defines, otherwise all values of the enumeration. Empty for a number field
 * without values of the organization.
 */
export function selectableTaskOnlyValues(field: TaskOnlyField, account: Account): readonly (string | number)[] {
  const known = enumValuesOf(field);
  const { accountProperty: property } = taskDefinitionOf(field);
  const organizationValues = property && account?.[property];
  if (known) return organizationValues ? Object.keys(organizationValues) : known;
  return (organizationValues as readonly number[] | undefined) ?? [];
}

/**
 * The organization's label, else the app's. A value that this version of the app does not know is returned as it is.
 */
export function taskOnlyValueLabel(field: TaskOnlyField, value: string | number, account: Account): string {
  const known = enumValuesOf(field);
  if (!known) return String(value);
  const { labels, accountProperty: property } = taskDefinitionOf(field);
  const own = property && (account?.[property] as Readonly<Record<string, string>> | undefined);
  const table = [own, labels].find((table) => table && Object.hasOwn(table, value));
  return table?.[value] ?? (known.includes(String(value)) ? enumLabel(String(value)) : String(value));
}

/** Such as "status, priority and effort". */
export function taskOnlyFieldNamesText(conjunction: 'and' | 'or'): string {
  const labels = ['status', ...taskOnlyFieldNames].map((key) => fieldDefinitionOf(key as FieldKey).label.toLowerCase());
  return `${labels.slice(0, -1).join(', ')} ${conjunction} ${labels.at(-1)}`;
}

export const fieldRefusalForDocuments = (field: TaskOnlyField | 'status'): string =>
  `Documents have no ${fieldDefinitionOf(field).label.toLowerCase()}.`;

/** An unknown value gets the length of the enumeration, so that it comes last. */
const ranked = (known: readonly string[]) => (value: string) => {
  const rank = known.indexOf(value);
  return rank < 0 ? known.length : rank;
};

function enumerationField(field: TaskOnlyField, known: readonly string[]): CardField {
  const rank = ranked(known);
  const own = (card: CardRow) => card[field] as string | null;
  const byRank = (a: string, b: string) => rank(a) - rank(b) || compareCodeUnits(a, b);
  return {
    ...commonFunctions(field),
    columns(used, _loaded, { lookups }) {
      const values = new Set(selectableTaskOnlyValues(field, lookups.account).map(String));
      for (const key of used) if (key !== columnKeyOf(field, null)) values.add(valueOfColumnKey(key));
      return [...[...values].map((value) => columnOfValue(field, value, lookups.account)), noneOf(field)];
    },
    tableValue(card) {
      const value = own(card);
      return value === null ? null : rank(value);
    },
    compare: (a, b) => compareNullLast(own(a), own(b), byRank) || statusGroupIndex(a) - statusGroupIndex(b),
    filterValues: (found, { lookups }) => [
      ...new Set([...selectableTaskOnlyValues(field, lookups.account).map(String), ...found.filter(isString)]),
      null,
    ],
    refusal: (card, value) =>
      value !== null && !known.includes(String(value))
        ? `This version of the app does not know how to set this ${fieldDefinitionOf(field).label.toLowerCase()}.`
        : refusalOnDoc(field, card, value),
  };
}

function numberField(field: TaskOnlyField): CardField {
  const own = (card: CardRow) => card[field] as number | null;
  return {
    ...commonFunctions(field),
    columns(used, _loaded, { lookups }) {
      const values = new Set(selectableTaskOnlyValues(field, lookups.account).map(Number));
      for (const key of used) if (key !== columnKeyOf(field, null)) values.add(Number(valueOfColumnKey(key)));
      const sorted = [...values].sort((a, b) => a - b);
      return [noneOf(field), ...sorted.map((value) => columnOfValue(field, value, lookups.account))];
    },
    // Sorts the highest number first.
    compare: (a, b) => compareNullLast(own(a), own(b), (x, y) => y - x),
    filterValues: (found, { lookups }) => {
      const values = new Set(
        [...selectableTaskOnlyValues(field, lookups.account), ...found.filter((value) => value !== null)].map(Number),
      );
      return [...[...values].sort((a, b) => a - b).map(String), null];
    },
    refusal: (card, value) => refusalOnDoc(field, card, value),
  };
}

const commonFunctions = (
  field: TaskOnlyField,
): Pick<CardField, 'values' | 'changes' | 'paramsForNewCard' | 'nameOf' | 'tableValue'> => ({
  ...singlePropertyField(field),
  nameOf: (value, { lookups }) => taskOnlyValueLabel(field, value, lookups.account),
  tableValue: (card) => card[field],
  paramsForNewCard: (value, { isDoc }) => (isDoc ? {} : { [field]: value }),
});

const columnOfValue = (field: TaskOnlyField, value: string | number, account: Account): Column =>
  columnOf(field, value, taskOnlyValueLabel(field, value, account));
const noneOf = (field: TaskOnlyField): Column => columnOf(field, null, taskOnlyFieldDefinitions[field].none);

const refusalOnDoc = (field: TaskOnlyField, { isDoc }: CardRow, value: FieldValue): string | null =>
  isDoc && value !== null ? fieldRefusalForDocuments(field) : null;

export function taskOnlyCardField(field: TaskOnlyField): CardField {
  const known = enumValuesOf(field);
  return known ? enumerationField(field, known) : numberField(field);
}

export const ownerCardField: CardField = {
  ...singlePropertyField('assigneeId'),
  nameOf: (id, { people }) => people[id] && nameOf(people[id]),
  columns(used, _loaded, { people, me }) {
    const owners = Object.values(people)
      .filter((person) => used.has(columnKeyOf('owner', person.id)) || (person.kind === 'human' && !person.isRemoved))
      .sort((a, b) => Number(b.id === me) - Number(a.id === me) || compareNames(nameOf(a), nameOf(b)));
    const columnOfPerson = (id: string, title: string) => columnOf('owner', id, title, { personId: id });
    const unknown = [...used].map(valueOfColumnKey).filter((id) => id !== '' && !people[id]);
    return [
      columnOf('owner', null, fieldDefinitions.owner.none),
      ...owners.map((person) => columnOfPerson(person.id, nameOf(person))),
      ...unknown.map((id) => columnOfPerson(id, nameOf(undefined))),
    ];
  },
  tableValue: ({ assigneeId }, { people }) => (assigneeId ? nameOf(people[assigneeId]) : null),
  sortsAsNames: true,
  filterValues: (_found, { persons }) => [null, ...persons.map(({ id }) => id)],
};
