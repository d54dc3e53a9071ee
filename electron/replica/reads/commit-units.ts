/**
 * Finds the units to read after a commit of the embedded service, from the keys of the changed rows that the service
 * reports.
 */
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { isReadOnDemand } from './on-demand-models.ts';
import { deltaPollUnit, isPlanningModel, unitsOfRow } from './read-back.ts';

/** Keys of changed rows by model. */
export type ChangedKeysByModel = Readonly<Record<string, readonly string[]>>;

/** Maximum number of changed rows that are read one by one. For more rows, full polls are cheaper. */
const maxNamedRows = 400;

/**
 * Returns the units (names of sets of rows, see read-back.ts) that contain the changed rows, without rows of models
 * that are read on demand. Returns undefined if the commit has more than `maxNamedRows` rows.
 */
export function unitsOfCommit(commit: ChangedKeysByModel, rows: RowStore): ReadonlySet<string> | undefined {
  const changes = (Object.entries(commit) as [StoredModel, readonly string[]][]).filter(
    ([model]) => !isReadOnDemand(model),
  );
  if (changes.reduce((sum, [, keys]) => sum + keys.length, 0) > maxNamedRows) return undefined;
  const units = new Set<string>();
  for (const [model, keys] of changes) {
    if (isPlanningModel(model)) {
      units.add('planning');
      continue;
    }
    for (const key of keys) {
      const known = unitsOfRow(model, key, rows.get(model, key) as AnyRow | undefined);
      // If no units are found, the row is not stored here, so it is new. A delta poll finds it.
      for (const unit of known.length > 0 ? known : [deltaPollUnit]) units.add(unit);
    }
  }
  return units;
}
