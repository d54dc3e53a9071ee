/**
 * The service API as data: models, fields, relations, actions, scopes, errors and limits, each stated once. Types,
 * validators, SQLite tables, the client and the reference page derive from this data.
 */
export type { Action } from './action.ts';
export { actions } from './actions.ts';
export * from './check.ts';
export * from './check.ts';
export * from './errors.ts';
export { extensionActions } from './extension-actions.ts';
export * from './limits.ts';
export * from './lookup.ts';
export type { Model, Relation } from './model.ts';
export {
  copyableCardFields,
  type TaskOnlyField,
  type TaskOnlyValues,
  taskOnlyFieldNames,
  taskOnlyFields,
  taskOnlyValuesOf,
} from './models/fields.ts';
export { models } from './models.ts';
export * from './query.ts';
export * from './scopes.ts';
export type { Day, Id, Json, OpenEnum, Timestamp, ValueOf, ValueType, ValueTypesByName } from './type.ts';
export {
  describeType,
  isOrderedType,
  isStructuredType,
  nonNullableTypeOf,
} from './type.ts';
export * from './values.ts';
