-- Test data: outbox.sqlite in version 7 of its tables, as the app of that time wrote it. Do not change the SQL.
-- The person's actions whose effects no read from the service has shown yet.
CREATE TABLE operation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Random. Local ids derive from this key, so that a replay creates the same rows.
  key TEXT NOT NULL UNIQUE,
  batch TEXT NOT NULL,
  action TEXT NOT NULL,
  params TEXT NOT NULL,
  -- Values of lists and texts before the person changed them. They are used to merge the change with newer values.
  base TEXT NOT NULL,
  label TEXT NOT NULL,
  at TEXT NOT NULL,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  -- When the action was last sent: milliseconds since 1970, by this computer's clock.
  sentAt INTEGER,
  -- The action's answer. It has local ids until the service's ids replace them.
  answer TEXT NOT NULL,
  -- If the service's answer is lost, the search for the created row ignores these rows, which existed before.
  known TEXT,
  -- Rows to read again from the service before the operation is settled.
  needs TEXT,
  -- Created rows whose ids are not in the service's answer. Operations on these rows depend on this operation.
  made TEXT NOT NULL DEFAULT '[]',
  -- Fields that the operation writes. Operations that read or write the same fields wait for this operation.
  footprint TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE renamed (local TEXT PRIMARY KEY, model TEXT NOT NULL, id TEXT NOT NULL) WITHOUT ROWID;
-- Rows that no query of the service returns, with the values that were last set on this computer.
CREATE TABLE kept (model TEXT NOT NULL, key TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (model, key)) WITHOUT ROWID;
CREATE TABLE draft (key TEXT PRIMARY KEY, text TEXT NOT NULL, base TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
-- Texts of discarded changes, kept so that the person can still read them.
CREATE TABLE lostText (
  id INTEGER PRIMARY KEY, model TEXT NOT NULL, key TEXT NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL
);
-- Other stored values by name, as JSON.
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- Files that are not uploaded to the service yet.
CREATE TABLE upload (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  cardId TEXT NOT NULL,
  name TEXT NOT NULL,
  at TEXT NOT NULL,
  size INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- Why the upload waits for a decision of the person. NULL if it needs none.
  failure TEXT,
  bytes BLOB NOT NULL
);
-- The person's notifications so far, so that nothing is announced twice.
CREATE TABLE notification (key TEXT PRIMARY KEY, mark TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
-- Imports: one row per run, its batches until they are performed, and what they have made.
CREATE TABLE importRun (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  label TEXT NOT NULL,
  at TEXT NOT NULL,
  state TEXT NOT NULL,
  failure TEXT,
  report TEXT NOT NULL
);
CREATE TABLE importBatch (
  run INTEGER NOT NULL, number INTEGER NOT NULL, batch TEXT, undo TEXT, PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE importItem (
  source TEXT NOT NULL, item TEXT NOT NULL, id TEXT NOT NULL, sent TEXT, run INTEGER NOT NULL, PRIMARY KEY (source, item)
) WITHOUT ROWID;
-- Decks kept as folders of Markdown files, and the text on which each file and its card agreed.
CREATE TABLE folder (keeper TEXT PRIMARY KEY, deckId TEXT NOT NULL, path TEXT NOT NULL, changedAt TEXT) WITHOUT ROWID;
CREATE TABLE folderFile (
  keeper TEXT NOT NULL, path TEXT NOT NULL, cardId TEXT NOT NULL, base TEXT NOT NULL, stamp TEXT NOT NULL,
  PRIMARY KEY (keeper, path)
);
INSERT INTO operation (id, key, batch, action, params, base, label, at, state, tries, failure, sentAt, answer, known, needs) VALUES (1, 'k1', 'b1', 'cards/create', '{"content":"Written by version 7","deckId":null}', '{}', 'New card', '2026-01-02T03:04:05.000Z', 'queued', 0, NULL, NULL, '{"id":"local-AAAAAAAAAAAAAAAAAAAAAA","accountSeq":null}', NULL, NULL);
INSERT INTO renamed VALUES ('local-BBBBBBBBBBBBBBBBBBBBBB', 'card', 'card-1');
INSERT INTO kept VALUES ('cardSubscription', 'sub-1', '{"id":"sub-1","cardId":"card-1","userId":"user-1"}');
INSERT INTO draft VALUES ('card:card-1', 'half a thought', 'half', '2026-01-02T03:04:05.000Z');
INSERT INTO lostText (id, model, key, field, text, at) VALUES (1, 'card', 'card-1', 'content', 'gave way', '2026-01-02T03:04:05.000Z');
INSERT INTO fact VALUES ('outboxPaused', 'true');
INSERT INTO fact VALUES ('pinnedDecks', '["deck-1"]');
INSERT INTO upload (id, cardId, name, at, size, tries, failure, bytes) VALUES (1, 'card-1', 'plan.txt', '2026-01-02T03:04:05.000Z', 8, 0, NULL, x'54686520706c616e');
INSERT INTO notification VALUES ('assigned:card-1', '', '2026-01-02T03:04:05.000Z', 'unread');
PRAGMA user_version = 7;
