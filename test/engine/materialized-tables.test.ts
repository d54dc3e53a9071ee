/**
 * Checks the tables that triggers update with every write (card counters and sorted positions). After any write they
 * must have the same content as if they were filled anew.
 */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDatabaseReader } from '../../electron/engine/query/reader.ts';
import { createMaterializedTables, dropMaterializedTables } from '../../electron/engine/store/materialized-tables.ts';
import { RowStore } from '../../electron/engine/store/rows.ts';
import { createTables, type StoredModelName, tableDefinitionOf } from '../../electron/engine/store/schema.ts';
import { materializedTableDifferences } from '../../electron/keep/doctor.ts';
import { answerOf } from '../support/answers.ts';

const maybe = (...values: string[]) => fc.constantFrom(null, '', ...values);
const cards = fc.constantFrom('a', 'b', 'c', 'd');

/**
 * Generates random writes of cards. Some values are null or not in the contract, because a replica stores whatever a
 * service sends.
 */
const cardWrite = fc.record({
  model: fc.constant('card' as const),
  key: cards.map((cardId) => ({ cardId })),
  fields: fc.record(
    {
      deckId: maybe('deck', 'other'),
      milestoneId: maybe('milestone'),
      sprintId: maybe('run', 'deck'),
      creatorId: maybe('ann', 'bob'),
      derivedStatus: maybe('done', 'some new one'),
      visibility: maybe('default', 'deleted'),
      status: maybe('done', 'started'),
      content: fc.constantFrom('one', 'two'),
    },
    { requiredKeys: [] },
  ),
});
const positionWrite = fc.record({
  model: fc.constant('cardOrder' as const),
  key: fc.record({ context: fc.constantFrom('deck', 'milestone', 'sprint', 'another'), cardId: cards }),
  fields: fc.record({ sortValue: maybe('a0', 'a1'), label: maybe('Zone') }, { requiredKeys: [] }),
});
const steps = fc.array(
  fc.record({ how: fc.constantFrom('put', 'put', 'put', 'remove', 'bulk'), row: fc.oneof(cardWrite, positionWrite) }),
  { maxLength: 50 },
);

function open(verbose?: (sql: unknown) => void) {
  const db = new Database(':memory:', { verbose });
  createTables(db);
  const rows = new RowStore(db);
  return {
    db,
    put(model: StoredModelName, row: object) {
      const { columns, key } = tableDefinitionOf(model);
      const id = key.map((part) => (row as Record<string, string>)[part]);
      const known = rows.get(model, id.length === 1 ? String(id[0]) : JSON.stringify(id));
      const blank = known ?? Object.fromEntries(columns.map(({ name, empty }) => [name, empty]));
      rows.put(model, { ...blank, ...row } as never);
    },
    remove: (model: StoredModelName, key: object) =>
      rows.remove(model, model === 'card' ? String(Object.values(key)[0]) : JSON.stringify(Object.values(key))),
  };
}

describe('tables maintained by triggers', () => {
  test('are exact after any writes', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { db, put, remove } = open();
        for (const { how, row } of list) {
          // In the case `bulk`, the test imitates a first sync: it removes the triggers, writes the rows, and then
          // counts all rows.
          if (how === 'bulk') dropMaterializedTables(db);
          if (how === 'remove') remove(row.model, row.key);
          else put(row.model, { ...row.key, ...row.fields });
          if (how === 'bulk') createMaterializedTables(db);
          expect(materializedTableDifferences(db)).toEqual([]);
        }
        db.close();
      }),
      { numRuns: 200 },
    );
  });

  test('are rolled back with their transaction', () => {
    const { db, put } = open();
    put('card', { cardId: 'a', deckId: 'deck' });
    put('cardOrder', { context: 'deck', cardId: 'a', sortValue: 'a0' });
    const failed = db.transaction(() => {
      put('card', { cardId: 'a', deckId: 'other' });
      throw new Error('no');
    });
    expect(failed).toThrow('no');
    expect(materializedTableDifferences(db)).toEqual([]);
    expect(db.prepare('SELECT "ownerId" FROM "cardPlace"').pluck().all()).toEqual(['deck']);
  });

  test('are filled again if the file had other triggers or none', () => {
    const { db, put } = open();
    db.exec('DROP TRIGGER "cardTally.deckId.join"');
    put('card', { cardId: 'a', deckId: 'deck' });
    put('card', { cardId: 'a', deckId: 'other' });
    expect(materializedTableDifferences(db)).not.toEqual([]);
    createTables(db);
    expect(materializedTableDifferences(db)).toEqual([]);
    expect(db.prepare('SELECT "id", "n" FROM "cardTally"').raw(true).all()).toEqual([['other', 1]]);
  });

  test('serve counts without reading cards', () => {
    const asked: string[] = [];
    const { db, put } = open((sql) => asked.push(String(sql)));
    put('deck', { id: 'deck' });
    put('card', { cardId: 'a', deckId: 'deck', status: 'done' });
    asked.length = 0;
    const key = 'count:cards({"status":{"op":"neq","value":"started"}})';
    const viewer = { userId: null, projects: 'all', scopes: 'all' } as const;
    const answer = answerOf(createDatabaseReader(db), { 'deck("deck")': [key] }, viewer);
    expect(answer.deck).toEqual({ deck: { id: 'deck', [key]: 1 } });
    expect(asked.filter((sql) => sql.includes('"deck"')).length).toBeGreaterThan(0);
    expect(asked.filter((sql) => sql.includes('"card"'))).toEqual([]);
  });
});
