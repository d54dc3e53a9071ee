/**
 * Tables that triggers keep right with every write of the rows they are about, whoever makes it: counters and orders
 * that would cost a look at thousands of rows. Without them, during a first sync and other work in bulk, all answers are
 * the same, only slower.
 */
import type { Database } from 'better-sqlite3';
import { cardCounts } from './card-counts.ts';
import { cardRanks } from './card-ranks.ts';
import type { MaterializedTable } from './materialized-table.ts';

export const materializedTables: readonly MaterializedTable[] = [cardCounts, cardRanks];

const partsOf = ({ table, triggers }: MaterializedTable) => [table, ...triggers];

/** Changes whenever the tables or their triggers do. */
export const keptDefinition = materializedTables.flatMap(partsOf).join(';');

/** Whether the tables are kept: all are, or none. */
export const hasMaterializedTables = (db: Database): boolean =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(materializedTables[0]?.name) !== undefined;

/** Fills the tables and keeps them from now on, but for those that the triggers of this version keep already. */
export function createMaterializedTables(db: Database): void {
  const definition = db
    .prepare(
      `SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND (name = @name OR name GLOB @name || '.*') ORDER BY rowid)`,
    )
    .pluck();
  db.transaction(() => {
    for (const kept of materializedTables) {
      const parts = partsOf(kept);
      if (definition.get({ name: kept.name }) === parts.join(';')) continue;
      drop(db, kept);
      for (const part of parts) db.exec(part);
      db.exec(`INSERT INTO "${kept.name}" ${kept.content}`);
    }
  })();
}

/** For work in bulk, which `createMaterializedTables` ends: keeping count of each card as it comes costs a fifth of writing it. */
export function dropMaterializedTables(db: Database): void {
  for (const kept of materializedTables) drop(db, kept);
}

function drop(db: Database, { name }: MaterializedTable): void {
  const triggers = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?`).pluck();
  for (const trigger of triggers.all(`${name}.*`) as string[]) db.exec(`DROP TRIGGER "${trigger}"`);
  db.exec(`DROP TABLE IF EXISTS "${name}"`);
}
