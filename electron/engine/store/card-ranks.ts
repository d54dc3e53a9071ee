/**
 * Sorted positions of cards in each deck, milestone and run, so that SQLite quickly finds the new neighbours of a moved
 * card. The table `cardOrder` cannot do this: its rows do not contain the id of the deck, milestone or run.
 */

import type { Row } from '../../../shared/contract/index.ts';
import { type CardOrderContext, cardOrderContexts } from '../../../shared/contract/index.ts';
import type { MaterializedTable } from './materialized-table.ts';

/** The field with the id of the deck, milestone or run. */
export const cardColumnByOrderContext = {
  deck: 'deckId',
  milestone: 'milestoneId',
  sprint: 'sprintId',
} as const satisfies Record<CardOrderContext, keyof Row<'card'>>;

const table = 'cardPlace';
const columns = '"context", "ownerId", "sortValue", "cardId"';

/** For `cardPlace`. `order` and `card`: aliases in `from`, or `OLD` or `NEW` in a trigger. */
const positionsSql = (
  context: CardOrderContext,
  { order = 'o', card = 'c', from }: { order?: string; card?: string; from: string },
) => {
  const owner = `${card}."${cardColumnByOrderContext[context]}"`;
  return `SELECT '${context}', ${owner}, ${order}."sortValue", ${order}."cardId" FROM ${from}
    WHERE ${order}."context" = '${context}' AND ${card}."cardId" = ${order}."cardId" AND ${owner} IS NOT NULL AND ${order}."sortValue" IS NOT NULL`;
};

const trigger = (name: string, event: string, on: string, when: string, body: string) =>
  `CREATE TRIGGER "${table}.${name}" AFTER ${event} ON "${on}" WHEN ${when} BEGIN ${body} END`;

const triggers = cardOrderContexts.flatMap((context) => {
  const owner = `"${cardColumnByOrderContext[context]}"`;
  const add = (positions: string) => `INSERT OR IGNORE INTO "${table}" ${positions};`;
  const removeFrom = (positions: string) => `DELETE FROM "${table}" WHERE (${columns}) IN (${positions});`;
  const newPosition = positionsSql(context, { order: 'NEW', from: '"card" c' });
  const oldPosition = positionsSql(context, { order: 'OLD', from: '"card" c' });
  const addCardPosition = add(positionsSql(context, { card: 'NEW', from: '"cardOrder" o' }));
  const removeCardPosition = removeFrom(positionsSql(context, { card: 'OLD', from: '"cardOrder" o' }));
  return [
    trigger(`${context}.placed`, 'INSERT', 'cardOrder', `NEW."context" = '${context}'`, add(newPosition)),
    trigger(
      `${context}.replaced`,
      'UPDATE OF "context", "cardId", "sortValue"',
      'cardOrder',
      `'${context}' IN (OLD."context", NEW."context")`,
      `${removeFrom(oldPosition)} ${add(newPosition)}`,
    ),
    trigger(`${context}.displaced`, 'DELETE', 'cardOrder', `OLD."context" = '${context}'`, removeFrom(oldPosition)),
    trigger(`${context}.arrived`, 'INSERT', 'card', `NEW.${owner} IS NOT NULL`, addCardPosition),
    trigger(
      `${context}.moved`,
      `UPDATE OF "cardId", ${owner}`,
      'card',
      `OLD.${owner} IS NOT NEW.${owner} OR OLD."cardId" IS NOT NEW."cardId"`,
      `${removeCardPosition} ${addCardPosition}`,
    ),
    trigger(`${context}.left`, 'DELETE', 'card', `OLD.${owner} IS NOT NULL`, removeCardPosition),
  ];
});

/** Computes the whole table. */
const allPositionsSql = cardOrderContexts
  .map((context) => positionsSql(context, { from: '"cardOrder" o CROSS JOIN "card" c' }))
  .join(' UNION ALL ');

export const cardRanksTable: MaterializedTable = {
  name: table,
  table: `CREATE TABLE "${table}" (${columns}, PRIMARY KEY (${columns})) WITHOUT ROWID`,
  triggers,
  content: allPositionsSql,
};

/** `@context` is the kind, `@ownerId` the deck, milestone or run. Works without `cardPlace`, too. */
export const positionsInManualOrderSql = (context: CardOrderContext, hasTable: boolean) =>
  hasTable
    ? `(SELECT "sortValue", "cardId" FROM "${table}" WHERE "context" = @context AND "ownerId" = @ownerId)`
    : // CROSS JOIN makes SQLite read the cards of the deck, milestone or run first, then the position of each card.
      `(SELECT o."sortValue", o."cardId" FROM "card" c CROSS JOIN "cardOrder" o ON o."context" = @context AND o."cardId" = c."cardId"
         WHERE c."${cardColumnByOrderContext[context]}" = @ownerId)`;
