/**
 * Tables of the outbox file: data that cannot be read again from the service. Steps are numbered, only ever added, and
 * run in order, so that files of every earlier version open.
 */
import type { Database } from 'better-sqlite3';

export const durableMigrations: readonly string[] = [
  `
  -- What the person did and the service has not yet shown to have taken in.
  CREATE TABLE operation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Random; local ids derive from it, so that a replay creates the same rows.
    key TEXT NOT NULL UNIQUE,
    batch TEXT NOT NULL,
    action TEXT NOT NULL,
    params TEXT NOT NULL,
    -- Lists and texts as they were when the person changed them (intent.ts).
    base TEXT NOT NULL,
    label TEXT NOT NULL,
    at TEXT NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    failure TEXT,
    -- Local milliseconds of the last sending.
    sentAt INTEGER,
    -- Local answer, whose ids become the service's.
    answer TEXT NOT NULL,
    -- Rows that looked the same before the first sending (recognise.ts).
    known TEXT,
    -- What has to be read before the operation is settled (reads.ts).
    needs TEXT
  );
  CREATE TABLE renamed (local TEXT PRIMARY KEY, model TEXT NOT NULL, id TEXT NOT NULL) WITHOUT ROWID;
  -- Rows that the service takes but never shows: the last thing set from here.
  CREATE TABLE kept (model TEXT NOT NULL, key TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (model, key)) WITHOUT ROWID;
  CREATE TABLE draft (key TEXT PRIMARY KEY, text TEXT NOT NULL, base TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
  -- Texts that lost a clash; nobody's words are thrown away.
  CREATE TABLE lostText (
    id INTEGER PRIMARY KEY, model TEXT NOT NULL, key TEXT NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL
  );
  -- Facts and choices, by name: JSON values.
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
    -- Set while it waits for the person.
    failure TEXT,
    bytes BLOB NOT NULL
  );
  `,
  `
  -- Rows made whose ids the service does not answer, as rowRef(model, key): what names them builds on the operation.
  ALTER TABLE operation ADD COLUMN made TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- Fields written, by rowRef(model, key): who writes or reads them waits (dependencies.ts).
  ALTER TABLE operation ADD COLUMN footprint TEXT NOT NULL DEFAULT '{}';
  `,
  `
  -- What was noticed for the person, so that nothing is announced twice (electron/replica/notifications).
  CREATE TABLE notification (key TEXT PRIMARY KEY, mark TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
  `,
];

/** Brings the tables up to date. Returns false, and changes nothing, when a newer program wrote them. */
export function migrate(db: Database): boolean {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > durableMigrations.length) return false;
  for (let next = version; next < durableMigrations.length; next += 1)
    db.transaction(() => {
      db.exec(durableMigrations[next] as string);
      db.pragma(`user_version = ${next + 1}`);
    })();
  return true;
}
