/**
 * Takes database files that may come from anybody into a workspace. A file's own triggers, views, indexes and virtual
 * tables are never used: its rows are copied into a new database. What Decktop does not make itself is refused.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { conflictFailure } from '../../shared/contract/index.ts';
import { privateFileMode } from '../engine/private-files.ts';
import { materializedTables } from '../engine/store/materialized-tables.ts';
import { quoteSqlIdentifier, refillTextIndex } from '../engine/store/schema.ts';
import { migrateOutboxTables, outboxMigrations } from '../replica/store/migrations.ts';
import { requireLocalPersonId } from '../service/seed.ts';
import { createService } from '../service/service.ts';
import { newestStorageFormat, openServiceStorage, StorageError } from '../service/storage.ts';
import { wrongValues } from './doctor.ts';

/** The message names the file, says what is wrong with it, and what the person can do. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
}

const chunkBytes = 1024 * 1024;
/** The header of every SQLite database (https://sqlite.org/fileformat.html). */
const magic = 'SQLite format 3\0';
/** Space that a copy needs beside the copied bytes: the new database, and some for everything else. */
const spareBytes = 64 * 1024 * 1024;

/** Copies the bytes of a regular file; a link to another file is refused. @throws ForeignFileError and disk errors */
function takeBytes(source: string, target: string): void {
  // `O_NONBLOCK`: opening a named pipe would wait for a writer. Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let from: number;
  try {
    from = openSync(source, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO')
      throw new ForeignFileError(`${source} is a link or no file. Choose a folder with the files themselves.`);
    throw error;
  }
  let to: number | undefined;
  try {
    const stat = fstatSync(from);
    if (!stat.isFile()) throw new ForeignFileError(`${source} is no file. Choose the copy of a workspace.`);
    const { bavail, bsize } = statfsSync(path.dirname(target));
    if (stat.size * 2 + spareBytes > bavail * bsize)
      throw new ForeignFileError(
        `${source} has ${stat.size} bytes, and restoring it needs twice that on the disk of ${path.dirname(target)}. Free some space first.`,
      );
    to = openSync(target, 'wx', privateFileMode);
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let left = stat.size; left > 0; ) {
      const read = readSync(from, buffer, 0, Math.min(left, chunkBytes), null);
      if (read === 0) throw new ForeignFileError(`${source} became shorter while it was read. Try again.`);
      for (let written = 0; written < read; ) written += writeSync(to, buffer, written, read - written);
      left -= read;
    }
  } finally {
    closeSync(from);
    if (to !== undefined) closeSync(to);
  }
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

const schemaOf = (db: Database) =>
  db.prepare('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all() as SchemaObject[];

/** Only names and types: no default, check, collation or expression. */
const plainColumn = /^(?:"\w+"|\w+)(?: (?:TEXT|INTEGER|BLOB))?(?: PRIMARY KEY)?$/;
const plainKey = /, (?:PRIMARY KEY|UNIQUE) ?\([\w", ]+\)$/;
const plainIndex = /^CREATE INDEX [^()]+ ON [\w" ]+\([\w", ]+\)(?: WHERE [\w"'=(), ]+)?$/;

/** The statement as Decktop writes it; undefined if it can do more than name columns. */
function plainTableSql(sql: string): string | undefined {
  const text = sql.replaceAll(/\s+/g, ' ').trim();
  const [, body = ''] = /^CREATE TABLE (?:"[\w.]+"|[\w.]+) ?\((.*)\)(?: WITHOUT ROWID)?$/.exec(text) ?? [];
  const columns = body.trim().replace(plainKey, '').split(',');
  return columns.every((column) => plainColumn.test(column.trim())) ? text : undefined;
}

/** What a new workspace of this version has, by type and name. Read once. */
let ownNames: ReadonlySet<string> | undefined;
function ownSchemaNames(): ReadonlySet<string> {
  if (ownNames) return ownNames;
  const service = createService({ file: ':memory:' });
  service.runScheduler();
  ownNames = new Set([
    ...schemaOf(service.engine.db).map(({ type, name }) => `${type} ${name}`),
    // The name of a table in format 2.
    'table member',
  ]);
  service.close();
  return ownNames;
}

const isOfTextIndex = (name: string) => /^cardText(?:_(?:data|idx|content|docsize|config))?$/.test(name);
const isOfMaterializedTable = (name: string) => materializedTables.some((table) => name.startsWith(`${table.name}.`));

/** The tables to copy. @throws ForeignFileError if the file has anything that Decktop does not make */
function checkServiceSchema(objects: readonly SchemaObject[], file: string): readonly SchemaObject[] {
  const refuse = ({ type, name }: SchemaObject): never => {
    throw new ForeignFileError(
      `${file} has the ${type} “${name.slice(0, 60)}”, which Decktop does not make. It is no copy of a workspace, or somebody changed it, so it was not opened.`,
    );
  };
  const own = ownSchemaNames();
  const tables: SchemaObject[] = [];
  for (const object of objects) {
    const { type, name, sql } = object;
    if (name.startsWith('sqlite_')) continue;
    const isKnown = own.has(`${type} ${name}`);
    if (type === 'table' && isOfTextIndex(name)) continue;
    if (type === 'table' && isKnown && plainTableSql(sql ?? '') !== undefined) tables.push(object);
    else if (type === 'trigger' && (isKnown || isOfMaterializedTable(name))) continue;
    else if (type === 'index' && plainIndex.test((sql ?? '').replaceAll(/\s+/g, ' '))) continue;
    else refuse(object);
  }
  return tables;
}

/** Opens a private copy of `source`, passes it to `work`, and deletes it. */
function withPrivateCopy<T>(file: string, target: string, source: string, work: (db: Database, copy: string) => T): T {
  const copy = `${target}.incoming`;
  const endings = ['', '-wal', '-shm', '-journal'];
  let db: Database | undefined;
  try {
    for (const ending of ['', '-wal'])
      if (ending === '' || existsSync(file + ending)) takeBytes(file + ending, copy + ending);
    const head = Buffer.alloc(magic.length);
    const handle = openSync(copy, 'r');
    readSync(handle, head, 0, magic.length, 0);
    closeSync(handle);
    if (head.toString('latin1') !== magic)
      throw new ForeignFileError(`${source} is no database. Choose the copy of a workspace.`);
    db = new SQLite(copy, { readonly: true });
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    return work(db, copy);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (/^SQLITE_(CORRUPT|NOTADB|ERROR|CONSTRAINT)/.test(code))
      throw new ForeignFileError(`${source} is damaged: ${message}. Choose another copy.`);
    throw error;
  } finally {
    db?.close();
    for (const ending of endings) rmSync(copy + ending, { force: true });
  }
}

const formatOf = (db: Database) => db.pragma('user_version', { simple: true }) as number;

function refuseNewer(db: Database, newest: number, source: string): void {
  if (formatOf(db) > newest)
    throw new ForeignFileError(`${source} was written by a newer Decktop. Update Decktop, then restore it.`);
}

/** Also finds rows that an index has otherwise. Per table, since the check of a virtual table runs its code. */
function refuseDamaged(db: Database, tables: readonly string[], source: string): void {
  for (const table of tables) {
    const found = db.pragma(`integrity_check(${quoteSqlIdentifier(table)})`, { simple: true });
    if (found !== 'ok') throw new ForeignFileError(`${source} is damaged: ${String(found)}. Choose another copy.`);
  }
}

function copyRows(from: string, to: Database, tables: readonly { name: string; columns: string }[]): void {
  to.pragma('trusted_schema = OFF');
  to.prepare('ATTACH ? AS incoming').run(from);
  to.transaction(() => {
    for (const { name, columns } of tables)
      to.exec(
        `INSERT INTO main.${quoteSqlIdentifier(name)} (${columns}) SELECT ${columns} FROM incoming.${quoteSqlIdentifier(name)} NOT INDEXED`,
      );
  })();
  to.exec('DETACH incoming');
}

const columnNames = (db: Database, table: string): string[] =>
  (db.pragma(`table_xinfo(${quoteSqlIdentifier(table)})`) as { name: string; hidden: number }[])
    .filter(({ hidden }) => hidden === 0)
    .map(({ name }) => name);

/**
 * Copies the rows of another workspace's `service.sqlite` into the new file `target`, in the current format, without
 * tokens and secrets. Deletes `target` if it fails. `source` is the name of the file in messages. @throws ForeignFileError and disk errors
 */
export function takeServiceDatabase(file: string, target: string, source = file): void {
  try {
    withPrivateCopy(file, target, source, (db, copy) => {
      refuseNewer(db, newestStorageFormat, source);
      const tables = checkServiceSchema(schemaOf(db), source);
      const names = tables.map(({ name }) => name);
      for (const needed of ['account', 'card', 'setting'])
        if (!names.includes(needed)) throw new ForeignFileError(`${source} is no copy of a workspace. Choose one.`);
      refuseDamaged(db, names, source);
      const isMaterialized = (name: string) => materializedTables.some((table) => table.name === name);
      const clean = new SQLite(target);
      try {
        clean.pragma('synchronous = OFF');
        const copied = tables.filter(({ name }) => !isMaterialized(name));
        for (const { sql } of copied) clean.exec(plainTableSql(sql ?? '') as string);
        copyRows(
          copy,
          clean,
          copied.map(({ name }) => ({
            name,
            columns: columnNames(db, name).map(quoteSqlIdentifier).join(', '),
          })),
        );
        if (names.includes('apiToken')) clean.exec('DELETE FROM apiToken');
        clean.exec(`DELETE FROM setting WHERE name = 'uploadSecret'; PRAGMA user_version = ${formatOf(db)}`);
      } finally {
        clean.close();
      }
    });
    openOnce(source, target);
  } catch (error) {
    for (const ending of ['', '-wal', '-shm', '-journal', '.lock']) rmSync(target + ending, { force: true });
    throw error;
  }
}

/** Brings the copy to the current format, checks each value, and starts a service on it as the app would. */
function openOnce(source: string, target: string): void {
  const storage = openServiceStorage(target, 0);
  try {
    refillTextIndex(storage.db);
    if (storage.isNew) throw new ForeignFileError(`${source} has no organization, so it is no copy of a workspace.`);
    const [wrong] = wrongValues(storage.db);
    if (wrong) throw new ForeignFileError(`${source} has wrong values: ${wrong}. Choose another copy.`);
  } finally {
    storage.close();
  }
  try {
    const service = createService({ file: target });
    try {
      requireLocalPersonId(service.engine.rows);
    } finally {
      service.close();
    }
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new ForeignFileError(`${source} cannot be opened: ${(error as Error).message}. Choose another copy.`);
  }
}

/**
 * As `takeServiceDatabase`, for an outbox. Nothing of it is sent by itself: each change that had not arrived waits for
 * the person, because it may have arrived since, or may be somebody else's wish.
 */
export function takeOutbox(file: string, target: string, source = file): void {
  try {
    withPrivateCopy(file, target, source, (db, copy) => {
      refuseNewer(db, outboxMigrations.length, source);
      const format = formatOf(db);
      const clean = new SQLite(target);
      try {
        clean.pragma('synchronous = OFF');
        for (const step of outboxMigrations.slice(0, format)) clean.exec(step);
        const own = new Set(schemaOf(clean).map(({ type, name }) => `${type} ${name}`));
        for (const { type, name, sql } of schemaOf(db)) {
          if (name.startsWith('sqlite_')) continue;
          if (!own.has(`${type} ${name}`) || /^CREATE VIRTUAL|\bGENERATED\b|\bAS\s*\(/i.test(sql ?? ''))
            throw new ForeignFileError(
              `${source} has the ${type} “${name.slice(0, 60)}”, which Decktop does not make, so it was not opened.`,
            );
        }
        const tables = schemaOf(clean).flatMap(({ type, name }) =>
          type === 'table' && !name.startsWith('sqlite_') ? [name] : [],
        );
        refuseDamaged(db, tables, source);
        copyRows(
          copy,
          clean,
          tables.map((name) => ({ name, columns: columnNames(clean, name).map(quoteSqlIdentifier).join(', ') })),
        );
        clean.pragma(`user_version = ${format}`);
        migrateOutboxTables(clean);
        holdChanges(clean);
      } finally {
        clean.close();
      }
    });
  } catch (error) {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(target + ending, { force: true });
    throw error;
  }
}

function holdChanges(db: Database): void {
  const message = 'It comes from a backup and may have been done already. Retry does it again; discard gives it up.';
  const failure = JSON.stringify(conflictFailure('from_backup', message));
  db.prepare(
    `UPDATE operation SET state = 'rejected', sentAt = NULL, failure = ? WHERE state IN ('queued', 'sending', 'uncertain')`,
  ).run(failure);
  db.prepare('UPDATE upload SET failure = ?').run(failure);
  db.exec(`UPDATE importRun SET state = 'stopped' WHERE state = 'running'`);
}
