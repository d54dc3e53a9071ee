/** In the contract, `sets` of an action names the model whose fields its params set. */
import {
  type Action,
  actionByName,
  actionNames,
  isUndoableAction,
  type ValueType,
} from '../../../shared/contract/index.ts';
import { type StoredModelName, tableDefinitionOf } from '../../engine/store/schema.ts';

type Params = Readonly<Record<string, unknown>>;
type ObjectType = Action['params'];

/** Sets fields of the rows named by its param `idParam`. */
export interface FieldUpdateAction {
  readonly action: string;
  readonly model: StoredModelName;
  readonly idParam: string;
  readonly isMany: boolean;
  readonly params: ObjectType;
}

export interface FieldsSetOnRow {
  readonly model: StoredModelName;
  readonly key: string;
  readonly fields: readonly string[];
}

function idParamOf({ required }: ObjectType, model: string): readonly [string, ValueType] | undefined {
  return Object.entries(required).find(([, type]) => {
    const itemType = type.kind === 'list' ? type.of : type;
    return itemType.kind === 'id' && itemType.model === model;
  });
}

/** Undefined if the action sets no fields, or names rows otherwise, such as in a list of objects. */
export function fieldUpdateActionOf(action: string): FieldUpdateAction | undefined {
  const { sets, params } = actionByName(action) ?? {};
  const found = sets && params ? idParamOf(params, sets) : undefined;
  if (!sets || !params || !found) return undefined;
  const [idParam, type] = found;
  return { action, model: sets as StoredModelName, idParam, isMany: type.kind === 'list', params };
}

/** Returns the undoable actions that set fields of one row of the model. The steps of an undo use these actions. */
export const fieldUpdateActionsOf = (model: StoredModelName): readonly FieldUpdateAction[] =>
  actionNames.flatMap((action) => {
    const setter = fieldUpdateActionOf(action);
    return setter && setter.model === model && !setter.isMany && isUndoableAction(action) ? [setter] : [];
  });

/** Includes columns whose value stays the same. */
export function fieldsSetByAction(action: string, params: Params): readonly FieldsSetOnRow[] {
  const known = actionByName(action);
  return known?.sets ? [...fieldsIn(known.params, known.sets as StoredModelName, params)] : [];
}

function* fieldsIn(type: ObjectType, model: StoredModelName, params: Params): Generator<FieldsSetOnRow> {
  const found = idParamOf(type, model);
  if (!found) {
    for (const [name, { kind, of }] of Object.entries(type.required) as [string, { kind: string; of?: ValueType }][])
      if (kind === 'list' && of?.kind === 'object')
        for (const item of (params[name] ?? []) as Params[]) yield* fieldsIn(of, model, item);
    return;
  }
  const [idParam] = found;
  const { byName, key: ownKey } = tableDefinitionOf(model);
  const fields = Object.keys(params).filter(
    (name) => byName.has(name) && !ownKey.includes(name) && params[name] !== undefined,
  );
  if (fields.length > 0) for (const key of [params[idParam]].flat()) yield { model, key: String(key), fields };
}
