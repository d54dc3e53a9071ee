/**
 * Types, queries, lists and labels of fields derive from this table. The other files of this folder define how values
 * are read, sorted and changed.
 */

import type { Row } from '../../../shared/contract/index.ts';
import { priorityLabels, type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/models/fields.ts';
import type { AccountRow } from '../../data/lookups.ts';

interface FieldDefinition {
  readonly label: string;
  /** For fields with several values. */
  readonly plural?: string;
  /** Property of a `card` row; absent for zones, which are part of the manual order. */
  readonly property?: keyof Row<'card'>;
  /** In a card's history, the outbox and the copy dialog, if it differs from the label of the field. */
  readonly propertyLabel?: string;
  /** The text for "no value". */
  readonly none?: string;
  /** In the sort menu, if it differs from `label`. */
  readonly sortLabel?: string;
  /** Stored filters keep the chosen values under this name. */
  readonly filter?: string;
  /** In the card menu, the bulk bar and table cells. */
  readonly hasChoices?: true;
  /** Opens the list of values. */
  readonly shortcut?: string;
  /** `label` is set if the heading differs from the field's label. Standard columns are visible by default. */
  readonly column?: { readonly widthPx: number; readonly label?: string; readonly isStandard?: true };
}

export interface TaskOnlyFieldDefinition<F extends TaskOnlyField>
  extends Required<Pick<FieldDefinition, 'none' | 'filter' | 'hasChoices' | 'shortcut' | 'column'>> {
  readonly label: string;
  readonly property: F;
  /** `enumLabel` makes the label of a value that is missing here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The organization's own labels or number scale. */
  readonly accountProperty?: keyof AccountRow;
}

/**
 * The fields that tasks have and documents do not. A new one needs an entry here, in `taskOnlyFields` of the contract,
 * and in `fieldIcons` of renderer/cards. Lists, menus, columns and queries then include the field.
 */
export const taskOnlyFieldDefinitions = {
  priority: {
    label: 'Priority',
    property: 'priority',
    none: 'No priority',
    filter: 'priorities',
    hasChoices: true,
    shortcut: 'P',
    column: { widthPx: 100, isStandard: true },
    labels: priorityLabels,
    accountProperty: 'priorityLabels',
  },
  effort: {
    label: 'Effort',
    property: 'effort',
    none: 'No effort',
    filter: 'efforts',
    hasChoices: true,
    shortcut: 'Shift+E',
    column: { widthPx: 76, isStandard: true },
    accountProperty: 'effortScale',
  },
} as const satisfies { readonly [F in TaskOnlyField]: TaskOnlyFieldDefinition<F> };

/** In the order of table columns. */
export const fieldDefinitions = {
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
  ...taskOnlyFieldDefinitions,
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
} as const satisfies Record<string, FieldDefinition>;

type Definitions = typeof fieldDefinitions;
export type FieldKey = keyof Definitions;
export type FieldsWithProperty<F extends keyof FieldDefinition> = {
  [K in FieldKey]: Definitions[K] extends Readonly<Record<F, unknown>> ? K : never;
}[FieldKey];

export type FieldWithChoices = FieldsWithProperty<'hasChoices'>;
export const fieldHasChoices = (key: FieldKey): key is FieldWithChoices => fieldDefinitionOf(key).hasChoices === true;

export const fieldKeys = Object.keys(fieldDefinitions) as readonly FieldKey[];

/** The type lets callers read the optional properties of all fields. */
export const fieldDefinitionOf = (key: FieldKey): FieldDefinition => fieldDefinitions[key];

export const isTaskOnlyField = (key: string): key is TaskOnlyField =>
  (taskOnlyFieldNames as readonly string[]).includes(key);

/** The singular label if there is no plural label. */
export const fieldLabelOf = (key: FieldKey): string => fieldDefinitionOf(key).plural ?? fieldDefinitionOf(key).label;

export type CardProperty = Definitions[FieldsWithProperty<'property'>]['property'];
export const cardProperties = fieldKeys.flatMap(
  (key) => fieldDefinitionOf(key).property ?? [],
) as readonly CardProperty[];

/** Undefined if the property holds no card field's value. */
export function cardPropertyLabel(property: string): string | undefined {
  const key = fieldOfProperty(property);
  return key && (fieldDefinitionOf(key).propertyLabel ?? fieldLabelOf(key));
}

export const fieldOfProperty = (property: string): FieldKey | undefined =>
  fieldKeys.find((key) => fieldDefinitionOf(key).property === property);
