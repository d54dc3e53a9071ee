/** Finds the values of a refused change that a person can edit, from the action's params in the contract. */
import type { Operation } from '../../shared/bridge/index.ts';
import { actionNamed, bare, type Type } from '../../shared/contract/index.ts';

export interface ChangeableField {
  readonly name: string;
  readonly type: ReturnType<typeof bare>;
  readonly isNullable: boolean;
}

/** Models whose rows can be chosen as a value. `subjects` are params that name the changed row and cannot be edited. */
const choosable = new Set(['deck', 'milestone', 'sprint', 'user']);
const subjects = new Set(['id', 'ids', 'entryId', 'cardId', 'resolvableId', 'userId', 'accountId']);

const isSimple = (type: ReturnType<typeof bare>) =>
  type.kind === 'id' ? choosable.has(type.model) : ['string', 'int32', 'boolean', 'day', 'enum'].includes(type.kind);

export function changeableFields({ action, params }: Pick<Operation, 'action' | 'params'>): ChangeableField[] {
  const shape = actionNamed(action)?.params;
  if (!shape) return [];
  const types: Readonly<Record<string, Type>> = { ...shape.required, ...shape.optional };
  return Object.keys(params).flatMap((name) => {
    const type = types[name];
    if (!type || subjects.has(name)) return [];
    const core = bare(type);
    return isSimple(core) ? [{ name, type: core, isNullable: type.kind === 'nullable' }] : [];
  });
}
