/**
 * Operations that are one change to the person and have not been sent yet: edits of one row, however often they came
 * back to it, and what followed under the same label on a row just made, as giving a new card its place.
 */
import { localIdsInAnswer } from '../store/local-ids.ts';
import { type Operation, touch } from './operation.ts';

const rowOf = ({ action, params, state, tries }: Operation): string | undefined =>
  state === 'queued' && tries === 0 && action.endsWith('/update') && typeof params.id === 'string'
    ? `${action} ${params.id}`
    : undefined;

const isUnsent = ({ state, tries }: Operation) => state === 'queued' && tries === 0;

/** The group, where its first operation made a row that this one names, under the same label. */
function madeIn(group: [Operation, ...Operation[]] | undefined, operation: Operation): Operation[] | undefined {
  const [first] = group ?? [];
  if (!first || first.label !== operation.label || !isUnsent(first) || !isUnsent(operation)) return undefined;
  const made = [...localIdsInAnswer(first.action, first.answer)];
  return made.some(({ model, id }) => operation.names.has(touch(model, id))) ? group : undefined;
}

/** Operations in order, those that count as one together; each operation is in exactly one group. */
export function groupsOf(all: readonly Operation[]): readonly (readonly [Operation, ...Operation[]])[] {
  const groups: [Operation, ...Operation[]][] = [];
  const open = new Map<string, Operation[]>();
  for (const operation of all) {
    const row = rowOf(operation);
    const known = madeIn(groups.at(-1), operation) ?? (row === undefined ? undefined : open.get(row));
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
