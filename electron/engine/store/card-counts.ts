/**
 * A card counter is the number of cards in one deck, milestone, run or other row that have the same derived status,
 * visibility and status. Overviews read a few counters instead of all cards.
 */
import { models } from '../../../shared/contract/index.ts';
import type { MaterializedTable } from './materialized-table.ts';

/**
 * Fields in a counter's key, by which queries can filter. The empty blob `x''`, which equals no text, represents null.
 */
export const counterKeyFields: readonly string[] = ['derivedStatus', 'visibility', 'status'];

/** Its counters count every card once. Private cards have no deck: the `id` of their counters is `x''`. */
export const counterFieldForAllCards = 'deckId';

/** Fields with the id of a row with counters: those of the contract's `many` relations to cards. */
const countedFields: readonly string[] = [
  ...new Set(
    Object.values(models).flatMap(({ relations }) =>
      Object.values(relations).flatMap((relation) =>
        relation.kind === 'many' && relation.model === 'card' ? [relation.field] : [],
      ),
    ),
  ),
];

/** `creatorId` in counters of cards in decks, which omit the creator: every viewer of a deck sees all its cards. */
export const omittedCreatorPlaceholderSql = `x''`;
/** `creatorId` in counters of private cards without a creator. Nobody sees these cards. */
const unknownCreator = `x'00'`;

const table = 'cardTally';
/**
 * The counter counts the cards whose field `field`, such as `deckId`, is `id`. `creatorId` is the creator of private
 * cards, which only the creator sees; for other cards it is `omittedCreatorPlaceholderSql`.
 */
const keyColumns = ['field', 'id', ...counterKeyFields, 'creatorId'].map((name) => `"${name}"`);

const createTable = `CREATE TABLE "${table}" (${keyColumns.map((name) => `${name} TEXT`).join(', ')}, "n" INTEGER,
  PRIMARY KEY (${keyColumns.join(', ')})) WITHOUT ROWID`;

/** The counter that counts the card `row` (SQL alias) for `field`: one expression per key column. */
function counterKeySql(field: string, row: string): string[] {
  const values = [field, ...counterKeyFields].map((name) => `coalesce(${row}."${name}", x'')`);
  const creator = `iif(${row}."${counterFieldForAllCards}" IS NULL, coalesce(${row}."creatorId", ${unknownCreator}), ${omittedCreatorPlaceholderSql})`;
  return [`'${field}'`, ...values, creator];
}

const isCountedSql = (field: string, row: string) =>
  field === counterFieldForAllCards ? '1' : `${row}."${field}" IS NOT NULL`;

const createTriggers = countedFields.flatMap((field) => {
  const addsCard = `INSERT INTO "${table}" VALUES (${counterKeySql(field, 'NEW').join(', ')}, 1) ON CONFLICT DO UPDATE SET "n" = "n" + 1;`;
  const old = counterKeySql(field, 'OLD');
  const counterKey = keyColumns.map((name, index) => `${name} = ${old[index]}`).join(' AND ');
  // Deletes a counter at zero, so that the table stays equal to one computed from the cards (`recount`).
  const removesCard = `UPDATE "${table}" SET "n" = "n" - 1 WHERE ${counterKey}; DELETE FROM "${table}" WHERE ${counterKey} AND "n" = 0;`;
  const keyFields = [...new Set([field, counterFieldForAllCards, 'creatorId', ...counterKeyFields])];
  const update = `UPDATE OF ${keyFields.map((name) => `"${name}"`).join(', ')}`;
  const isKeyChanged = `(${keyFields.map((name) => `OLD."${name}" IS NOT NEW."${name}"`).join(' OR ')})`;
  const trigger = (name: string, event: string, when: string, body: string) =>
    `CREATE TRIGGER "${table}.${field}.${name}" AFTER ${event} ON "card" WHEN ${when} BEGIN ${body} END`;
  return [
    trigger('insert', 'INSERT', isCountedSql(field, 'NEW'), addsCard),
    trigger('delete', 'DELETE', isCountedSql(field, 'OLD'), removesCard),
    trigger('leave', update, `${isCountedSql(field, 'OLD')} AND ${isKeyChanged}`, removesCard),
    trigger('join', update, `${isCountedSql(field, 'NEW')} AND ${isKeyChanged}`, addsCard),
  ];
});

/** Computes all counters from the cards. */
const recount = countedFields
  .map((field) => {
    const counterKey = counterKeySql(field, 'c');
    const groupBy = counterKey.map((_part, index) => index + 1).join(', ');
    return `SELECT ${counterKey.join(', ')}, count(*) FROM "card" c WHERE ${isCountedSql(field, 'c')} GROUP BY ${groupBy}`;
  })
  .join(' UNION ALL ');

export const cardCountsTable: MaterializedTable = {
  name: table,
  table: createTable,
  triggers: createTriggers,
  content: recount,
};
