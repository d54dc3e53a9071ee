/** Capacity bars use this to show the effect of a drag before the drop. */
import { valueOfColumnKey } from '../column.ts';

interface TargetChanges {
  readonly sprintId?: string | null;
  readonly assigneeId?: string | null;
}

/** A property that the drop does not set is missing; null means no run or no owner. */
export function runAndOwnerOfDropTarget(targetKey: string): TargetChanges {
  const changes: { sprintId?: string | null; assigneeId?: string | null } = {};
  // The key of a cell contains the keys of its lane and its column, one per line.
  for (const part of targetKey.split('\n')) {
    if (part.startsWith('run:')) changes.sprintId = valueOfColumnKey(part) || null;
    if (part.startsWith('owner:')) changes.assigneeId = valueOfColumnKey(part) || null;
  }
  return changes;
}
