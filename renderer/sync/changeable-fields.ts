/** Which values of a refused change a person can set anew: from the action's params as the contract states them. */
import type { Operation } from '../../shared/bridge/index.ts';
import { actionNamed, bare, type Type } from '../../shared/contract/index.ts';

export interface ChangeableField {
  readonly name: string;
  readonly type: ReturnType<typeof bare>;
  readonly isNullable: boolean;
}

/** Rows to choose from. What the change is about is not among them: that would be another change. */
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
