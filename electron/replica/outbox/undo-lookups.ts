/**
 * What undo needs besides the changed rows: former positions, and the present Hands, bookmarks and links to projects.
 */
import type { CardOrderContext } from '../../../shared/contract/index.ts';
import { cardColumnByOrderContext, positionsInManualOrderSql } from '../../engine/store/card-ranks.ts';
import { hasMaterializedTables } from '../../engine/store/materialized-tables.ts';
import type { AnyRow, RowChange, RowStore } from '../../engine/store/rows.ts';
import type { UndoLookups } from './undo-actions.ts';

/** Reads the present rows, so call it right after the `act` call, before the rows change again. */
export function undoLookupsOf(rows: RowStore, changes: readonly RowChange[]): UndoLookups {
  const cardsBefore = new Map(changes.filter(({ model }) => model === 'card').map(({ key, before }) => [key, before]));
  const changedOrders = changes
    .filter(({ model }) => model === 'cardOrder')
    .map(({ key }) => JSON.parse(key) as [context: string, cardId: string]);
  const ordersBefore = changes
    .filter(({ model, before }) => model === 'cardOrder' && before)
    .map(({ before }) => before as AnyRow);

  const containerOf = (cardId: string, field: string) =>
    (cardsBefore.get(cardId) ?? (rows.get('card', cardId) as AnyRow | undefined))?.[field];

  return {
    handOf: (userId) =>
      rows
        .find('queueEntry', { userId, cardDoneAt: null }, ['sortIndex'])
        .sort((a, b) => Number(a.sortIndex) - Number(b.sortIndex))
        .map(({ cardId }) => cardId),
    bookmarksOf: (userId) => rows.find('handCard', { userId }),
    predecessorOf(order) {
      const kind = order.context as CardOrderContext;
      const field = cardColumnByOrderContext[kind];
      const container = containerOf(String(order.cardId), field);
      const changed = changedOrders.filter(([context]) => context === kind).map(([, cardId]) => cardId);
      const unchanged = rows.db
        .prepare(
          `SELECT p."cardId", p."sortValue" FROM ${positionsInManualOrderSql(kind, hasMaterializedTables(rows.db))} p
           CROSS JOIN "cardOrder" o ON o."context" = @context AND o."cardId" = p."cardId"
           WHERE p."sortValue" < @below AND o."label" IS @label AND p."cardId" NOT IN (SELECT value FROM json_each(@changed))
           ORDER BY p."sortValue" DESC LIMIT 1`,
        )
        .all({
          context: kind,
          ownerId: container ?? null,
          below: order.sortValue,
          label: order.label ?? null,
          changed: JSON.stringify(changed),
        });
      // Undo moves cards back one by one, in the order of their former positions. Moved cards that were before this
      // card are then back already, so one of them can be the predecessor.
      const former = ordersBefore.filter(
        (other) =>
          other.context === kind &&
          other.label === order.label &&
          String(other.sortValue) < String(order.sortValue) &&
          containerOf(String(other.cardId), field) === container,
      );
      const before = [...(unchanged as AnyRow[]), ...former].sort((a, b) =>
        String(a.sortValue) < String(b.sortValue) ? -1 : 1,
      );
      return before.length > 0 ? String(before.at(-1)?.cardId) : null;
    },
    linkedProjects: (model, field, id) =>
      rows.find(model as 'milestoneProject', { [field]: id } as never).map((row) => String((row as AnyRow).projectId)),
    isGlobal: (model, id) => (rows.get(model as 'milestone', id) as AnyRow | undefined)?.isGlobal === true,
    runStartsWith(deckId) {
      const projectId = rows.get('deck', deckId)?.projectId;
      return rows
        .find('sprintConfig', { autoAssignStartedCard: true })
        .some(({ id }) => projectId !== undefined && rows.get('sprintProject', JSON.stringify([id, projectId])));
    },
    deckBefore(deck) {
      const [before] = rows
        .where(
          'deck',
          '"projectId" = ? AND "spaceId" IS ? AND "sortValue" < ? AND "id" <> ? AND "isDeleted" IS NOT 1 ORDER BY "sortValue" DESC LIMIT 1',
          deck.projectId,
          deck.spaceId,
          deck.sortValue,
          deck.id,
        )
        .map(({ id }) => id);
      return before ?? null;
    },
  };
}
