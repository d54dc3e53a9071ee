/**
 * Reads from the key of a drop target which run and which owner a dropped card gets. Capacity bars need both to show
 * the effect of a drag before the drop.
 */
import { valueOfColumnKey } from '../column.ts';

interface TargetChanges {
  readonly sprintId?: string | null;
  readonly assigneeId?: string | null;
}

/**
 * Returns the run and the owner that a drop on this column or cell sets. A property that the drop does not set is
 * missing; null means no run or no owner.
 */
export function runAndOwnerOfDropTarget(targetKey: string): TargetChanges {
  const changes: { sprintId?: string | null; assigneeId?: string | null } = {};
  // The key of a cell contains the keys of its lane and its column, one per line.
  for (const part of targetKey.split('\n')) {
    if (part.startsWith('run:')) changes.sprintId = valueOfColumnKey(part) || null;
    if (part.startsWith('owner:')) changes.assigneeId = valueOfColumnKey(part) || null;
  }
  return changes;
}
