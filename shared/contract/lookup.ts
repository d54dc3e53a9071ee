import type { Action, ActionAnswerOf, ActionParamsOf } from './action.ts';
import { actions } from './actions.ts';
import { extensionActions } from './extension-actions.ts';
import type { Model, Relation } from './model.ts';
import { models } from './models.ts';
import type { ValueOf, ValueType } from './type.ts';

export type Models = typeof models;
export type ModelName = keyof Models;
/** Models that have rows: all but `_root`, where queries start. */
export type RowModelName = Exclude<ModelName, '_root'>;
export type FieldName<M extends ModelName> = keyof Models[M]['fields'] & string;
export type RelationName<M extends ModelName> = keyof Models[M]['relations'] & string;
export type Row<M extends ModelName> = { [F in FieldName<M>]: ValueOf<Models[M]['fields'][F]> };

export const allActions = { ...actions, ...extensionActions };
export type Actions = typeof allActions;
export type ActionName = keyof Actions;
export type Params<A extends ActionName> = ActionParamsOf<Actions[A]>;
export type Answer<A extends ActionName> = ActionAnswerOf<Actions[A]>;

export const modelNames = Object.keys(models) as ModelName[];
export const rowModelNames = modelNames.filter((name): name is RowModelName => name !== '_root');
export const actionNames = Object.keys(allActions) as ActionName[];

export function modelByName(name: string): Model | undefined {
  return Object.hasOwn(models, name) ? (models as Record<string, Model>)[name] : undefined;
}
export function actionByName(name: string): Action | undefined {
  return Object.hasOwn(allActions, name) ? (allActions as Record<string, Action>)[name] : undefined;
}
/** Returns true if sending the action twice with these params has the same effect as sending it once. */
export function isSafeToRepeat(actionName: string, params: Readonly<Record<string, unknown>>): boolean {
  const known = actionByName(actionName);
  return known?.retry === 'harmless' && !known.searchWith?.some((param) => params[param]);
}
/** Whether the app offers to undo a certain action also depends on the rows that it changed. */
export function isUndoableAction(actionName: string): boolean {
  const undo = actionByName(actionName)?.undo;
  return undo === 'always' || (typeof undo === 'object' && 'unless' in undo);
}
/** Undefined if a change with this action can always be undone. */
export function noUndoTextOf(actionName: string): string | undefined {
  const undo = actionByName(actionName)?.undo;
  return typeof undo === 'object' ? undo.said : undefined;
}
export function fieldTypeOf(model: Model, name: string): ValueType | undefined {
  return Object.hasOwn(model.fields, name) ? model.fields[name] : undefined;
}
export function relationByName(model: Model, name: string): Relation | undefined {
  return Object.hasOwn(model.relations, name) ? model.relations[name] : undefined;
}
export function resolveFieldAlias(model: Model, name: string): string {
  const { aliases } = model;
  return aliases && Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
}
export function scopeForReadingField(modelName: string, field: string): string {
  return modelByName(modelName)?.fields[field]?.scope ?? `${modelName}:read`;
}
/** The id, or for several id fields their values as JSON text of a list (rule `row.compound-ids`). */
export function rowKey(model: Model, row: { readonly [field: string]: unknown }): string {
  const [only, ...more] = model.id;
  return more.length === 0 ? String(row[only as string]) : JSON.stringify(model.id.map((name) => row[name]));
}
