/**
 * Positions sorted by rank in each deck, milestone and run, so that a move finds its neighbours by an index. The rows
 * of positions themselves name only their card.
 */
import { type CardOrderContext, cardOrderContexts } from '../../../shared/contract/index.ts';
import type { MaterializedTable } from './materialized-table.ts';
import { orderOwner } from './order-owner.ts';

const table = 'cardPlace';
const columns = '"context", "ownerId", "sortValue", "cardId"';

/** SQL columns of a position `o` and its card `c`, which may be rows of a trigger. */
const placesOf = (
  context: CardOrderContext,
  { order = 'o', card = 'c', from }: { order?: string; card?: string; from: string },
) => {
  const owner = `${card}."${orderOwner[context]}"`;
  return `SELECT '${context}', ${owner}, ${order}."sortValue", ${order}."cardId" FROM ${from}
    WHERE ${order}."context" = '${context}' AND ${card}."cardId" = ${order}."cardId" AND ${owner} IS NOT NULL AND ${order}."sortValue" IS NOT NULL`;
};

const trigger = (name: string, event: string, on: string, when: string, body: string) =>
  `CREATE TRIGGER "${table}.${name}" AFTER ${event} ON "${on}" WHEN ${when} BEGIN ${body} END`;

const triggers = cardOrderContexts.flatMap((context) => {
  const owner = `"${orderOwner[context]}"`;
  const add = (places: string) => `INSERT OR IGNORE INTO "${table}" ${places};`;
  const removeFrom = (places: string) => `DELETE FROM "${table}" WHERE (${columns}) IN (${places});`;
  const placed = placesOf(context, { order: 'NEW', from: '"card" c' });
  const left = placesOf(context, { order: 'OLD', from: '"card" c' });
  const arrives = add(placesOf(context, { card: 'NEW', from: '"cardOrder" o' }));
  const leaves = removeFrom(placesOf(context, { card: 'OLD', from: '"cardOrder" o' }));
  return [
    trigger(`${context}.placed`, 'INSERT', 'cardOrder', `NEW."context" = '${context}'`, add(placed)),
    trigger(
      `${context}.replaced`,
      'UPDATE OF "context", "cardId", "sortValue"',
      'cardOrder',
      `'${context}' IN (OLD."context", NEW."context")`,
      `${removeFrom(left)} ${add(placed)}`,
    ),
    trigger(`${context}.displaced`, 'DELETE', 'cardOrder', `OLD."context" = '${context}'`, removeFrom(left)),
    trigger(`${context}.arrived`, 'INSERT', 'card', `NEW.${owner} IS NOT NULL`, arrives),
    trigger(
      `${context}.moved`,
      `UPDATE OF "cardId", ${owner}`,
      'card',
      `OLD.${owner} IS NOT NEW.${owner} OR OLD."cardId" IS NOT NEW."cardId"`,
      `${leaves} ${arrives}`,
    ),
    trigger(`${context}.left`, 'DELETE', 'card', `OLD.${owner} IS NOT NULL`, leaves),
  ];
});

/** SQL that computes the table from the rows. */
const places = cardOrderContexts
  .map((context) => placesOf(context, { from: '"cardOrder" o CROSS JOIN "card" c' }))
  .join(' UNION ALL ');

export const cardRanks: MaterializedTable = {
  name: table,
  table: `CREATE TABLE "${table}" (${columns}, PRIMARY KEY (${columns})) WITHOUT ROWID`,
  triggers,
  content: places,
};

/** SQL for the positions of one order, `@context` and `@ownerId`, with or without the table. */
export const placesInOrder = (context: CardOrderContext, isKept: boolean) =>
  isKept
    ? `(SELECT "sortValue", "cardId" FROM "${table}" WHERE "context" = @context AND "ownerId" = @ownerId)`
    : // CROSS JOIN makes SQLite read the cards of the owner first, then the position of each.
      `(SELECT o."sortValue", o."cardId" FROM "card" c CROSS JOIN "cardOrder" o ON o."context" = @context AND o."cardId" = c."cardId"
         WHERE c."${orderOwner[context]}" = @ownerId)`;
