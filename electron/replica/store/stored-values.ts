/** Small named values as JSON in the cache file or in the outbox file. */
import type { Database } from 'better-sqlite3';
import { parseJson } from '../../client/json.ts';

export interface NamedValueStore {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  remove(name: string): void;
}

function storedIn(db: Database, table: string): NamedValueStore {
  const read = db.prepare(`SELECT value FROM ${table} WHERE name = ?`).pluck();
  const write = db.prepare(`INSERT OR REPLACE INTO ${table} (name, value) VALUES (?, ?)`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE name = ?`);
  return {
    get(name) {
      const text = read.get(name);
      if (text === undefined) return undefined;
      const value = parseJson(String(text));
      // What cannot be read is kept under another name, because the next `set` replaces it.
      if (value === undefined) {
        write.run(`${name}.unreadable`, text);
        remove.run(name);
      }
      return value;
    },
    set: (name, value) => void write.run(name, JSON.stringify(value)),
    remove: (name) => void remove.run(name),
  };
}

/** Cursors and progress of the sync. They are deleted with the cache. */
export const cacheValueStore = (db: Database) => storedIn(db, '"replica.state"');
const indexedName = 'isIndexed';
/** Returns true if all indexes exist, including the full-text index. They are built at the end of the first sync. */
export const hasIndexes = (state: NamedValueStore): boolean => state.get(indexedName) === true;
export const markIndexesBuilt = (state: NamedValueStore): void => state.set(indexedName, true);
/** The person's choices, and values about the service. They survive a rebuild of the cache. */
export const outboxValueStore = (db: Database) => storedIn(db, 'durable.fact');
