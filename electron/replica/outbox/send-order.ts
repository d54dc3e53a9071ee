/**
 * Sends operations on the same list in order, even if they rowRef different rows: a second comment must not overtake the
 * first. Push asks it for the next operation.
 */
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import { waitsFor } from './dependencies.ts';
import { type Operation, parseRowRef } from './operation.ts';

const containers: Readonly<Record<string, string>> = { deck: 'deckId', milestone: 'milestoneId', sprint: 'sprintId' };
/** New cards without a position are ordered by creation. */
const makesCards = new Set(['cards/create', 'cards/createMany', 'cards/copy']);

/** The lists that the operation changed, read from the rows after it was performed. */
export function orderedListsOf(rows: Rows, action: string, writes: Iterable<string>): ReadonlySet<string> {
  const lists = new Set<string>();
  for (const name of writes) {
    const { model, key } = parseRowRef(name);
    const row = rows.get(model as StoredModel, key) as AnyRow | undefined;
    if (!row) continue;
    const list = orderedListOf(rows, model, row, makesCards.has(action));
    if (list !== undefined) lists.add(list);
  }
  return lists;
}

function orderedListOf(rows: Rows, model: string, row: AnyRow, isMade: boolean): string | undefined {
  switch (model) {
    case 'queueEntry':
      return `hand ${row.userId}`;
    case 'handCard':
      return `bookmarks ${row.userId}`;
    case 'resolvableEntry':
      return `thread ${row.resolvableId}`;
    case 'deck':
      return `space ${row.projectId} ${row.spaceId}`;
    case 'card':
      return isMade && row.accountSeq === null ? `new ${row.deckId}` : undefined;
    case 'cardOrder': {
      const card = rows.get('card', String(row.cardId)) as AnyRow | undefined;
      return `order ${row.context} ${card?.[containers[String(row.context)] ?? '']}`;
    }
    default:
      return undefined;
  }
}

/** Operations that wait for the person, and those that depend on them. No other operation waits for these. */
function stuckIn(all: readonly Operation[]): ReadonlySet<number> {
  const stuck = new Set<number>();
  for (const operation of all) {
    const { id, state, failure } = operation;
    const needsPerson = state === 'rejected' || (state === 'uncertain' && failure?.kind === 'conflict');
    if (needsPerson || (state === 'queued' && waitsFor(operation, all).some((earlier) => stuck.has(earlier.id))))
      stuck.add(id);
  }
  return stuck;
}

/** Returns a function that tells whether an operation has to wait for an earlier one on the same list. */
export function listOrderCheck(all: readonly Operation[]): (operation: Operation) => boolean {
  let stuck: ReadonlySet<number> | undefined;
  return (operation) =>
    operation.orderedLists.size > 0 &&
    all.some((earlier) => {
      if (earlier.id >= operation.id || earlier.state === 'acknowledged') return false;
      if (![...earlier.orderedLists].some((list) => operation.orderedLists.has(list))) return false;
      stuck ??= stuckIn(all);
      return !stuck.has(earlier.id);
    });
}
