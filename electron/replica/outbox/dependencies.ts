/**
 * Finds which operations have to wait for others, by the fields that they write and read, not by whole rows: a comment
 * does not wait for a refused text of its card, but a later text does.
 */
import { taskFieldNames } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { localIdsInAnswer } from '../store/local-ids.ts';
import { type Footprint, type Operation, rowRef } from './operation.ts';
import { fieldsSetBy } from './set-fields.ts';

export const wholeRow = '*';

/**
 * Fields that no rule reads to change other fields or rows. Only operations that write the same field depend on them.
 */
const plainFields: Readonly<Record<string, ReadonlySet<string>>> = {
  card: new Set([
    'cardReferences',
    'checkboxInfo',
    'checkboxStats',
    'content',
    'coverFileId',
    'dueDate',
    'lastUpdatedAt',
    'masterTags',
    'mentionedUsers',
    'milestoneId',
    'sprintId',
    'tags',
    ...taskFieldNames,
    'title',
    'version',
  ]),
  deck: new Set(['coverColor', 'coverFileId', 'description', 'title']),
  milestone: new Set(['color', 'coverFileId', 'description', 'name']),
  resolvableEntry: new Set(['content', 'lastChangedAt', 'version']),
  sprint: new Set(['coverFileId', 'description', 'name']),
  sprintConfig: new Set(['color', 'name']),
};

/** A copy can contain any field. A position depends on the card's list. */
const readsEveryField = (action: string) =>
  action === 'cards/copy' || action === 'journeys/start' || action.startsWith('cardOrders/');

/**
 * The fields that the params set, even where the rows have these values already: a repeated request writes them again.
 */
export const footprintOfParams = (action: string, params: Readonly<Record<string, unknown>>): Footprint =>
  Object.fromEntries(fieldsSetBy(action, params).map(({ model, key, fields }) => [rowRef(model, key), fields]));

/** The fields in which the rows differ from `before` (by `rowRef(model, key)`; undefined for new rows). */
export function footprintOfChanges(
  before: ReadonlyMap<string, AnyRow | undefined>,
  after: (name: string) => AnyRow | undefined,
): Footprint {
  const found: Record<string, readonly string[]> = {};
  for (const [name, was] of before) {
    const current = after(name);
    if (!was || !current) {
      if (was !== current) found[name] = [wholeRow];
      continue;
    }
    const fields = Object.keys(current).filter(
      (field) => JSON.stringify(current[field]) !== JSON.stringify(was[field]),
    );
    if (fields.length > 0) found[name] = fields;
  }
  return found;
}

export function unionOf(...footprints: readonly Footprint[]): Footprint {
  const all: Record<string, readonly string[]> = {};
  for (const footprint of footprints)
    for (const [name, fields] of Object.entries(footprint))
      all[name] = [...new Set([...(all[name] ?? []), ...fields])].sort();
  return all;
}

/** The parts of an operation that decide whether a later one depends on it. */
export type Earlier = Pick<Operation, 'batch' | 'action' | 'answer' | 'made' | 'footprint'>;

/**
 * Whether `later` must not reach the service before `earlier`, since it reads or writes fields that `earlier` writes.
 */
export function dependsOn(later: Operation, earlier: Earlier): boolean {
  if (later.batch === earlier.batch) return true;
  for (const [name, fields] of Object.entries(earlier.footprint)) {
    const laterFields = later.footprint[name];
    if (!laterFields && !later.names.has(name)) continue;
    if (laterFields?.includes(wholeRow) || fields.includes(wholeRow) || readsEveryField(later.action)) return true;
    if (laterFields?.some((field) => fields.includes(field))) return true;
    const plain = plainFields[name.slice(0, name.indexOf('\t'))];
    if (fields.some((field) => !plain?.has(field))) return true;
  }
  // Even while the earlier effect is not shown: the row has to exist at the service first.
  for (const { model, id } of localIdsInAnswer(earlier.action, earlier.answer))
    if (later.names.has(rowRef(model, id))) return true;
  return earlier.made.some((row) => later.names.has(row));
}

/** Earlier operations that have to reach the service first. */
export function waitsFor(operation: Operation, all: readonly Operation[]): Operation[] {
  return all.filter(
    (earlier) => earlier.id < operation.id && earlier.state !== 'acknowledged' && dependsOn(operation, earlier),
  );
}
