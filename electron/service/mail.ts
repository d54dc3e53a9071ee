/**
 * Stores the e-mails that the service API promises (rule `token.personal.revoked-told`). A local service has no mail
 * server, so the app's settings show them under Diagnostics.
 */
import type { Database } from 'better-sqlite3';
import type { StoredMail } from '../../shared/bridge/administration.ts';

/** The oldest are deleted. */
const maxMails = 200;

export class MailStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    db.exec(
      'CREATE TABLE IF NOT EXISTS mail (id INTEGER PRIMARY KEY, userId TEXT, subject TEXT, text TEXT, createdAt TEXT)',
    );
  }

  post(mail: Omit<StoredMail, 'id'>): void {
    this.#db
      .prepare('INSERT INTO mail (userId, subject, text, createdAt) VALUES (@userId, @subject, @text, @createdAt)')
      .run(mail);
    this.#db.prepare('DELETE FROM mail WHERE id <= (SELECT max(id) FROM mail) - ?').run(maxMails);
  }

  /** Newest first. */
  list(): StoredMail[] {
    return this.#db.prepare('SELECT * FROM mail ORDER BY id DESC').all() as StoredMail[];
  }
}
