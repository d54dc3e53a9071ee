/** Makes query answers comparable in tests, although the order of some lists in them is undefined. */
import { modelByName, type QueryAnswer, type Relation } from '../../../shared/contract/index.ts';

/** Returns the answer after sorting its lists, except lists whose order the query or the model sets. */
export function comparableAnswer(answer: QueryAnswer): unknown {
  const rows = (model: string, row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => {
        const relation = modelByName(model)?.relations[key.split('(')[0] ?? ''] as Relation | undefined;
        const keepsOrder = key.includes('"$order"') || (relation?.kind === 'listed' && !key.includes('('));
        return [key, relation && Array.isArray(value) && !keepsOrder ? value.toSorted() : value];
      }),
    );
  return Object.fromEntries(
    Object.entries(answer).map(([model, map]) => [
      model,
      model === '_root'
        ? rows('_root', map)
        : Object.fromEntries(
            Object.entries(map as Record<string, Record<string, unknown>>).map(([id, row]) => [id, rows(model, row)]),
          ),
    ]),
  );
}
