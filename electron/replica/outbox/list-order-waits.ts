/**
 * Operations that must wait for earlier ones on the same list, even if they change different rows: a thread's second
 * comment, for example, must not arrive before the first.
 */
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { parseRowRef } from './operation.ts';

const containerFields: Readonly<Record<string, string>> = {
  deck: 'deckId',
  milestone: 'milestoneId',
  sprint: 'sprintId',
};
/** Cards without a position in the manual order are ordered by their creation, so these actions are sent in order. */
const cardCreatingActions = new Set(['cards/create', 'cards/createMany', 'cards/copy']);

/** Reads the rows, so call it after the operation was performed. */
export function listsReorderedByAction(rows: RowStore, action: string, writes: Iterable<string>): ReadonlySet<string> {
  const lists = new Set<string>();
  for (const name of writes) {
    const { model, key } = parseRowRef(name);
    const row = rows.get(model, key) as AnyRow | undefined;
    if (!row) continue;
    const list = orderedListOf(rows, model, row, cardCreatingActions.has(action));
    if (list !== undefined) lists.add(list);
  }
  return lists;
}

/** Ids of the cards that an operation created and that the service has not shown yet. */
export const newCardIdsOf = (rows: RowStore, writes: Iterable<string>): string[] =>
  [...writes].map(parseRowRef).flatMap(({ model, key }) => {
    const card = model === 'card' ? rows.get('card', key) : undefined;
    return card?.accountSeq === null ? [key] : [];
  });

export const isCreationList = (list: string): boolean => list.startsWith('new ');

function orderedListOf(rows: RowStore, model: string, row: AnyRow, isCreated: boolean): string | undefined {
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
      return isCreated && row.accountSeq === null ? `new ${row.deckId}` : undefined;
    case 'cardOrder': {
      const card = rows.get('card', String(row.cardId)) as AnyRow | undefined;
      return `order ${row.context} ${card?.[containerFields[String(row.context)] ?? '']}`;
    }
    default:
      return undefined;
  }
}
