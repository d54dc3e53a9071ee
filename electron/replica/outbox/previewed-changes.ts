/** Groups the changed rows of a preview for windows: rows of one model that change in the same way are one effect. */
import { alwaysPreviewedFields, type PreviewedChange } from '../../../shared/bridge/effect.ts';
import type { AnyRow, RowChange } from '../../engine/store/rows.ts';

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
const pick = (row: AnyRow, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]));

/** Rows with equal values before and after are ignored. */
export function previewedChangesOf(changes: readonly RowChange[]): PreviewedChange[] {
  const effects = new Map<string, { model: string; keys: string[]; before: AnyRow | null; after: AnyRow | null }>();
  for (const { model, key, before, after } of changes) {
    if (!before && !after) continue;
    const changed = before && after && Object.keys(after).filter((name) => !same(before[name], after[name]));
    if (changed?.length === 0) continue;
    const effect = {
      model,
      keys: [key],
      before:
        before && changed
          ? pick(before, [...new Set([...(alwaysPreviewedFields[model] ?? []), ...changed])])
          : (before ?? null),
      after: after && changed ? pick(after, changed) : (after ?? null),
    };
    const name = JSON.stringify([model, effect.before, effect.after]);
    const sameEffect = effects.get(name);
    if (sameEffect) sameEffect.keys.push(key);
    else effects.set(name, effect);
  }
  return [...effects.values()];
}
