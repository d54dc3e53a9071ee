/** Reads run and owner from the key of a drop target, so that capacities can follow a drag. */
import { valueIn } from '../column.ts';

interface TargetChanges {
  readonly sprintId?: string | null;
  readonly assigneeId?: string | null;
}

/** The changes of run and owner that a drop on a list of a board makes; empty for other targets. */
export function changesOfTarget(key: string): TargetChanges {
  const changes: { sprintId?: string | null; assigneeId?: string | null } = {};
  // A cell's key has those of its lane and column, one per line.
  for (const part of key.split('\n')) {
    if (part.startsWith('run:')) changes.sprintId = valueIn(part) || null;
    if (part.startsWith('owner:')) changes.assigneeId = valueIn(part) || null;
  }
  return changes;
}
