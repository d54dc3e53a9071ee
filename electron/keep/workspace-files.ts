/** Checks all files of a workspace's folder: its database, its outbox, and the copy of the service's rows. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import type { Finding } from '../../shared/bridge/keep.ts';
import { tableDefinitions } from '../engine/store/schema.ts';
import { parseRowRef } from '../replica/outbox/operation.ts';
import { replicaFileNames } from '../replica/store/replica-files.ts';
import { removeCache } from '../replica/store/storage.ts';
import { openServiceStorage } from '../service/storage.ts';
import { serviceFileName } from './archive.ts';
import { type Check, databaseChecks, examine, mendAll, pageProblems } from './doctor.ts';

function withDatabase<T>(file: string, work: (db: Database) => T): T {
  const db = new SQLite(file, { readonly: true, timeout: 10_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Not the outbox's own checks: its rows are checked against those of the cache, which is attached. */
const cacheCheck: Check = { text: 'The copy of the service’s rows is damaged', find: pageProblems };
const outboxCheck: Check = { text: 'The file of waiting changes and drafts is damaged', find: pageProblems };
const waitingChecks: readonly Check[] = [
  {
    text: 'Some waiting changes concern rows that are not here',
    *find(db) {
      const operations = db
        .prepare(
          `SELECT id, label, footprint FROM outbox.operation WHERE state <> 'acknowledged' AND json_valid(footprint)`,
        )
        .all() as { id: number; label: string; footprint: string }[];
      for (const { label, footprint } of operations)
        for (const ref of Object.keys(JSON.parse(footprint) as object))
          if (!isKnownRow(db, ref)) yield `“${label}” concerns ${ref}`;
    },
  },
  {
    text: 'Some waiting changes cannot be read',
    find: (db) =>
      db
        .prepare(
          `SELECT label FROM outbox.operation WHERE NOT json_valid(params) OR NOT json_valid(base) OR NOT json_valid(answer) OR NOT json_valid(footprint)`,
        )
        .pluck()
        .all() as string[],
  },
];

/** Also a row that a waiting change deletes, of which the replica keeps the image, and one with a newer id. */
function isKnownRow(db: Database, ref: string): boolean {
  const { model, key } = parseRowRef(ref);
  const table = tableDefinitions.get(model);
  if (!table) return false;
  const parts = table.key.length === 1 ? [key] : (JSON.parse(key) as unknown[]);
  const condition = table.key.map((name) => `"${name}" = ?`).join(' AND ');
  const isThere = (sql: string, ...values: unknown[]) =>
    db.prepare(`SELECT 1 FROM ${sql}`).get(...values) !== undefined;
  return (
    isThere(`"${table.name}" WHERE ${condition}`, ...parts) ||
    isThere('"replica.image" WHERE model = ? AND key = ?', model, key) ||
    isThere('outbox.renamed WHERE local = ?', String(parts.at(-1)))
  );
}

interface ExamineOptions {
  /** The outbox of an open workspace is locked, so its backup copy is checked instead. */
  readonly isOpen: boolean;
  readonly mends: boolean;
}

/** Mends first if asked to; nothing else may have the files open then. @throws disk errors, StorageError */
export function examineFolder(folder: string, { isOpen, mends }: ExamineOptions): Finding[] {
  const file = (name: string) => path.join(folder, name);
  const findings: Finding[] = [];
  const service = file(serviceFileName);
  if (existsSync(service)) {
    if (mends) mendDatabase(service);
    findings.push(...withDatabase(service, (db) => examine(db, databaseChecks)));
  }
  const outbox = file(isOpen ? replicaFileNames.backup : replicaFileNames.outbox);
  const cache = file(replicaFileNames.cache);
  const outboxFindings = existsSync(outbox) ? checked(outbox, outboxCheck) : [];
  let cacheFindings = existsSync(cache) ? checked(cache, cacheCheck) : [];
  if (cacheFindings.length > 0 && mends) {
    // It can be read from the service again.
    removeCache(folder);
    cacheFindings = [];
  }
  findings.push(...outboxFindings, ...cacheFindings.map((finding) => ({ ...finding, canMend: true })));
  if (existsSync(outbox) && existsSync(cache) && outboxFindings.length + cacheFindings.length === 0)
    findings.push(
      ...withDatabase(cache, (db) => {
        db.prepare('ATTACH ? AS outbox').run(outbox);
        return examine(db, waitingChecks);
      }),
    );
  return findings;
}

function checked(file: string, check: Check): Finding[] {
  try {
    return withDatabase(file, (db) => examine(db, [check]));
  } catch (error) {
    return [{ text: check.text, count: 1, examples: [(error as Error).message], canMend: false }];
  }
}

/** Opening already adds what is missing, such as an index. */
function mendDatabase(file: string): void {
  const storage = openServiceStorage(file, 10_000);
  try {
    mendAll(storage.db, databaseChecks);
  } finally {
    storage.close();
  }
}
