/** The stored state of notifications: what was noticed, and whether the person has read it. */
import type { Database } from 'better-sqlite3';
import type { NotedFact, NotificationState } from '../../../shared/domain/notifications.ts';
import type { Renaming } from '../store/local-ids.ts';

export class NotedFacts {
  #db: Database;
  #facts: Map<string, NotedFact>;

  constructor(db: Database) {
    this.#db = db;
    const rows = db.prepare('SELECT key, mark, at, state FROM durable.notification').all() as NotedFact[];
    this.#facts = new Map(rows.map((row) => [row.key, row]));
  }

  get all(): Iterable<NotedFact> {
    return this.#facts.values();
  }
  get keys(): Iterable<string> {
    return this.#facts.keys();
  }
  has(key: string): boolean {
    return this.#facts.has(key);
  }

  of(keys: Iterable<string>): NotedFact[] {
    return [...keys].flatMap((key) => this.#facts.get(key) ?? []);
  }

  /** Stores the changed ones and deletes the removed ones, in one transaction. */
  write(changed: readonly NotedFact[], removed: Iterable<string>): void {
    const put = this.#db.prepare(
      'INSERT OR REPLACE INTO durable.notification (key, mark, at, state) VALUES (@key, @mark, @at, @state)',
    );
    const drop = this.#db.prepare('DELETE FROM durable.notification WHERE key = ?');
    const gone = [...removed];
    this.#db.transaction(() => {
      for (const fact of changed) put.run(fact);
      for (const key of gone) drop.run(key);
    })();
    for (const key of gone) this.#facts.delete(key);
    for (const fact of changed) this.#facts.set(fact.key, fact);
  }

  /** Returns whether any state differs. Silent ones stay silent. */
  mark(keys: readonly string[], state: Exclude<NotificationState, 'silent'>): boolean {
    const marked = this.of(keys).filter((fact) => fact.state !== 'silent' && fact.state !== state);
    if (marked.length > 0)
      this.write(
        marked.map((fact) => ({ ...fact, state })),
        [],
      );
    return marked.length > 0;
  }

  /** Keys name rows by the ids that they have now. */
  rename(renamings: readonly Renaming[]): void {
    for (const { from, to } of renamings) {
      const old = [...this.#facts.values()].filter(({ key }) => key.endsWith(`:${from}`));
      if (old.length === 0) continue;
      this.write(
        old.map((fact) => ({ ...fact, key: fact.key.slice(0, -from.length) + to })),
        old.map(({ key }) => key),
      );
    }
  }
}
