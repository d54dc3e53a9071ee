/**
 * Drafts (unsent texts) in the outbox file, and lost texts, which are stored so that the person can still read them: the
 * text of a discarded change, or one that reached the service but that somebody changed there before the app knew of its
 * arrival.
 */
import type { Database } from 'better-sqlite3';
import type { LostText, StoredDraft } from '../../../shared/bridge/index.ts';

/** A value of another type, such as a BLOB in a damaged file, becomes its text. */
const columns = 'key, CAST(text AS TEXT) AS text, CAST(base AS TEXT) AS base, CAST(at AS TEXT) AS at';

export class StoredDrafts {
  #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }
  list(): StoredDraft[] {
    return this.#db.prepare(`SELECT ${columns} FROM durable.draft ORDER BY at`).all() as StoredDraft[];
  }
  get(key: string): StoredDraft | null {
    return (
      (this.#db.prepare(`SELECT ${columns} FROM durable.draft WHERE key = ?`).get(key) as StoredDraft | undefined) ??
      null
    );
  }
  set(draft: StoredDraft): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO durable.draft (key, text, base, at) VALUES (?, ?, ?, ?)')
      .run(draft.key, draft.text, draft.base, draft.at);
  }
  clear(key: string): void {
    this.#db.prepare('DELETE FROM durable.draft WHERE key = ?').run(key);
  }

  /** Returns a card's lost texts, newest first. `renamed` maps a local id to the service's id. */
  lostTexts(cardId: string, renamed: (id: string) => string): LostText[] {
    const rows = this.#db
      .prepare(
        `SELECT id, key, CAST(text AS TEXT) AS text, CAST(at AS TEXT) AS at FROM durable.lostText WHERE model = 'card' ORDER BY id DESC`,
      )
      .all() as (LostText & { key: string })[];
    const id = renamed(cardId);
    return rows.filter(({ key }) => renamed(key) === id).map(({ key: _key, ...text }) => text);
  }
  addLostText(cardId: string, text: string, at: string): void {
    this.#db
      .prepare(`INSERT INTO durable.lostText (model, key, field, text, at) VALUES ('card', ?, 'content', ?, ?)`)
      .run(cardId, text, at);
  }
  deleteLostText(id: number): void {
    this.#db.prepare('DELETE FROM durable.lostText WHERE id = ?').run(id);
  }
}
