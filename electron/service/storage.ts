/** The file is the only copy of its rows, so a new version of the app migrates and never rebuilds it. */
import SQLite, { type Database } from 'better-sqlite3';
import { makePrivateDatabase } from '../engine/private-files.ts';
import {
  createTables,
  quoteSqlIdentifier,
  refillTextIndex,
  sqlTypeByColumnKind,
  tableDefinitions,
} from '../engine/store/schema.ts';

/**
 * Formats are numbered from 1; the SQL at index n changes format n + 1 to n + 2. New tables and columns need no SQL
 * here: `openServiceStorage` adds missing columns, without values, before these migrations, and missing tables after
 * them.
 */
const migrations: readonly string[] = [
  // Moves the organization id of each Run Config to the column that queries read.
  'UPDATE "sprintConfig" SET "accountId" = "account"; ALTER TABLE "sprintConfig" DROP COLUMN "account"',
  // Gives the table the name of its model, so that queries can read it.
  'ALTER TABLE "member" RENAME TO "accountRole"',
  // Removes a full-text index of SQLite's own words. `openServiceStorage` makes the new one.
  'DROP TABLE IF EXISTS cardText',
];
export const newestStorageFormat = migrations.length + 1;
/** From this format on, the full-text index has the words of `indexForm`. */
const formatOfTextIndex = 4;

/** The database file was not changed. The message names the file and says how to correct the problem. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export interface ServiceStorage {
  readonly db: Database;
  /** The database has no organization yet, for example because this call created the file. */
  readonly isNew: boolean;
  close(): void;
}

/**
 * Migrates the file; creates a missing one.
 * @param busyTimeoutMs how long a write waits for another program's lock on the database
 * @throws StorageError
 */
export function openServiceStorage(file: string, busyTimeoutMs: number): ServiceStorage {
  const isOnDisk = file !== ':memory:';
  let lock: Database | undefined;
  let db: Database | undefined;
  try {
    if (isOnDisk) {
      lock = lockDatabase(file);
      makePrivateDatabase(file);
    }
    db = new SQLite(file, { timeout: busyTimeoutMs });
    // FULL flushes every commit to the disk, so the effect of an answered action survives a power cut.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = OFF');
    db.pragma('cache_size = -16384');
    const storedFormat = db.pragma('user_version', { simple: true }) as number;
    if (storedFormat > newestStorageFormat)
      throw new StorageError(`${file} was written by a newer version of Decktop; install that version to open it`);
    const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'account'").get() === undefined;
    const opened = db;
    opened
      .transaction(() => {
        if (!isNew) {
          addMissingColumns(opened);
          for (const migration of migrations.slice(storedFormat - 1)) opened.exec(migration);
        }
        createTables(opened);
        if (!isNew && storedFormat < formatOfTextIndex) refillTextIndex(opened);
        opened.pragma(`user_version = ${newestStorageFormat}`);
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
    throw new StorageError(`${file} cannot be opened: ${message}; ${remedyForCode(code ?? '')}`);
  }
}

/** Cause and remedy by the beginning of an error code of SQLite or of the system. */
const remedies: readonly (readonly [codes: RegExp, remedy: string])[] = [
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    'it is damaged; move it away (it is left as it is) and restore a copy, or start without it',
  ],
  [/^SQLITE_(BUSY|LOCKED)/, 'another program writes to it; wait until that one has finished'],
  // With the last two codes, SQLite cannot enlarge one of the files beside the database.
  [/^SQLITE_FULL|^ENOSPC|^EDQUOT|^SQLITE_IOERR_(SHMSIZE|WRITE)/, 'the disk is full; free some space and start again'],
  [/^SQLITE_READONLY|^EROFS/, 'the disk or the file is read-only; make it writable and start again'],
  [/^SQLITE_(PERM|AUTH)|^EACCES|^EPERM/, 'this user may not write to it; change the permissions of it and its folder'],
  [/^SQLITE_IOERR|^EIO/, 'the disk reports an error; check the disk'],
];

export const remedyForCode = (code: string): string =>
  remedies.find(([codes]) => codes.test(code))?.[1] ?? 'check that its folder exists and may be written to';

/**
 * Locks a file beside the database, because two services on one database would revoke each other's tokens. The system
 * releases the lock if the process crashes. Other programs can still read the database.
 * @throws StorageError if another process holds the lock
 */
function lockDatabase(file: string): Database {
  const lockFile = `${file}.lock`;
  makePrivateDatabase(lockFile);
  const lock = new SQLite(lockFile, { timeout: 0 });
  try {
    // With a journal in memory, a crash leaves no journal file beside the lock file.
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
  for (const table of tableDefinitions.values()) {
    const present = new Set(
      (db.pragma(`table_info(${quoteSqlIdentifier(table.name)})`) as { name: string }[]).map((c) => c.name),
    );
    if (present.size === 0) continue;
    for (const { name, kind } of table.columns)
      if (!present.has(name))
        db.exec(
          `ALTER TABLE ${quoteSqlIdentifier(table.name)} ADD COLUMN ${quoteSqlIdentifier(name)} ${sqlTypeByColumnKind[kind]}`,
        );
  }
}
