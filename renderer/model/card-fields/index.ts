/**
 * The registry of card fields and their behaviour. Boards, tables, filters, drops and new cards look fields up here by
 * key.
 */
import type { TaskField } from '../../../shared/contract/index.ts';
import { taskFieldNames } from '../../../shared/contract/index.ts';
import { byName, bySeq, byText, missingLast } from './compare.ts';
import { type FieldKey, fieldIn } from './definitions.ts';
import { type CardField, type FieldNames, single } from './field.ts';
import { owner } from './owner.ts';
import { deck, hero, milestone, run, zone } from './places.ts';
import { status } from './status.ts';
import { tag } from './tag.ts';
import { taskField } from './task.ts';

const title: CardField = {
  values: (card) => [card.title],
  compare: (a, b) => byName(a.title, b.title),
  tableValue: (card) => card.title,
  sortsAsNames: true,
};

const due: CardField = {
  ...single('dueDate'),
  compare: (a, b) => missingLast(a.dueDate, b.dueDate, byText),
  tableValue: (card) => card.dueDate,
};

/** Returns the name of a property's value (a row's or an enumeration's), or undefined if it is unknown. */
export function valueNameIn(property: string, value: string, names: FieldNames): string | undefined {
  const key = fieldIn(property);
  // People see the derived status, so the stored one has no name here.
  return key === undefined || key === 'status' ? undefined : cardFields[key].nameOf?.(value, names);
}

export const cardFields: Readonly<Record<FieldKey, CardField>> = {
  title,
  code: { values: (card) => [card.accountSeq || null], tableValue: (card) => card.accountSeq || null },
  status,
  owner,
  ...(Object.fromEntries(taskFieldNames.map((name) => [name, taskField(name)])) as Record<TaskField, CardField>),
  deck,
  zone,
  milestone,
  run,
  due,
  tag,
  updated: {
    values: (card) => [card.lastUpdatedAt],
    compare: (a, b) => byText(b.lastUpdatedAt, a.lastUpdatedAt),
    tableValue: (card) => card.lastUpdatedAt,
  },
  hero,
  kind: { values: (card) => [card.isDoc ? 'doc' : 'card'] },
  created: {
    values: (card) => [card.createdAt],
    compare: (a, b) => byText(b.createdAt, a.createdAt) || bySeq(b, a),
  },
};
