/**
 * Finds which units to read after a commit of the embedded service. The service reports the keys of the changed rows.
 */
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { isReadOnDemand } from './on-demand-models.ts';
import { deltaPollUnit, isPlanningModel, unitsOfRow } from './read-back.ts';

/** Keys of changed rows by model. */
export type ChangedKeysByModel = Readonly<Record<string, readonly string[]>>;

/** After a commit with more changed rows than this, full polls are cheaper than reading each row. */
const maxNamedRows = 400;

/**
 * Returns the units (names of rows to read, see read-back.ts) that show the changed rows, except rows of models that
 * are read on demand. Returns undefined if the commit has more than `maxNamedRows` rows.
 */
export function unitsOfCommit(commit: ChangedKeysByModel, rows: Rows): ReadonlySet<string> | undefined {
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
      // The units of a row that is not stored here may be unknown. Such a row is new, so a delta poll finds it.
      for (const unit of known.length > 0 ? known : [deltaPollUnit]) units.add(unit);
    }
  }
  return units;
}
