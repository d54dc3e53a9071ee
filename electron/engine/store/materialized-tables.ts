/**
 * Tables that triggers update with every write: card counters and sorted positions. Queries also work without them, for
 * example during a first sync, but then they read thousands of rows.
 */
import type { Database } from 'better-sqlite3';
import { cardCountsTable } from './card-counts.ts';
import { cardRanksTable } from './card-ranks.ts';
import type { MaterializedTable } from './materialized-table.ts';

export const materializedTables: readonly MaterializedTable[] = [cardCountsTable, cardRanksTable];

const statementsOf = ({ table, triggers }: MaterializedTable) => [table, ...triggers];

/** A change of this SQL changes `schemaFingerprint`, and replicas read all rows again. */
export const materializedTablesSql = materializedTables.flatMap(statementsOf).join(';');

/** They are created and dropped together. */
export const hasMaterializedTables = (db: Database): boolean =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(materializedTables[0]?.name) !== undefined;

/** Also fills them. Skips a table that exists, with its triggers, with the same SQL. */
export function createMaterializedTables(db: Database): void {
  const definition = db
    .prepare(
      `SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND (name = @name OR name GLOB @name || '.*') ORDER BY rowid)`,
    )
    .pluck();
  db.transaction(() => {
    for (const materialized of materializedTables) {
      const statements = statementsOf(materialized);
      if (definition.get({ name: materialized.name }) === statements.join(';')) continue;
      drop(db, materialized);
      for (const part of statements) db.exec(part);
      db.exec(`INSERT INTO "${materialized.name}" ${materialized.content}`);
    }
  })();
}

/** The triggers take a fifth of the time of bulk writes. `createMaterializedTables` creates them again. */
export function dropMaterializedTables(db: Database): void {
  for (const materialized of materializedTables) drop(db, materialized);
}

function drop(db: Database, { name }: MaterializedTable): void {
  const triggers = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?`).pluck();
  for (const trigger of triggers.all(`${name}.*`) as string[]) db.exec(`DROP TRIGGER "${trigger}"`);
  db.exec(`DROP TABLE IF EXISTS "${name}"`);
}
