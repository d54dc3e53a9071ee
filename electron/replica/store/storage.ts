/**
 * One connection to both files, so that a change and its operation commit together. `outbox.sqlite` has what cannot be
 * read from the service again: each commit is flushed to the disk; it is migrated and never deleted. `cache.sqlite` has
 * the service's rows: it is rebuilt if it is damaged or its table definitions change.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { conflictFailure, type Outcome } from '../../../shared/contract/index.ts';
import { makePrivateDatabase, makePrivateFolder } from '../../engine/private-files.ts';
import type { RowStore } from '../../engine/store/rows.ts';
import {
  createIndexesInSteps,
  createTables,
  fillTextIndexSql,
  refillTextIndex,
  schemaFingerprint,
} from '../../engine/store/schema.ts';
import { migrateOutboxTables } from './migrations.ts';
import { isCorruptionError, replicaFileNames, storageFailure } from './replica-files.ts';

export interface ReplicaStorage {
  readonly db: Database.Database;
  readonly directory: string;
  /** The new name of the outbox file, if it was damaged and its backup has replaced it. */
  readonly damagedOutbox?: string;
  /** Runs `work` in one transaction over both files. */
  transaction<T>(work: () => T): T;
  close(): void;
}

const { outbox: outboxFile, cache: cacheFile, backup: backupFile } = replicaFileNames;
/** Tables of the cache file in addition to one table per model: before-images, and values about the sync. */
const cacheTables = `
  CREATE TABLE IF NOT EXISTS "replica.image" (
    model TEXT NOT NULL, key TEXT NOT NULL, image TEXT, PRIMARY KEY (model, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS "replica.state" (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

const damagedError = (file: string) => Object.assign(new Error(`${file} is damaged`), { code: 'SQLITE_CORRUPT' });

/** A failure's message describes the problem and what the person can do. */
export function openReplicaStorage(directory: string): Outcome<ReplicaStorage> {
  try {
    makePrivateFolder(directory);
    const durable = migrateOutbox(directory);
    if (!durable.ok) return durable;
    return { ok: true, value: { ...openBoth(directory), ...(durable.value && { damagedOutbox: durable.value }) } };
  } catch (error) {
    const failure = storageFailure(error, directory);
    if (failure) return { ok: false, failure };
    throw error;
  }
}

/**
 * Runs before the file is attached to the cache. Renames a damaged file and uses its backup; the value is then the new
 * name.
 */
function migrateOutbox(directory: string): Outcome<string | null> {
  const file = path.join(directory, outboxFile);
  let db: Database.Database | undefined;
  try {
    makePrivateDatabase(file);
    db = new Database(file, { timeout: 0 });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    throwIfDamaged(db, file);
    if (migrateOutboxTables(db)) return { ok: true, value: null };
    const message = `${file} was written by a newer Decktop. Update Decktop; your waiting changes are safe in that file.`;
    return { ok: false, failure: conflictFailure('newer_schema', message) };
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    db?.close();
    db = undefined;
    const backup = path.join(directory, backupFile);
    const hasBackup = existsSync(backup);
    // The backup is marked before it replaces the outbox, so that it is marked even if the app ends in between.
    const isUsable = hasBackup && checkAndMarkBackup(backup);
    const damagedFile = renameDamagedFile(file);
    if (isUsable) {
      renameSync(backup, file);
      const migrated = migrateOutbox(directory);
      return migrated.ok ? { ok: true, value: damagedFile } : migrated;
    }
    if (hasBackup) renameDamagedFile(backup);
    const message = hasBackup
      ? `${file} and its backup are damaged. Both were kept in ${directory}; start again to go on without.`
      : `${file} is damaged and there is no backup of it. It was kept as ${damagedFile}; start again to go on without.`;
    return { ok: false, failure: conflictFailure('outbox_corrupt', message) };
  } finally {
    db?.close();
  }
}

function throwIfDamaged(db: Database.Database, file: string): void {
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw damagedError(file);
}

/** They may have been sent after the backup, so they become uncertain. False if it is damaged. */
function checkAndMarkBackup(backup: string): boolean {
  const failure = { kind: 'offline', message: 'It comes from a backup and may have been sent.', answerLost: true };
  const upload = conflictFailure(
    'ambiguous',
    'It comes from a backup and may have been attached already. Retry attaches it; discard gives it up.',
  );
  let db: Database.Database | undefined;
  try {
    db = new Database(backup);
    throwIfDamaged(db, backup);
    db.prepare(
      `UPDATE operation SET state = 'uncertain', sentAt = NULL, failure = ? WHERE state IN ('queued', 'sending')`,
    ).run(JSON.stringify(failure));
    // Backups that the first version of the program made have no table of uploads.
    if ((db.pragma('user_version', { simple: true }) as number) > 1)
      db.prepare('UPDATE upload SET failure = ?').run(JSON.stringify(upload));
    return true;
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    return false;
  } finally {
    db?.close();
  }
}

/** Pages that a backup copies before windows get their answers: 400 kB, which take about a millisecond. */
const pagesPerBackupStep = 100;

/** Equal as long as nothing is written to the outbox file. */
export function outboxVersion({ directory }: ReplicaStorage): string {
  const log = statSync(path.join(directory, `${outboxFile}-wal`), { throwIfNoEntry: false });
  return `${log?.mtimeMs} ${log?.size}`;
}

/** Replaces a damaged outbox at a later opening. It also has what is written during the backup. */
export async function backUpOutbox({ db, directory }: ReplicaStorage): Promise<void> {
  const target = path.join(directory, backupFile);
  const temporary = `${target}.new`;
  rmSync(temporary, { force: true });
  makePrivateDatabase(temporary);
  // The library's types lack `attached`.
  const options = { attached: 'durable', progress: () => pagesPerBackupStep };
  await db.backup(temporary, options);
  renameSync(temporary, target);
}

/** Renames a damaged file and the files that SQLite keeps beside it. Returns the new path. */
function renameDamagedFile(file: string): string {
  const damagedFile = `${file}.damaged-${Date.now()}`;
  for (const ending of ['', '-wal', '-shm'])
    if (existsSync(file + ending)) renameSync(file + ending, damagedFile + ending);
  return damagedFile;
}

function openBoth(directory: string): ReplicaStorage {
  try {
    return openCache(directory);
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    removeCache(directory);
    return openCache(directory);
  }
}

/** The next opening deletes the cache. */
export function markCacheDamaged({ db }: ReplicaStorage): void {
  try {
    db.prepare(`INSERT OR REPLACE INTO durable.fact VALUES ('cacheIsCondemned', 'true')`).run();
  } catch (error) {
    // This error means that the outbox file is damaged. The next opening handles the damage.
    if (!isCorruptionError(error)) throw error;
  }
}

/** The next opening creates an empty one. */
export function removeCache(directory: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path.join(directory, cacheFile + ending), { force: true });
}

function openCache(directory: string): ReplicaStorage {
  const file = path.join(directory, cacheFile);
  const existed = existsSync(file);
  makePrivateDatabase(file);
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    // The system caches the file, too: 64 MB here took 65 MB more with 100,000 cards (bench row `memory`).
    db.pragma('cache_size = -16384');
    db.pragma('temp_store = MEMORY');
    db.exec(`ATTACH DATABASE '${path.join(directory, outboxFile).replaceAll("'", "''")}' AS durable`);
    // Only one program may write a workspace. The first write locks the file until it is closed.
    db.pragma('durable.locking_mode = EXCLUSIVE');
    db.pragma('durable.journal_mode = WAL');
    db.pragma('durable.synchronous = FULL');
    db.prepare(`INSERT OR REPLACE INTO durable.fact VALUES ('opened', json(?))`).run(String(Date.now()));
    const { changes: marked } = db.prepare(`DELETE FROM durable.fact WHERE name = 'cacheIsCondemned'`).run();
    if (marked > 0) {
      db.close();
      removeCache(directory);
      return openCache(directory);
    }
    db.exec(cacheTables);
    const known = db.prepare(`SELECT value FROM "replica.state" WHERE name = 'schema'`).pluck().get();
    const fingerprint = JSON.stringify(schemaFingerprint());
    if (existed && known !== fingerprint) {
      db.close();
      removeCache(directory);
      return openCache(directory);
    }
    if (!existed) {
      createTables(db, { withIndexes: false });
      db.prepare(`INSERT INTO "replica.state" VALUES ('schema', ?)`).run(fingerprint);
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    db,
    directory,
    transaction: (work) => db.transaction(work).immediate(),
    close: () => db.close(),
  };
}

/** Number of card texts that `buildAllIndexes` adds to the full-text index in one part, which takes about 50 ms. */
const textsPerPart = 2_000;

/**
 * Yields after each part (an index, or some texts), so that windows get answers between; a part takes at most 100 ms.
 * The caller performs each part in a transaction. An interrupted build starts again with the first part.
 */
export function* buildAllIndexes(rows: RowStore): Generator<void> {
  const { db } = rows;
  yield* createIndexesInSteps(db);
  const writeCount = rows.contentWriteCount;
  db.exec(`INSERT INTO cardText(cardText) VALUES ('delete-all')`);
  const fill = db.prepare(`${fillTextIndexSql(db)} WHERE n > ? ORDER BY n LIMIT ?`);
  const last = db.prepare('SELECT max(n) FROM (SELECT n FROM "card" WHERE n > ? ORDER BY n LIMIT ?)').pluck();
  for (let from: number | null = 0; from !== null; ) {
    const to = last.get(from, textsPerPart) as number | null;
    fill.run(from, textsPerPart);
    from = to;
    yield;
  }
  // The sync may replace a card's text between two parts, after the old text was indexed.
  if (rows.contentWriteCount !== writeCount) refillTextIndex(db);
}

/**
 * Operations and files that the service has not acknowledged, of a replica that is not open. Does not change or migrate
 * the file, so outboxes of earlier versions can be read too. Throws if it is damaged or in use.
 */
export function countUnsentChanges(directory: string): number {
  const file = path.join(directory, replicaFileNames.outbox);
  if (!existsSync(file)) return 0;
  const db = new Database(file, { readonly: true, timeout: 0 });
  try {
    const count = (sql: string) => db.prepare(sql).pluck().get() as number;
    const operations = count(`SELECT count(*) FROM operation WHERE state <> 'acknowledged'`);
    // Files of the first version of the program have no table of uploads.
    const hasUploads = (db.pragma('user_version', { simple: true }) as number) > 1;
    return operations + (hasUploads ? count('SELECT count(*) FROM upload') : 0);
  } finally {
    db.close();
  }
}
