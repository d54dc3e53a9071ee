/** Counts the unsent changes of a replica that is not open. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { replicaFileNames } from './replica-files.ts';

/**
 * Operations and files that the service has not acknowledged. Does not change or migrate the file, so outboxes of
 * earlier versions can be read too. Throws if it is damaged or in use.
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
