/**
 * Finds the earlier operations that an operation must wait for, by fields instead of whole rows: after a refused edit
 * of a card's text, a second edit of it waits, but a comment on the card does not.
 */
import { taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { localIdsInAnswer } from '../store/local-ids.ts';
import { isCreationList } from './list-order-waits.ts';
import { type Operation, rowRef, type TouchedFields } from './operation.ts';
import { changeNamesOf, type Outbox } from './outbox.ts';
import { fieldsSetByAction } from './set-fields.ts';

/** Stands for all fields of a row, in the footprint of an operation that creates or deletes the row. */
export const everyFieldMarker = '*';

/**
 * Plain fields, by model. If an earlier operation changes only plain fields of a row, a later operation on this row
 * waits only if it writes one of the same fields, or if `readsEveryField` is true for it. The engine's rules read plain
 * fields only to derive other plain fields. Exceptions are Hand sync, which reads `milestoneId`, and Beast Mode, which
 * reads `sprintId`; no operation waits because of them. So a later change of a card's owner can reach the service
 * before an earlier change of its milestone. When the earlier change arrives, Hand sync runs again and adds the card to
 * the Hand of the new owner. The order makes a difference only if the earlier change takes the card out of a milestone
 * with Hand sync: the card is then in the new owner's Hand and stays there, like any card that leaves such a milestone.
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
    ...taskOnlyFieldNames,
    'title',
    'version',
  ]),
  deck: new Set(['coverColor', 'coverFileId', 'description', 'title']),
  milestone: new Set(['color', 'coverFileId', 'description', 'name']),
  resolvableEntry: new Set(['content', 'lastChangedAt', 'version']),
  sprint: new Set(['coverFileId', 'description', 'name']),
  sprintConfig: new Set(['color', 'name']),
};

/**
 * True if the action can read even plain fields. A copy contains all fields, and the start of a journey writes the
 * card's title into new cards. Manual order reads the card's deck, milestone or run, because each has its own order.
 */
const readsEveryField = (action: string) =>
  action === 'cards/copy' || action === 'journeys/start' || action.startsWith('cardOrders/');

/** Includes fields that already have the new value, because a repeated request writes them again. */
export const fieldsTouchedByParams = (action: string, params: Readonly<Record<string, unknown>>): TouchedFields =>
  Object.fromEntries(fieldsSetByAction(action, params).map(({ model, key, fields }) => [rowRef(model, key), fields]));

/** @param before the former rows by `rowRef(model, key)`; undefined for new rows */
export function fieldsTouchedByChanges(
  before: ReadonlyMap<string, AnyRow | undefined>,
  after: (name: string) => AnyRow | undefined,
): TouchedFields {
  const found: Record<string, readonly string[]> = {};
  for (const [name, was] of before) {
    const current = after(name);
    if (!was || !current) {
      if (was !== current) found[name] = [everyFieldMarker];
      continue;
    }
    const fields = Object.keys(current).filter(
      (field) => JSON.stringify(current[field]) !== JSON.stringify(was[field]),
    );
    if (fields.length > 0) found[name] = fields;
  }
  return found;
}

export function mergeTouchedFields(...footprints: readonly TouchedFields[]): TouchedFields {
  const all: Record<string, readonly string[]> = {};
  for (const footprint of footprints)
    for (const [name, fields] of Object.entries(footprint))
      all[name] = [...new Set([...(all[name] ?? []), ...fields])].sort();
  return all;
}

export type EarlierOperation = Pick<Operation, 'batch' | 'action' | 'answer' | 'made' | 'footprint'>;

/** From one `act` call, or `later` uses a row that `earlier` creates, or fields that it writes. */
export function operationDependsOn(later: Operation, earlier: EarlierOperation): boolean {
  if (later.batch === earlier.batch) return true;
  for (const [name, fields] of Object.entries(earlier.footprint)) {
    const laterFields = later.footprint[name];
    if (!laterFields && !later.names.has(name)) continue;
    if (laterFields?.includes(everyFieldMarker) || fields.includes(everyFieldMarker) || readsEveryField(later.action))
      return true;
    if (laterFields?.some((field) => fields.includes(field))) return true;
    const plain = plainFields[name.slice(0, name.indexOf('\t'))];
    if (fields.some((field) => !plain?.has(field))) return true;
  }
  // Waits always if `earlier` creates the row. An unperformed one has no footprint: see its answer.
  for (const { model, id } of localIdsInAnswer(earlier.action, earlier.answer))
    if (later.names.has(rowRef(model, id))) return true;
  return earlier.made.some((row) => later.names.has(row));
}

export function* operationsToWaitFor(outbox: Outbox, operation: Operation): Generator<Operation> {
  const seen = new Set<Operation>();
  for (const name of [`batch ${operation.batch}`, ...Object.keys(operation.footprint), ...operation.names])
    for (const earlier of outbox.linked(`change ${name}`)) {
      if (earlier.id >= operation.id) break;
      if (earlier.state === 'acknowledged' || seen.has(earlier)) continue;
      seen.add(earlier);
      if (operationDependsOn(operation, earlier)) yield earlier;
    }
}

/** They wait for a decision of the person, directly or not. Others on the same list do not wait for them. */
function stuckOperations(outbox: Outbox): ReadonlySet<Operation> {
  const stuck = new Set(outbox.linked('state toDecide'));
  for (const earlier of stuck)
    for (const name of changeNamesOf(earlier))
      for (const later of [...outbox.linked(`change ${name}`), ...outbox.linked(`row ${name}`)])
        if (later.id > earlier.id && later.state === 'queued' && operationDependsOn(later, earlier)) stuck.add(later);
  return stuck;
}

/** True for an operation that must not be sent before an earlier one on the same list. Use it until one changes. */
export function createEarlierReorderCheck(outbox: Outbox): (operation: Operation) => boolean {
  let stuck: ReadonlySet<Operation> | undefined;
  return (operation) => {
    for (const list of operation.orderedLists)
      for (const earlier of outbox.linked(`list ${list}`)) {
        if (earlier.id >= operation.id) break;
        if (earlier.state === 'acknowledged') continue;
        // Finding out what became of a lost creation takes a minute. `OptimisticStore.setState` gives it its place later.
        if (earlier.state === 'uncertain' && isCreationList(list)) continue;
        stuck ??= stuckOperations(outbox);
        if (!stuck.has(earlier)) return true;
      }
    return false;
  };
}
