/** Opens the service's own database file: the only copy of its rows, so it is migrated and never rebuilt. */
import SQLite, { type Database } from 'better-sqlite3';
import { makePrivateDatabase } from '../engine/private-files.ts';
import { createTables, quote, sqlType, type Table, tables } from '../engine/store/schema.ts';

/**
 * SQL from each format of the file to the next. New tables need no step, and new columns exist before the steps run,
 * empty.
 */
const steps: readonly string[] = [
  // Run Configs stored their organization's id in a column that no query could read.
  'UPDATE "sprintConfig" SET "accountId" = "account"; ALTER TABLE "sprintConfig" DROP COLUMN "account"',
  // No query could read the members.
  'ALTER TABLE "member" RENAME TO "accountRole"',
];
const format = steps.length + 1;

/** The file cannot be used; the message names it and the correction. Nothing in it was changed. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export interface Storage {
  readonly db: Database;
  /** Whether this call created the file. */
  readonly isNew: boolean;
  close(): void;
}

/** @param busyTimeoutMs how long a write waits for another program's lock on the database */
export function openStorage(file: string, busyTimeoutMs: number): Storage {
  const isOnDisk = file !== ':memory:';
  let lock: Database | undefined;
  let db: Database | undefined;
  try {
    if (isOnDisk) {
      lock = lockedBy(file);
      makePrivateDatabase(file);
    }
    db = new SQLite(file, { timeout: busyTimeoutMs });
    // Flushed at every commit, so that an answered action survives a power cut.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = OFF');
    db.pragma('cache_size = -16384');
    const found = db.pragma('user_version', { simple: true }) as number;
    if (found > format)
      throw new StorageError(`${file} was written by a newer version of Decktop; install that version to open it`);
    const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'account'").get() === undefined;
    const opened = db;
    opened
      .transaction(() => {
        if (!isNew) {
          addMissingColumns(opened);
          for (const step of steps.slice(found - 1)) opened.exec(step);
        }
        createTables(opened);
        opened.pragma(`user_version = ${format}`);
      })
      .immediate();
    return {
      db,
      isNew: isNew || db.prepare('SELECT 1 FROM account').get() === undefined,
      close() {
        opened.close();
        lock?.close();
      },
    };
  } catch (error) {
    db?.close();
    lock?.close();
    if (error instanceof StorageError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const remedy =
      code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT'
        ? 'it is damaged; move it away (it is left as it is) and restore a copy, or start without it'
        : code?.startsWith('SQLITE_BUSY')
          ? 'another program writes to it; wait until that one has finished'
          : 'check that its folder exists and may be written to';
    throw new StorageError(`${file} cannot be opened: ${message}; ${remedy}`);
  }
}

/**
 * Two services on one file would revoke each other's tokens. The lock is one of the system's on a file beside the
 * database, so that a crash releases it and other programs may still read the database.
 */
function lockedBy(file: string): Database {
  const lockFile = `${file}.lock`;
  makePrivateDatabase(lockFile);
  const lock = new SQLite(lockFile, { timeout: 0 });
  try {
    // Needs no file that a crash would leave.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw error;
    throw new StorageError(`${file} is in use by another Decktop or service; end that one, or choose another folder`);
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
