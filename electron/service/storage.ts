/** Opens the service's own database file: the only copy of its rows, so it is migrated and never rebuilt. */
import SQLite, { type Database } from 'better-sqlite3';
import { createTables, quote, sqlType, type Table, tables } from '../engine/schema.ts';

/**
 * SQL from each format of the file to the next. New tables need no step, and new columns are there before the steps run,
 * empty.
 */
const steps: readonly string[] = [
  // Run Configs kept their organization's id in a column that no query could name.
  'UPDATE "sprintConfig" SET "accountId" = "account"; ALTER TABLE "sprintConfig" DROP COLUMN "account"',
];
const format = steps.length + 1;

/** The file cannot be used; the message names it and the mend. Nothing in it was changed. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export function openStorage(file: string): { readonly db: Database; readonly isNew: boolean } {
  let db: Database;
  try {
    db = new SQLite(file);
    // The log is flushed at every commit: an answered action survives a power cut.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = OFF');
    db.pragma('cache_size = -65536');
    const found = db.pragma('user_version', { simple: true }) as number;
    if (found > format) {
      db.close();
      throw new StorageError(`${file} was written by a newer version of Decktop; install that version to open it`);
    }
    const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'account'").get() === undefined;
    db.transaction(() => {
      if (!isNew) {
        addMissingColumns(db);
        for (const step of steps.slice(found - 1)) db.exec(step);
      }
      createTables(db);
      db.pragma(`user_version = ${format}`);
    })();
    return { db, isNew: isNew || db.prepare('SELECT 1 FROM account').get() === undefined };
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const mend =
      code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT'
        ? 'it is damaged; move it away (it is left as it is) and restore a copy, or start without it'
        : 'check that its folder exists and may be written to';
    throw new StorageError(`${file} cannot be opened: ${message}; ${mend}`);
  }
}

function addMissingColumns(db: Database): void {
  for (const table of tables.values()) {
    const present = new Set((db.pragma(`table_info(${quote(table.name)})`) as { name: string }[]).map((c) => c.name));
    if (present.size === 0) continue;
    for (const column of missing(table, present))
      db.exec(`ALTER TABLE ${quote(table.name)} ADD COLUMN ${quote(column.name)} ${sqlType[column.kind]}`);
  }
}

const missing = (table: Table, present: ReadonlySet<string>) => table.columns.filter((c) => !present.has(c.name));
