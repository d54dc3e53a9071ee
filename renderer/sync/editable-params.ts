/** Finds the params of a refused change that the person can edit. The types come from the contract. */
import type { OutboxOperation } from '../../shared/bridge/index.ts';
import { actionByName, nonNullableTypeOf, type ValueType } from '../../shared/contract/index.ts';

export interface EditableParam {
  readonly name: string;
  readonly type: ReturnType<typeof nonNullableTypeOf>;
  readonly isNullable: boolean;
}

const choosableModels = new Set(['deck', 'milestone', 'sprint', 'user']);
/** These params select the rows or the account that the action changes, so the person cannot edit them. */
const subjectParams = new Set(['id', 'ids', 'entryId', 'cardId', 'resolvableId', 'userId', 'accountId']);

const isSimple = (type: ReturnType<typeof nonNullableTypeOf>) =>
  type.kind === 'id'
    ? choosableModels.has(type.model)
    : ['string', 'int32', 'boolean', 'day', 'enum'].includes(type.kind);

/** Empty if the contract does not know the action. */
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
