/**
 * Finds rows that no poll reads. They are requested when a window shows them: history, reactions, progress, attachments
 * and files, roles of people, the changelog, and old threads of an open card.
 */
import {
  type FieldList,
  type FieldSelection,
  modelByName,
  type Query,
  relationByName,
} from '../../../shared/contract/index.ts';
import { relationNameOfQueryKey } from '../../client/refused.ts';
import type { StoredModelName } from '../../engine/store/schema.ts';
import { fieldsToPull } from '../pull/selections.ts';

/** Models whose rows no poll reads. They are requested when a window shows them. */
const onDemandModels = new Set<string>([
  'accountRole',
  'cardHistory',
  'resolvableEntryReaction',
  'milestoneProgress',
  'sprintProgress',
  'sprintConfigProgress',
  'attachment',
  'file',
  'release',
]);
/** Returns true if no poll reads rows of the model. Such rows are requested when a window shows them. */
export const isReadOnDemand = (model: string) => onDemandModels.has(model);

/**
 * Models that are read on demand if a query reads a single row, such as an open card. They include threads and
 * comments, because comments of threads that were closed long ago are not stored.
 */
const modelsOfOpenRow = new Set<string>([...onDemandModels, 'resolvable', 'resolvableEntry']);

/**
 * Returns the query that requests the on-demand rows of a window's query from the service. The returned query has the
 * same relations and conditions, but reads all fields of these rows. Returns undefined if the window shows only rows
 * that polls read.
 */
export function queryForOnDemandRows(query: Query): Query | undefined {
  const roots = Object.entries(query).flatMap(([root, list]) => {
    const model = relationNameOfQueryKey(root);
    if (!modelByName(model)) return [];
    const models = model === '_root' ? onDemandModels : modelsOfOpenRow;
    const own = onDemandModels.has(model) ? fieldsToPull(model as StoredModelName) : [];
    const below = onDemandParts(model, list, models);
    return own.length + below.length > 0 ? [[root, [...own, ...below]] as const] : [];
  });
  return roots.length > 0 ? Object.fromEntries(roots) : undefined;
}

/** Returns the parts of a field list that contain rows of the wanted models. */
function onDemandParts(model: string, list: FieldList, wanted: ReadonlySet<string>): FieldSelection[] {
  const definition = modelByName(model);
  if (!definition) return [];
  return list.flatMap((selection): FieldSelection[] => {
    // A plain field reads no related rows.
    if (typeof selection === 'string') return [];
    return Object.entries(selection).flatMap(([key, inner]): FieldSelection[] => {
      const target = relationByName(definition, relationNameOfQueryKey(key))?.model;
      if (!target || /^(count|exists):/.test(key)) return [];
      const below = onDemandParts(target, inner, wanted);
      if (wanted.has(target)) return [{ [key]: [...fieldsToPull(target as StoredModelName), ...below] }];
      return below.length > 0 ? [{ [key]: below }] : [];
    });
  });
}

/**
 * Returns true if the answer to an on-demand query contains whole rows of the model. Rows of other models have only
 * some fields and must not be stored.
 */
export function selectsWholeRowsOf(query: Query, model: string): boolean {
  return (
    Object.keys(query).every((root) => relationNameOfQueryKey(root) === '_root') ? onDemandModels : modelsOfOpenRow
  ).has(model);
}
