/** Finds the params of a refused change that the person can edit. The types of the params come from the contract. */
import type { OutboxOperation } from '../../shared/bridge/index.ts';
import { actionByName, nonNullableTypeOf, type ValueType } from '../../shared/contract/index.ts';

/** A param of a refused change that the person can edit, with its type. */
export interface EditableParam {
  readonly name: string;
  readonly type: ReturnType<typeof nonNullableTypeOf>;
  readonly isNullable: boolean;
}

/** Models whose rows the person can choose as a value. */
const choosableModels = new Set(['deck', 'milestone', 'sprint', 'user']);
/**
 * Params that identify rows or the account. They select the rows that the action changes, so the person cannot edit
 * them.
 */
const subjectParams = new Set(['id', 'ids', 'entryId', 'cardId', 'resolvableId', 'userId', 'accountId']);

const isSimple = (type: ReturnType<typeof nonNullableTypeOf>) =>
  type.kind === 'id'
    ? choosableModels.has(type.model)
    : ['string', 'int32', 'boolean', 'day', 'enum'].includes(type.kind);

/** Returns the params of an operation that the person can edit; empty if the contract does not know the action. */
export function editableParams({ action, params }: Pick<OutboxOperation, 'action' | 'params'>): EditableParam[] {
  const shape = actionByName(action)?.params;
  if (!shape) return [];
  const types: Readonly<Record<string, ValueType>> = { ...shape.required, ...shape.optional };
  return Object.keys(params).flatMap((name) => {
    const type = types[name];
    if (!type || subjectParams.has(name)) return [];
    const core = nonNullableTypeOf(type);
    return isSimple(core) ? [{ name, type: core, isNullable: type.kind === 'nullable' }] : [];
  });
}
