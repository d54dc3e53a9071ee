/**
 * Tables that triggers update with every write: counters and orders that would otherwise need thousands of rows.
 * Without them, as during a first sync, all answers are the same, but slower.
 */
import type { Database } from 'better-sqlite3';
import { cardCounts } from './card-counts.ts';
import { cardRanks } from './card-ranks.ts';
import type { MaterializedTable } from './materialized-table.ts';

export const materializedTables: readonly MaterializedTable[] = [cardCounts, cardRanks];

const partsOf = ({ table, triggers }: MaterializedTable) => [table, ...triggers];

/** Changes whenever the tables or their triggers do. */
export const keptDefinition = materializedTables.flatMap(partsOf).join(';');

/** Whether the tables exist; all do, or none. */
export const hasMaterializedTables = (db: Database): boolean =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(materializedTables[0]?.name) !== undefined;

/** Creates and fills the tables and their triggers, except those that this version already created. */
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

/**
 * Removes the tables before bulk writes, of which the triggers take a fifth; `createMaterializedTables` restores them.
 */
export function dropMaterializedTables(db: Database): void {
  for (const kept of materializedTables) drop(db, kept);
}

function drop(db: Database, { name }: MaterializedTable): void {
  const triggers = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?`).pluck();
  for (const trigger of triggers.all(`${name}.*`) as string[]) db.exec(`DROP TRIGGER "${trigger}"`);
  db.exec(`DROP TABLE IF EXISTS "${name}"`);
}
