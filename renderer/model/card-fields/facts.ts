/**
 * The fields of a card that people see and change: names, key and table column of each. Types, queries, lists and labels of
 * fields derive from this table; the other files of the folder add how values read, order and change.
 */

import type { Row } from '../../../shared/contract/index.ts';
import { type TaskField, taskFieldNames } from '../../../shared/contract/models/fields.ts';
import type { AccountRow } from '../../data/lookups.ts';

export interface FieldFacts {
  readonly label: string;
  /** The label where a card may have several values. */
  readonly plural?: string;
  /** Where the contract has it; absent for places in a manual order. */
  readonly property?: keyof Row<'card'>;
  /** The property's label, where that is not the field's. */
  readonly propertyLabel?: string;
  /** The name of having no value. */
  readonly none?: string;
  /** The name of the order by it, where that is not the label. */
  readonly sortLabel?: string;
  /** The name of its list in stored filters. */
  readonly filter?: string;
  /** Its value is chosen from a list: in the menu of cards, in the bulk bar, in cells of a table. */
  readonly hasChoices?: true;
  /** The key that opens the list. */
  readonly shortcut?: string;
  /** Its column in tables; `label` only where it differs. */
  readonly column?: { readonly widthPx: number; readonly label?: string; readonly isStandard?: true };
}

export interface TaskFacts<F extends TaskField>
  extends Required<Pick<FieldFacts, 'none' | 'filter' | 'hasChoices' | 'shortcut' | 'column'>> {
  readonly label: string;
  readonly property: F;
  /** Labels of an enumeration's values where words made of the value do not do. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The property of the account that holds the organization's own labels or numbers. */
  readonly account?: keyof AccountRow;
}

/** Enumerations and numbers of tasks: an entry here is all that their lists, menus, columns and queries need. */
export const taskFacts = {
  priority: {
    label: 'Priority',
    property: 'priority',
    none: 'No priority',
    filter: 'priorities',
    hasChoices: true,
    shortcut: 'P',
    column: { widthPx: 100, isStandard: true },
    labels: { a: 'High', b: 'Medium', c: 'Low' },
    account: 'priorityLabels',
  },
  effort: {
    label: 'Effort',
    property: 'effort',
    none: 'No effort',
    filter: 'efforts',
    hasChoices: true,
    shortcut: 'Shift+E',
    column: { widthPx: 76, isStandard: true },
    account: 'effortScale',
  },
} as const satisfies { readonly [F in TaskField]: TaskFacts<F> };

/** In the order of a table's columns. */
export const fieldFacts = {
  title: { label: 'Title', property: 'title', column: { widthPx: 320, isStandard: true } },
  code: { label: 'Code', property: 'accountSeq', column: { widthPx: 76, isStandard: true } },
  status: {
    label: 'Status',
    property: 'status',
    filter: 'statuses',
    hasChoices: true,
    shortcut: 'Shift+S',
    column: { widthPx: 124, isStandard: true },
  },
  owner: {
    label: 'Owner',
    property: 'assigneeId',
    none: 'Nobody',
    filter: 'owners',
    hasChoices: true,
    shortcut: 'O',
    column: { widthPx: 150, isStandard: true },
  },
  ...taskFacts,
  deck: { label: 'Deck', property: 'deckId', filter: 'decks', hasChoices: true, column: { widthPx: 150 } },
  zone: { label: 'Zone', none: 'No zone', hasChoices: true, shortcut: 'Z', column: { widthPx: 120 } },
  milestone: {
    label: 'Milestone',
    property: 'milestoneId',
    none: 'No milestone',
    filter: 'milestones',
    hasChoices: true,
    shortcut: 'G',
    column: { widthPx: 140, isStandard: true },
  },
  run: {
    label: 'Run',
    property: 'sprintId',
    none: 'No run',
    filter: 'runs',
    hasChoices: true,
    shortcut: 'R',
    column: { widthPx: 140, isStandard: true },
  },
  due: {
    label: 'Due date',
    property: 'dueDate',
    none: 'No due date',
    hasChoices: true,
    shortcut: 'Shift+D',
    column: { widthPx: 96, label: 'Due' },
  },
  tag: {
    label: 'Tag',
    plural: 'Tags',
    property: 'masterTags',
    none: 'No tag',
    filter: 'tags',
    hasChoices: true,
    shortcut: 'T',
    column: { widthPx: 180, label: 'Tags', isStandard: true },
  },
  updated: {
    label: 'Updated',
    property: 'lastUpdatedAt',
    sortLabel: 'Last change',
    column: { widthPx: 110, isStandard: true },
  },
  hero: { label: 'Hero card', property: 'parentCardId', none: 'No hero card', hasChoices: true, shortcut: 'Shift+H' },
  kind: { label: 'Kind', property: 'isDoc', propertyLabel: 'Document', hasChoices: true },
  created: { label: 'Created', property: 'createdAt', sortLabel: 'Newest' },
} as const satisfies Record<string, FieldFacts>;

type Facts = typeof fieldFacts;
export type FieldKey = keyof Facts;
/** The keys of the fields that have the fact. */
export type FieldsWith<F extends keyof FieldFacts> = {
  [K in FieldKey]: Facts[K] extends Readonly<Record<F, unknown>> ? K : never;
}[FieldKey];

/** The fields whose value is chosen from a list. */
export type FieldWithChoices = FieldsWith<'hasChoices'>;
export const hasChoices = (key: FieldKey): key is FieldWithChoices => factsOf(key).hasChoices === true;

export const fieldKeys = Object.keys(fieldFacts) as readonly FieldKey[];

/** The facts with those that the field lacks as optional. */
export const factsOf = (key: FieldKey): FieldFacts => fieldFacts[key];

export const isTaskField = (key: string): key is TaskField => (taskFieldNames as readonly string[]).includes(key);

/** The label for a field's values together: "Tags". */
export const labelOf = (key: FieldKey): string => factsOf(key).plural ?? factsOf(key).label;

/** A card's properties that fields are stored in. */
export type CardProperty = Facts[FieldsWith<'property'>]['property'];
export const cardProperties = fieldKeys.flatMap((key) => factsOf(key).property ?? []) as readonly CardProperty[];

/** The label of a card's property; undefined for those that no field shows. */
export function propertyLabel(property: string): string | undefined {
  const key = fieldIn(property);
  return key && (factsOf(key).propertyLabel ?? labelOf(key));
}

/** The field that the contract stores in the property; undefined for other properties. */
export const fieldIn = (property: string): FieldKey | undefined =>
  fieldKeys.find((key) => factsOf(key).property === property);
