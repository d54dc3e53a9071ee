/** Finds the row sets to read after a commit of the embedded service, which reports the keys of changed rows. */
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import type { StoredModelName } from '../../engine/store/schema.ts';
import { isReadOnDemand } from './on-demand-models.ts';
import { deltaPollRowSet, isPlanningModel, rowSetsOfRow } from './read-back.ts';

export type ChangedKeysByModel = Readonly<Record<string, readonly string[]>>;

/** Maximum number of changed rows whose row sets are read. For more rows, polls are cheaper. */
const maxNamedRows = 400;

/**
 * Row sets (see read-back.ts) of the changed rows, without models that are read on demand. Undefined if more than
 * `maxNamedRows` rows remain.
 */
export function rowSetsOfCommit(commit: ChangedKeysByModel, rows: RowStore): ReadonlySet<string> | undefined {
  const changes = (Object.entries(commit) as [StoredModelName, readonly string[]][]).filter(
    ([model]) => !isReadOnDemand(model),
  );
  if (changes.reduce((sum, [, keys]) => sum + keys.length, 0) > maxNamedRows) return undefined;
  const rowSets = new Set<string>();
  for (const [model, keys] of changes) {
    if (isPlanningModel(model)) {
      rowSets.add('planning');
      continue;
    }
    for (const key of keys) {
      const known = rowSetsOfRow(model, key, rows.get(model, key) as AnyRow | undefined);
      // If no row sets are found, the row is not stored here, so it is new. A delta poll finds it.
      for (const rowSet of known.length > 0 ? known : [deltaPollRowSet]) rowSets.add(rowSet);
    }
  }
  return rowSets;
}
