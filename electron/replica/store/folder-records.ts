/** Decks that are kept as folders, and by file the text on which the file and its card last agreed. In the outbox file. */
import type { Database } from 'better-sqlite3';
import type { LocalIdMap } from './local-ids.ts';

export interface FolderRecord {
  readonly deckId: string;
  readonly path: string;
  /** Random; the folder's own mark has it too. */
  readonly keeper: string;
  /** ISO time of the last change that went either way; null before the first. */
  readonly changedAt: string | null;
}

export interface FileRecord {
  readonly cardId: string;
  /** Within the folder, parts separated by `/`. */
  readonly path: string;
  /** What the file said when it and the card last agreed. */
  readonly base: string;
  /** Of the file at that time (`FoundFile`); empty if it is to be read again. */
  readonly stamp: string;
}

export class FolderRecords {
  readonly #db: Database;
  readonly #ids: LocalIdMap;

  constructor(db: Database, ids: LocalIdMap) {
    this.#db = db;
    this.#ids = ids;
  }

  list(): FolderRecord[] {
    const rows = this.#db.prepare('SELECT * FROM durable.folder ORDER BY path').all() as FolderRecord[];
    return rows.map((row) => ({ ...row, deckId: this.#ids.renamed(row.deckId) }));
  }

  add({ deckId, path, keeper, changedAt }: FolderRecord): void {
    this.#db
      .prepare('INSERT INTO durable.folder (keeper, deckId, path, changedAt) VALUES (?, ?, ?, ?)')
      .run(keeper, deckId, path, changedAt);
  }

  setChanged(keeper: string, at: string): void {
    this.#db.prepare('UPDATE durable.folder SET changedAt = ? WHERE keeper = ?').run(at, keeper);
  }

  remove(keeper: string): void {
    this.#db.transaction(() => {
      this.#db.prepare('DELETE FROM durable.folder WHERE keeper = ?').run(keeper);
      this.#db.prepare('DELETE FROM durable.folderFile WHERE keeper = ?').run(keeper);
    })();
  }

  files(keeper: string): FileRecord[] {
    return this.#db
      .prepare('SELECT cardId, path, base, stamp FROM durable.folderFile WHERE keeper = ?')
      .all(keeper) as FileRecord[];
  }

  putFile(keeper: string, { cardId, path, base, stamp }: FileRecord): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO durable.folderFile (keeper, path, cardId, base, stamp) VALUES (?, ?, ?, ?, ?)')
      .run(keeper, path, cardId, base, stamp);
  }

  removeFile(keeper: string, path: string): void {
    this.#db.prepare('DELETE FROM durable.folderFile WHERE keeper = ? AND path = ?').run(keeper, path);
  }
}
