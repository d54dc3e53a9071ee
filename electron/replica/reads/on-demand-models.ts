/**
 * Rows that no poll reads are requested when a window shows them: history, reactions, progress, attachments and files,
 * roles of people, the changelog, and old threads of an open card.
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
export const isReadOnDemand = (model: string) => onDemandModels.has(model);

/**
 * Read on demand if a query reads a single row, such as an open card. Threads and comments too, because comments of
 * threads that were closed long ago are not stored.
 */
const modelsOfOpenRow = new Set<string>([...onDemandModels, 'resolvable', 'resolvableEntry']);

/**
 * The same relations and conditions, but all fields of the on-demand rows. Undefined if the window shows only rows that
 * polls read.
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

/** Rows of other models have only some fields and must not be stored. */
export function selectsWholeRowsOf(query: Query, model: string): boolean {
  return (
    Object.keys(query).every((root) => relationNameOfQueryKey(root) === '_root') ? onDemandModels : modelsOfOpenRow
  ).has(model);
}
