/**
 * Finds which rows to ask the service for because a window shows them: history, reactions, progress, files, the
 * changelog, and everything below an open card. These are not part of the polls.
 */
import { type FieldList, modelNamed, type Query, relationOf, type Selection } from '../../../shared/contract/index.ts';
import { relationName } from '../../client/refused.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { everyField } from '../pull/selections.ts';

/** Models whose rows are read only while a window shows them. */
const onDemand = new Set<string>([
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
export const isReadOnDemand = (model: string) => onDemand.has(model);

/** For a query on a single row (an open card) old threads are read too. */
const whenOpened = new Set<string>([...onDemand, 'resolvable', 'resolvableEntry']);

/**
 * The query to send to the service for a window's query: the same paths and conditions, with whole rows of the models
 * on demand. Undefined when polls read everything that the window shows.
 */
export function onDemandQueryOf(query: Query): Query | undefined {
  const roots = Object.entries(query).flatMap(([root, list]) => {
    const model = relationName(root);
    if (!modelNamed(model)) return [];
    const models = model === '_root' ? onDemand : whenOpened;
    const own = onDemand.has(model) ? everyField(model as StoredModel) : [];
    const below = onDemandParts(model, list, models);
    return own.length + below.length > 0 ? [[root, [...own, ...below]] as const] : [];
  });
  return roots.length > 0 ? Object.fromEntries(roots) : undefined;
}

/** The parts of a field list that lead to wanted models. */
function onDemandParts(model: string, list: FieldList, wanted: ReadonlySet<string>): Selection[] {
  const definition = modelNamed(model);
  if (!definition) return [];
  return list.flatMap((selection): Selection[] => {
    // A plain field or a count reads no rows.
    if (typeof selection === 'string') return [];
    return Object.entries(selection).flatMap(([key, inner]): Selection[] => {
      const target = relationOf(definition, relationName(key))?.model;
      if (!target || /^(count|exists):/.test(key)) return [];
      const below = onDemandParts(target, inner, wanted);
      if (wanted.has(target)) return [{ [key]: [...everyField(target as StoredModel), ...below] }];
      return below.length > 0 ? [{ [key]: below }] : [];
    });
  });
}

/**
 * Whether the answer to a demanded query contains whole rows of the model. Rows of other models in it are incomplete
 * and must not be stored.
 */
export function hasWholeRowsOf(query: Query, model: string): boolean {
  return (Object.keys(query).every((root) => relationName(root) === '_root') ? onDemand : whenOpened).has(model);
}
