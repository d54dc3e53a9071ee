/** The task fields of a card (priority, effort), built from the contract's enumerations and numbers. */
import { bare } from '../../../shared/contract/index.ts';
import { type TaskField, taskFieldNames, taskFields } from '../../../shared/contract/models/fields.ts';
import type { AccountRow } from '../../data/lookups.ts';
import type { CardRow } from '../card-row.ts';
import { type Column, keyOf, valueIn } from '../column.ts';
import { enumLabel } from '../enum-label.ts';
import { byText, missingLast } from './compare.ts';
import { definitionOf, type FieldKey, type TaskFieldDefinition, taskFieldDefinitions } from './definitions.ts';
import { type CardField, isText, single, type Value } from './field.ts';
import { statusRank } from './status.ts';

type Account = AccountRow | null | undefined;

/** Returns the values of an enumeration field in order, or null for a number field. */
export function enumerated(field: TaskField): readonly string[] | null {
  const type = bare(taskFields[field]);
  return type.kind === 'enum' ? type.values : null;
}

const sourceOf = (field: TaskField): TaskFieldDefinition<TaskField> => taskFieldDefinitions[field];

/** Returns the values that people can choose, in order: the enumeration's, or the organization's number scale. */
export function offered(field: TaskField, account: Account): readonly (string | number)[] {
  const known = enumerated(field);
  const { account: property } = sourceOf(field);
  const own = property && account?.[property];
  if (known) return own ? Object.keys(own) : known;
  return (own as readonly number[] | undefined) ?? [];
}

/**
 * Returns the label of a value: the organization's, else the app's, else the value itself if this version does not know
 * it.
 */
export function taskLabel(field: TaskField, value: string | number, account: Account): string {
  const known = enumerated(field);
  if (!known) return String(value);
  const { labels, account: property } = sourceOf(field);
  const own = property && (account?.[property] as Readonly<Record<string, string>> | undefined);
  return own?.[value] ?? labels?.[value] ?? (known.includes(String(value)) ? enumLabel(String(value)) : String(value));
}

/** Returns the fields that documents do not have as one phrase: "status, priority and effort". */
export function missingOnDocs(conjunction: 'and' | 'or'): string {
  const labels = ['status', ...taskFieldNames].map((key) => definitionOf(key as FieldKey).label.toLowerCase());
  return `${labels.slice(0, -1).join(', ')} ${conjunction} ${labels.at(-1)}`;
}

/** "Documents have no priority." */
export const docRefusalOf = (field: TaskField | 'status'): string =>
  `Documents have no ${definitionOf(field).label.toLowerCase()}.`;

/** Returns a function from a value to its index in the enumeration; unknown values come last. */
const ranked = (known: readonly string[]) => (value: string) => {
  const rank = known.indexOf(value);
  return rank < 0 ? known.length : rank;
};

function enumeration(field: TaskField, known: readonly string[]): CardField {
  const rank = ranked(known);
  const own = (card: CardRow) => card[field] as string | null;
  const byRank = (a: string, b: string) => rank(a) - rank(b) || byText(a, b);
  return {
    ...common(field),
    columns(used, _set, { lookups }) {
      const values = new Set(offered(field, lookups.account).map(String));
      for (const key of used) if (key !== keyOf(field, null)) values.add(valueIn(key));
      return [...[...values].map((value) => columnOf(field, value, lookups.account)), noneOf(field)];
    },
    tableValue(card) {
      const value = own(card);
      return value === null ? null : rank(value);
    },
    compare: (a, b) => missingLast(own(a), own(b), byRank) || statusRank(a) - statusRank(b),
    filterValues: (found, { lookups }) => [
      ...new Set([...offered(field, lookups.account).map(String), ...found.filter(isText)]),
      null,
    ],
    refusal: (card, value) =>
      value !== null && !known.includes(String(value))
        ? `This version of the app does not know how to set this ${definitionOf(field).label.toLowerCase()}.`
        : refusalOnDoc(field, card, value),
  };
}

function number(field: TaskField): CardField {
  const own = (card: CardRow) => card[field] as number | null;
  return {
    ...common(field),
    columns(used, _set, { lookups }) {
      const values = new Set(offered(field, lookups.account).map(Number));
      for (const key of used) if (key !== keyOf(field, null)) values.add(Number(valueIn(key)));
      const sorted = [...values].sort((a, b) => a - b);
      return [noneOf(field), ...sorted.map((value) => columnOf(field, value, lookups.account))];
    },
    // Highest number first.
    compare: (a, b) => missingLast(own(a), own(b), (x, y) => y - x),
    filterValues: (found, { lookups }) => {
      const values = new Set(
        [...offered(field, lookups.account), ...found.filter((value) => value !== null)].map(Number),
      );
      return [...[...values].sort((a, b) => a - b).map(String), null];
    },
    refusal: (card, value) => refusalOnDoc(field, card, value),
  };
}

const common = (field: TaskField): Pick<CardField, 'values' | 'changes' | 'creates' | 'nameOf' | 'tableValue'> => ({
  ...single(field),
  nameOf: (value, { lookups }) => taskLabel(field, value, lookups.account),
  tableValue: (card) => card[field],
  creates: (value, { isDoc }) => (isDoc ? {} : { [field]: value }),
});

const columnOf = (field: TaskField, value: string | number, account: Account): Column => ({
  key: keyOf(field, value),
  title: taskLabel(field, value, account),
  by: field,
  value,
});
const noneOf = (field: TaskField): Column => ({
  key: keyOf(field, null),
  title: taskFieldDefinitions[field].none,
  by: field,
  value: null,
});

const refusalOnDoc = (field: TaskField, { isDoc }: CardRow, value: Value): string | null =>
  isDoc && value !== null ? docRefusalOf(field) : null;

export function taskField(field: TaskField): CardField {
  const known = enumerated(field);
  return known ? enumeration(field, known) : number(field);
}
