/**
 * A workspace on a service copied into the database of a new local workspace: the rows of its replica with their ids, and
 * the files that were fetched for it.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { hasEmbeddedServiceIdForm, type Timestamp } from '../../shared/contract/index.ts';
import { correctionOf } from '../../shared/contract/neutral.ts';
import { makePrivateFolder } from '../engine/private-files.ts';
import { type AnyRow, toSqlValue } from '../engine/store/rows.ts';
import {
  type ColumnDefinition,
  quoteSqlIdentifier,
  refillTextIndex,
  type TableDefinition,
  tableDefinitions,
} from '../engine/store/schema.ts';
import { replicaFileNames } from '../replica/store/replica-files.ts';
import { newAccountRow, newPersonRow, type WorkspaceFillInput } from '../service/seed.ts';
import { createService } from '../service/service.ts';
import { serviceFileName } from './archive.ts';
import { raiseCounters, wrongValues } from './doctor.ts';
import { ForeignFileError } from './foreign-database.ts';
import { fetchedFileName, type ReplicaCopyTask } from './messages.ts';

/** What the service gives itself, and no client can read. */
const ownTables: ReadonlySet<string> = new Set(['accountRole', 'apiToken', 'setting', 'upload', 'release']);

/** Deletes `target` if it fails. @throws ForeignFileError, StorageError, disk errors */
export function copyReplica(task: ReplicaCopyTask): void {
  makePrivateFolder(task.target);
  try {
    copyInto(path.join(task.target, serviceFileName), task);
  } catch (error) {
    rmSync(task.target, { recursive: true, force: true });
    throw error;
  }
}

function copyInto(target: string, { folder, files, accountId, userId }: ReplicaCopyTask): void {
  const source = new SQLite(path.join(folder, replicaFileNames.cache), { readonly: true, timeout: 10_000 });
  try {
    const firstIds = [accountId, userId];
    const copy = source.transaction(() =>
      createService({
        file: target,
        content: {
          initialContent: {},
          newId: () => firstIds.shift() ?? randomUUID(),
          fill: (input) => fill(input, source, files),
        },
      }).close(),
    );
    copy();
  } finally {
    source.close();
  }
  const db = new SQLite(target);
  try {
    raiseCounters(db);
    db.transaction(() => refillTextIndex(db))();
    const [wrong] = wrongValues(db);
    if (wrong) throw new ForeignFileError(`The copy would have a wrong value: ${wrong}. Nothing was copied.`);
  } finally {
    db.close();
  }
}

function fill({ engine: { db, rows }, localPersonId, storeFile }: WorkspaceFillInput, source: Database, files: string) {
  const [account] = rows.find('account', {});
  const [person] = rows.find('user', {});
  const ids = { account: account?.id ?? '', user: localPersonId };
  let hasForeignIds = !hasEmbeddedServiceIdForm(account?.id ?? '');
  for (const table of tableDefinitions.values()) {
    if (ownTables.has(table.name)) continue;
    const columns = table.columns.map(({ name }) => quoteSqlIdentifier(name)).join(', ');
    const put = db.prepare(
      `INSERT OR REPLACE INTO ${quoteSqlIdentifier(table.name)} (${columns}) VALUES (${table.columns.map(() => '?').join(', ')})`,
    );
    const read = source.prepare(`SELECT ${columns} FROM ${quoteSqlIdentifier(table.name)}`);
    for (const row of read.iterate() as Iterable<AnyRow>) {
      hasForeignIds ||= !hasEmbeddedServiceIdForm(String(row[table.key[0] ?? '']));
      put.run(table.columns.map((column) => row[column.name] ?? valueOfUnread(table, column, ids)));
    }
  }
  // What the service does not say of its organization and of the person.
  const read = account && rows.get('account', account.id);
  if (read) {
    const said = (source.prepare('SELECT * FROM account').get() as AnyRow | undefined) ?? {};
    const usual = Object.entries(newAccountRow(read.id, read.createdAt as Timestamp, read));
    const unsaid = usual.filter(([name]) => (said[name] ?? null) === null);
    rows.update('account', read.id, Object.fromEntries(unsaid) as never);
  }
  if (person && !source.prepare('SELECT 1 FROM user WHERE id = ?').get(localPersonId))
    rows.put('user', newPersonRow(localPersonId, person));
  for (const { id, kind } of rows.find('user', {}))
    if (kind === 'human' && !rows.get('accountRole', id))
      rows.insert('accountRole', { userId: id, role: 'write', isDisabled: false });
  if (hasForeignIds) rows.insert('setting', { name: 'foreignIds', value: true });
  for (const { id, name, createdAt, uploaderId } of rows.find('file', {})) {
    const fetched = path.join(files, fetchedFileName(id));
    if (!existsSync(fetched)) continue;
    const url = storeFile(
      name,
      'application/octet-stream',
      readFileSync(fetched),
      uploaderId ?? localPersonId,
      createdAt,
    );
    rows.update('file', id, { url });
  }
}

/** A field that the token may not read has no value, and a row needs one. */
function valueOfUnread(
  { model }: TableDefinition,
  column: ColumnDefinition,
  ids: { readonly account: string; readonly user: string },
): unknown {
  const type = model.fields[column.name];
  if (!type || type.kind === 'nullable') return null;
  if (type.kind === 'id') return type.model === 'account' ? ids.account : ids.user;
  return toSqlValue(column, correctionOf(type)(null));
}
