/** Where rows stood among their neighbours before an act: what undo needs to know beyond the rows themselves. */
import type { AnyRow, Rows } from '../engine/rows.ts';
import type { InverseContext } from './inverse.ts';
import type { RowChange } from './ledger.ts';

const containerField: Record<string, 'deckId' | 'milestoneId' | 'sprintId'> = {
  deck: 'deckId',
  milestone: 'milestoneId',
  sprint: 'sprintId',
};

export function formerPlaces(rows: Rows, changes: readonly RowChange[]): InverseContext {
  const formerCards = new Map(changes.filter(({ model }) => model === 'card').map(({ key, before }) => [key, before]));
  const changedOrders = new Set(changes.filter(({ model }) => model === 'cardOrder').map(({ key }) => key));
  const formerOrders = changes
    .filter(({ model, before }) => model === 'cardOrder' && before)
    .map(({ before }) => before as AnyRow);

  const containerOf = (cardId: string, field: string) =>
    (formerCards.get(cardId) ?? (rows.get('card', cardId) as AnyRow | undefined))?.[field];

  return {
    handOf: (userId) =>
      rows
        .find('queueEntry', { userId, cardDoneAt: null }, ['sortIndex'])
        .sort((a, b) => Number(a.sortIndex) - Number(b.sortIndex))
        .map(({ cardId }) => cardId),
    bookmarksOf: (userId) => rows.find('handCard', { userId }, ['sortIndex']).map(({ cardId }) => cardId),
    predecessorOf(order) {
      const field = containerField[String(order.context)] ?? 'deckId';
      const container = containerOf(String(order.cardId), field);
      const unchanged = rows
        .where(
          'cardOrder',
          `"context" = ? AND "label" IS ? AND "sortValue" < ? AND "cardId" IN (SELECT "cardId" FROM "card" WHERE "${field}" IS ?)`,
          order.context,
          order.label,
          order.sortValue,
          container,
        )
        .filter(({ context, cardId }) => !changedOrders.has(JSON.stringify([context, cardId])));
      // Several cards moved at once are given back in their order, so former neighbours are there already.
      const former = formerOrders.filter(
        (other) =>
          other.context === order.context &&
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
