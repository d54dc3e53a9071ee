/** Small named values of the cache and of the outbox file, as JSON. */
import type { Database } from 'better-sqlite3';

export interface StoredValues {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  remove(name: string): void;
}

function storedIn(db: Database, table: string): StoredValues {
  const read = db.prepare(`SELECT value FROM ${table} WHERE name = ?`).pluck();
  const write = db.prepare(`INSERT OR REPLACE INTO ${table} (name, value) VALUES (?, ?)`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE name = ?`);
  return {
    get(name) {
      const text = read.get(name) as string | undefined;
      return text === undefined ? undefined : JSON.parse(text);
    },
    set: (name, value) => void write.run(name, JSON.stringify(value)),
    remove: (name) => void remove.run(name),
  };
}

/** Cursors and progress; gone with the cache. */
export const cacheState = (db: Database) => storedIn(db, '"replica.state"');
const indexed = 'isIndexed';
/** Whether a first sync has filled the indexes, that of texts among them: from then on rows go through the row store. */
export const hasIndexes = (state: StoredValues): boolean => state.get(indexed) === true;
export const noteIndexes = (state: StoredValues): void => state.set(indexed, true);
/** What the person chose and what was learnt about the service; kept. */
export const facts = (db: Database) => storedIn(db, 'durable.fact');
