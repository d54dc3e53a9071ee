/**
 * Counters of cards: how many of each deck, milestone and run are in which state. Triggers update them with every write
 * of a card, so that an overview reads a few counters instead of every card (bench row `account-overview`).
 */
import { models } from '../../../shared/contract/index.ts';
import type { MaterializedTable } from './materialized-table.ts';

/** Columns by which counters differ. Values are the card's, or `x''`, which equals no text, where a card has none. */
export const talliedFields: readonly string[] = ['derivedStatus', 'visibility', 'status'];

/** The field by which every card is counted exactly once; private cards, which have no deck, under no id. */
export const allCardsColumn = 'deckId';

/** Fields of a card by which it is counted: the target fields of the contract's relations to cards. */
const tallies: readonly string[] = [
  ...new Set(
    Object.values(models).flatMap(({ relations }) =>
      Object.values(relations).flatMap((relation) =>
        relation.kind === 'many' && relation.model === 'card' ? [relation.field] : [],
      ),
    ),
  ),
];

/** The `creatorId` in the counters of cards in decks. Everybody who sees the deck sees these cards. */
export const sharedCards = `x''`;
/** The `creatorId` in the counters of private cards without a creator. Nobody sees these cards. */
const nobody = `x'00'`;

const table = 'cardTally';
/**
 * Columns of the table's key. `field` is one of `tallies`, and `id` is the value of that field in the counted cards.
 * `creatorId` is the creator of private cards.
 */
const key = ['field', 'id', ...talliedFields, 'creatorId'].map((name) => `"${name}"`);

const createTable = `CREATE TABLE "${table}" (${key.map((name) => `${name} TEXT`).join(', ')}, "n" INTEGER,
  PRIMARY KEY (${key.join(', ')})) WITHOUT ROWID`;

/** SQL for the counter of the card `row` for a field. */
function counterOf(field: string, row: string): string[] {
  const values = [field, ...talliedFields].map((name) => `coalesce(${row}."${name}", x'')`);
  const creator = `iif(${row}."${allCardsColumn}" IS NULL, coalesce(${row}."creatorId", ${nobody}), ${sharedCards})`;
  return [`'${field}'`, ...values, creator];
}

const counts = (field: string, row: string) => (field === allCardsColumn ? '1' : `${row}."${field}" IS NOT NULL`);

const createTriggers = tallies.flatMap((field) => {
  const joins = `INSERT INTO "${table}" VALUES (${counterOf(field, 'NEW').join(', ')}, 1) ON CONFLICT DO UPDATE SET "n" = "n" + 1;`;
  const old = counterOf(field, 'OLD');
  const counter = key.map((name, index) => `${name} = ${old[index]}`).join(' AND ');
  // Counters that reach zero are removed, so that the table equals a new count.
  const leaves = `UPDATE "${table}" SET "n" = "n" - 1 WHERE ${counter}; DELETE FROM "${table}" WHERE ${counter} AND "n" = 0;`;
  const decisive = [...new Set([field, allCardsColumn, 'creatorId', ...talliedFields])];
  const update = `UPDATE OF ${decisive.map((name) => `"${name}"`).join(', ')}`;
  const moves = `(${decisive.map((name) => `OLD."${name}" IS NOT NEW."${name}"`).join(' OR ')})`;
  const trigger = (name: string, event: string, when: string, body: string) =>
    `CREATE TRIGGER "${table}.${field}.${name}" AFTER ${event} ON "card" WHEN ${when} BEGIN ${body} END`;
  return [
    trigger('insert', 'INSERT', counts(field, 'NEW'), joins),
    trigger('delete', 'DELETE', counts(field, 'OLD'), leaves),
    trigger('leave', update, `${counts(field, 'OLD')} AND ${moves}`, leaves),
    trigger('join', update, `${counts(field, 'NEW')} AND ${moves}`, joins),
  ];
});

/** SQL that counts every card anew, in no order. */
const recount = tallies
  .map((field) => {
    const counter = counterOf(field, 'c');
    const groupBy = counter.map((_part, index) => index + 1).join(', ');
    return `SELECT ${counter.join(', ')}, count(*) FROM "card" c WHERE ${counts(field, 'c')} GROUP BY ${groupBy}`;
  })
  .join(' UNION ALL ');

export const cardCounts: MaterializedTable = {
  name: table,
  table: createTable,
  triggers: createTriggers,
  content: recount,
};
