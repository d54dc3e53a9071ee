/** Tables of the outbox file. Steps are only added at the end, so that files of all versions open. */
import type { Database } from 'better-sqlite3';

export const outboxMigrations: readonly string[] = [
  `
  -- Actions of the person whose effects the service has not shown yet.
  CREATE TABLE operation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Random key. Local ids are derived from it, so that a replay creates the same rows.
    key TEXT NOT NULL UNIQUE,
    batch TEXT NOT NULL,
    action TEXT NOT NULL,
    params TEXT NOT NULL,
    -- Values of lists and texts before the person changed them (merge-params.ts).
    base TEXT NOT NULL,
    label TEXT NOT NULL,
    at TEXT NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    failure TEXT,
    -- Local time of the last sending, in milliseconds.
    sentAt INTEGER,
    -- Answer of the local action. Its local ids are replaced by the service's.
    answer TEXT NOT NULL,
    -- Clues stored before the first sending, to find its rows after a lost answer (resolve-uncertain.ts).
    known TEXT,
    -- Row sets to read before the operation is settled (read-back.ts).
    needs TEXT
  );
  CREATE TABLE renamed (local TEXT PRIMARY KEY, model TEXT NOT NULL, id TEXT NOT NULL) WITHOUT ROWID;
  -- Rows that no query of the service shows, with the values that were last set here.
  CREATE TABLE kept (model TEXT NOT NULL, key TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (model, key)) WITHOUT ROWID;
  CREATE TABLE draft (key TEXT PRIMARY KEY, text TEXT NOT NULL, base TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
  -- Texts that lost a conflict, so that the person can still read them.
  CREATE TABLE lostText (
    id INTEGER PRIMARY KEY, model TEXT NOT NULL, key TEXT NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL
  );
  -- Named JSON values: choices of the person and values about the service.
  CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  -- Files to attach whose bytes have not reached the service (uploads.ts).
  CREATE TABLE upload (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    cardId TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    size INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    -- Why the service refused the file; set while the file waits for the person.
    failure TEXT,
    bytes BLOB NOT NULL
  );
  `,
  `
  -- Created rows whose ids the service's answer omits, by rowRef(model, key). Operations on them wait for this one.
  ALTER TABLE operation ADD COLUMN made TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- Written fields by rowRef(model, key). Later operations that write or read them wait (dependencies.ts).
  ALTER TABLE operation ADD COLUMN footprint TEXT NOT NULL DEFAULT '{}';
  `,
  `
  -- Notifications that were announced, so that none is announced twice (electron/replica/notifications).
  CREATE TABLE notification (key TEXT PRIMARY KEY, mark TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  -- Imports (import-records.ts): one row per run, its batches until they are performed, and what they have made.
  CREATE TABLE importRun (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    label TEXT NOT NULL,
    at TEXT NOT NULL,
    state TEXT NOT NULL,
    failure TEXT,
    -- JSON: counts and losses, for the report.
    report TEXT NOT NULL
  );
  -- JSON of a batch; null once it is performed. undo: JSON, for batches that changed rows of an earlier import.
  CREATE TABLE importBatch (
    run INTEGER NOT NULL, number INTEGER NOT NULL, batch TEXT, undo TEXT, PRIMARY KEY (run, number)
  ) WITHOUT ROWID;
  -- By source and its own id: the row here, and what was last sent of it.
  CREATE TABLE importItem (
    source TEXT NOT NULL, item TEXT NOT NULL, id TEXT NOT NULL, sent TEXT, run INTEGER NOT NULL, PRIMARY KEY (source, item)
  ) WITHOUT ROWID;
  `,
  `
  -- Decks kept as folders of Markdown files (folder-records.ts), and the text on which each file and its card agreed.
  CREATE TABLE folder (keeper TEXT PRIMARY KEY, deckId TEXT NOT NULL, path TEXT NOT NULL, changedAt TEXT) WITHOUT ROWID;
  CREATE TABLE folderFile (
    keeper TEXT NOT NULL, path TEXT NOT NULL, cardId TEXT NOT NULL, base TEXT NOT NULL, stamp TEXT NOT NULL,
    PRIMARY KEY (keeper, path)
  );
  `,
];

/** Performs the missing steps. Returns false and changes nothing if a newer version of the program wrote the file. */
export function migrateOutboxTables(db: Database): boolean {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > outboxMigrations.length) return false;
  for (let next = version; next < outboxMigrations.length; next += 1)
    db.transaction(() => {
      db.exec(outboxMigrations[next] as string);
      db.pragma(`user_version = ${next + 1}`);
    })();
  return true;
}
