import {
  boolean,
  id,
  int32,
  list,
  markTypeAsPreview,
  nullable,
  object,
  oneOf,
  record,
  string,
  type ValueOf,
} from '../type.ts';
import { priorities } from '../values.ts';

/** Documents refuse these fields. No other field depends on them, so actions can set them without further rules. */
export const taskOnlyFields = { priority: nullable(oneOf(...priorities)), effort: nullable(int32) } as const;
export type TaskOnlyField = keyof typeof taskOnlyFields;
export type TaskOnlyValues = { [F in TaskOnlyField]: ValueOf<(typeof taskOnlyFields)[F]> };
export const taskOnlyFieldNames = Object.keys(taskOnlyFields) as readonly TaskOnlyField[];

/** Until the organization chooses its own. */
export const priorityLabels = { a: 'High', b: 'Medium', c: 'Low' } as const;

export const mapTaskOnlyFields = <T>(valueFor: (name: TaskOnlyField) => T): Record<TaskOnlyField, T> =>
  Object.fromEntries(taskOnlyFieldNames.map((name) => [name, valueFor(name)])) as Record<TaskOnlyField, T>;

/** A missing field is null. */
export const taskOnlyValuesOf = (
  from: { readonly [F in TaskOnlyField]?: TaskOnlyValues[F] | undefined },
): TaskOnlyValues => mapTaskOnlyFields((name) => from[name] ?? null) as TaskOnlyValues;

/** Fields that `cards/copy` copies if its param `props` names them. */
export const copyableCardFields = [
  ...taskOnlyFieldNames,
  'assigneeId',
  'masterTags',
  'attachments',
  'milestoneId',
  'sprintId',
] as const;

export const checkboxListType = markTypeAsPreview(list(object({ label: string, checked: boolean })));
export const checkboxStatsType = object({ total: int32, checked: int32 });
export const zonesType = markTypeAsPreview(nullable(list(nullable(string))));
export const capacitiesType = markTypeAsPreview(record(int32, id('user')));
