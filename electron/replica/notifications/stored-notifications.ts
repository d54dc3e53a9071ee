/** Stores in the outbox file which notifications were announced and which the person has read. */
import type { Database } from 'better-sqlite3';
import type { NotificationState, StoredNotification } from '../../../shared/domain/notification-rules.ts';
import type { IdReplacement } from '../store/local-ids.ts';

export class StoredNotifications {
  #db: Database;
  #byKey: Map<string, StoredNotification>;

  constructor(db: Database) {
    this.#db = db;
    const rows = db.prepare('SELECT key, mark, at, state FROM durable.notification').all() as StoredNotification[];
    this.#byKey = new Map(rows.map((row) => [row.key, row]));
  }

  get all(): Iterable<StoredNotification> {
    return this.#byKey.values();
  }
  get keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  of(keys: Iterable<string>): StoredNotification[] {
    return [...keys].flatMap((key) => this.#byKey.get(key) ?? []);
  }

  /** In one transaction. */
  write(changed: readonly StoredNotification[], removed: Iterable<string>): void {
    const put = this.#db.prepare(
      'INSERT OR REPLACE INTO durable.notification (key, mark, at, state) VALUES (@key, @mark, @at, @state)',
    );
    const drop = this.#db.prepare('DELETE FROM durable.notification WHERE key = ?');
    const gone = [...removed];
    this.#db.transaction(() => {
      for (const notification of changed) put.run(notification);
      for (const key of gone) drop.run(key);
    })();
    for (const key of gone) this.#byKey.delete(key);
    for (const notification of changed) this.#byKey.set(notification.key, notification);
  }

  /** Skips silent notifications, because windows do not show them. Returns true if any state changed. */
  mark(keys: readonly string[], state: Exclude<NotificationState, 'silent'>): boolean {
    const marked = this.of(keys).filter(
      (notification) => notification.state !== 'silent' && notification.state !== state,
    );
    if (marked.length > 0)
      this.write(
        marked.map((notification) => ({ ...notification, state })),
        [],
      );
    return marked.length > 0;
  }

  rename(renamings: readonly IdReplacement[]): void {
    for (const { from, to } of renamings) {
      const old = [...this.#byKey.values()].filter(({ key }) => key.endsWith(`:${from}`));
      if (old.length === 0) continue;
      this.write(
        old.map((notification) => ({ ...notification, key: notification.key.slice(0, -from.length) + to })),
        old.map(({ key }) => key),
      );
    }
  }
}
