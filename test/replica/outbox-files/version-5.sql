-- An outbox as version 5 of its tables was written. Never changed afterwards.
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
  needs TEXT,
  -- Rows made whose ids the service does not answer, as touch(model, key): what names them builds on the operation.
  made TEXT NOT NULL DEFAULT '[]',
  -- Fields written, by touch(model, key): who writes or reads them waits (dependencies.ts).
  footprint TEXT NOT NULL DEFAULT '{}'
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
-- What was noticed for the person, so that nothing is announced twice (electron/replica/notifications).
CREATE TABLE notification (key TEXT PRIMARY KEY, mark TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO operation (id, key, batch, action, params, base, label, at, state, tries, failure, sentAt, answer, known, needs) VALUES (1, 'k1', 'b1', 'cards/create', '{"content":"Written by version 5","deckId":null}', '{}', 'New card', '2026-01-02T03:04:05.000Z', 'queued', 0, NULL, NULL, '{"id":"local-AAAAAAAAAAAAAAAAAAAAAA","accountSeq":null}', NULL, NULL);
INSERT INTO renamed VALUES ('local-BBBBBBBBBBBBBBBBBBBBBB', 'card', 'card-1');
INSERT INTO kept VALUES ('cardSubscription', 'sub-1', '{"id":"sub-1","cardId":"card-1","userId":"user-1"}');
INSERT INTO draft VALUES ('card:card-1', 'half a thought', 'half', '2026-01-02T03:04:05.000Z');
INSERT INTO lostText (id, model, key, field, text, at) VALUES (1, 'card', 'card-1', 'content', 'gave way', '2026-01-02T03:04:05.000Z');
INSERT INTO fact VALUES ('outboxPaused', 'true');
INSERT INTO fact VALUES ('pinnedDecks', '["deck-1"]');
INSERT INTO upload (id, cardId, name, at, size, tries, failure, bytes) VALUES (1, 'card-1', 'plan.txt', '2026-01-02T03:04:05.000Z', 8, 0, NULL, x'54686520706c616e');
INSERT INTO notification VALUES ('assigned:card-1', '', '2026-01-02T03:04:05.000Z', 'unread');
PRAGMA user_version = 5;
