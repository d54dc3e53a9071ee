/** Edits of one row that have not been sent yet are one change to the person, however often they came back to it. */
import type { Operation } from './outbox.ts';

const rowOf = ({ action, params, state, tries }: Operation): string | undefined =>
  state === 'queued' && tries === 0 && action.endsWith('/update') && typeof params.id === 'string'
    ? `${action} ${params.id}`
    : undefined;

/** Operations in order, those that count as one together; each operation is in exactly one group. */
export function groupsOf(all: readonly Operation[]): readonly (readonly [Operation, ...Operation[]])[] {
  const groups: [Operation, ...Operation[]][] = [];
  const open = new Map<string, Operation[]>();
  for (const operation of all) {
    const row = rowOf(operation);
    const known = row === undefined ? undefined : open.get(row);
    if (known) known.push(operation);
    else {
      const group: [Operation, ...Operation[]] = [operation];
      groups.push(group);
      if (row !== undefined) open.set(row, group);
    }
  }
  return groups;
}

/** All operations that stand for the one that a window names. */
export const groupOf = (id: number, all: readonly Operation[]): readonly Operation[] =>
  groupsOf(all).find((group) => group.some((operation) => operation.id === id)) ?? [];
