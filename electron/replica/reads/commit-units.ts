/** Finds what to read after a commit of the embedded service, which reports the keys of the rows that it changed. */
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { isReadOnDemand } from './on-demand-models.ts';
import { deltaPollUnit, isPlanningModel, unitsOfRow } from './read-back.ts';

/** Keys of changed rows by model. */
export type ChangedKeys = Readonly<Record<string, readonly string[]>>;

/** A commit that names more rows than this is followed by polls of everything instead. */
const maxNamedRows = 400;

/**
 * Returns the units that show the changed rows, without those of models that are read on demand; undefined if there are
 * too many rows to read them one by one.
 */
export function unitsOfCommit(commit: ChangedKeys, rows: Rows): ReadonlySet<string> | undefined {
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
      // A row that is not stored yet is found by a delta poll, or by its id where a unit exists for that.
      for (const unit of known.length > 0 ? known : [deltaPollUnit]) units.add(unit);
    }
  }
  return units;
}
