/**
 * Rows that are read only when somebody looks: history, reactions, progress, files, the changelog, and everything below
 * a card that is open. From a window's own query comes the query to the service: the same paths, whole rows, and nothing
 * but such models.
 */
import { type FieldList, modelNamed, type Query, relationOf, type Selection } from '../../../shared/contract/index.ts';
import { relationName } from '../../client/refused.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { everyField } from '../pull/selections.ts';

/** Models of which only what somebody looks at is kept. */
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

/** Below a single row that somebody opened, old threads count too. */
const whenOpened = new Set<string>([...onDemand, 'resolvable', 'resolvableEntry']);

/** What to ask the service for a window's query; undefined when everything it shows is kept anyway. */
export function demandOf(query: Query): Query | undefined {
  const roots = Object.entries(query).flatMap(([root, list]) => {
    const model = relationName(root);
    if (!modelNamed(model)) return [];
    const wanted = model === '_root' ? onDemand : whenOpened;
    const own = onDemand.has(model) ? everyField(model as StoredModel) : [];
    const below = needed(model, list, wanted);
    return own.length + below.length > 0 ? [[root, [...own, ...below]] as const] : [];
  });
  return roots.length > 0 ? Object.fromEntries(roots) : undefined;
}

/** The parts of a field list that lead to wanted models. */
function needed(model: string, list: FieldList, wanted: ReadonlySet<string>): Selection[] {
  const definition = modelNamed(model);
  if (!definition) return [];
  return list.flatMap((selection): Selection[] => {
    // A plain name or a count shows no rows that could be read.
    if (typeof selection === 'string') return [];
    return Object.entries(selection).flatMap(([key, inner]): Selection[] => {
      const target = relationOf(definition, relationName(key))?.model;
      if (!target || /^(count|exists):/.test(key)) return [];
      const below = needed(target, inner, wanted);
      if (wanted.has(target)) return [{ [key]: [...everyField(target as StoredModel), ...below] }];
      return below.length > 0 ? [{ [key]: below }] : [];
    });
  });
}

/** Models whose rows a demanded answer holds whole; rows of others in it are incomplete and not for storing. */
export function isDemanded(query: Query, model: string): boolean {
  return (Object.keys(query).every((root) => relationName(root) === '_root') ? onDemand : whenOpened).has(model);
}
