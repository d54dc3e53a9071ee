import type { TaskOnlyField } from '../../../shared/contract/index.ts';
import { taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { deckCardField, heroCardField, milestoneCardField, runCardField, zoneCardField } from './containers.ts';
import { type FieldKey, fieldOfProperty } from './definitions.ts';
import {
  type CardField,
  compareCardNumbers,
  compareCodeUnits,
  compareNullLast,
  singlePropertyField,
  type ValueNameContext,
} from './field.ts';
import { statusCardField } from './status.ts';
import { tagCardField } from './tag.ts';
import { ownerCardField, taskOnlyCardField } from './task.ts';

const title: CardField = {
  values: (card) => [card.title],
  compare: (a, b) => compareNames(a.title, b.title),
  tableValue: (card) => card.title,
  sortsAsNames: true,
};

const due: CardField = {
  ...singlePropertyField('dueDate'),
  compare: (a, b) => compareNullLast(a.dueDate, b.dueDate, compareCodeUnits),
  tableValue: (card) => card.dueDate,
};

/** The title of the row with this id, or the label of an enumeration value; undefined for an unknown value. */
export function nameOfCardPropertyValue(property: string, value: string, names: ValueNameContext): string | undefined {
  const key = fieldOfProperty(property);
  // The app shows the derived status, so values of the stored `status` have no name here.
  return key === undefined || key === 'status' ? undefined : cardFields[key].nameOf?.(value, names);
}

export const cardFields: Readonly<Record<FieldKey, CardField>> = {
  title,
  code: { values: (card) => [card.accountSeq || null], tableValue: (card) => card.accountSeq || null },
  status: statusCardField,
  owner: ownerCardField,
  ...(Object.fromEntries(taskOnlyFieldNames.map((name) => [name, taskOnlyCardField(name)])) as Record<
    TaskOnlyField,
    CardField
  >),
  deck: deckCardField,
  zone: zoneCardField,
  milestone: milestoneCardField,
  run: runCardField,
  due,
  tag: tagCardField,
  updated: {
    values: (card) => [card.lastUpdatedAt],
    compare: (a, b) => compareCodeUnits(b.lastUpdatedAt, a.lastUpdatedAt),
    tableValue: (card) => card.lastUpdatedAt,
  },
  hero: heroCardField,
  kind: { values: (card) => [card.isDoc ? 'doc' : 'card'] },
  created: {
    values: (card) => [card.createdAt],
    compare: (a, b) => compareCodeUnits(b.createdAt, a.createdAt) || compareCardNumbers(b, a),
  },
};
