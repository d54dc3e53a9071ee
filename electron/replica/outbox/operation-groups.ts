/**
 * Groups operations that the outbox view shows as one change: unsent edits of the same row; or the creation of a row
 * and the operations directly after it that use this row and have the same label, such as setting the position of a new
 * card.
 */
import { localIdsInAnswer } from '../store/local-ids.ts';
import { isUnsent, type Operation, rowRef } from './operation.ts';

/** Returns a text that identifies the row of an unsent edit; undefined for other operations. */
function editedRowOf(operation: Operation): string | undefined {
  const { action, params } = operation;
  const isUnsentEdit = isUnsent(operation) && action.endsWith('/update') && typeof params.id === 'string';
  return isUnsentEdit ? `${action} ${params.id}` : undefined;
}

/**
 * `group` if its first operation created a row that this operation names, and both are unsent and have the same label.
 */
function groupThatCreated(
  group: [Operation, ...Operation[]] | undefined,
  operation: Operation,
): Operation[] | undefined {
  const [first] = group ?? [];
  if (!first || first.label !== operation.label || !isUnsent(first) || !isUnsent(operation)) return undefined;
  const createdIds = [...localIdsInAnswer(first.action, first.answer)];
  return createdIds.some(({ model, id }) => operation.names.has(rowRef(model, id))) ? group : undefined;
}

/** Each operation is in exactly one group. */
export function groupOperationsByChange(all: readonly Operation[]): readonly (readonly [Operation, ...Operation[]])[] {
  const groups: [Operation, ...Operation[]][] = [];
  const groupsByRow = new Map<string, Operation[]>();
  for (const operation of all) {
    const row = editedRowOf(operation);
    const known = groupThatCreated(groups.at(-1), operation) ?? (row === undefined ? undefined : groupsByRow.get(row));
    if (known) known.push(operation);
    else {
      const group: [Operation, ...Operation[]] = [operation];
      groups.push(group);
      if (row !== undefined) groupsByRow.set(row, group);
    }
  }
  return groups;
}

/** Empty if there is no such operation. */
export const operationGroupOf = (id: number, all: readonly Operation[]): readonly Operation[] =>
  groupOperationsByChange(all).find((group) => group.some((operation) => operation.id === id)) ?? [];
