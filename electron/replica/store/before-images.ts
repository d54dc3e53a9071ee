/** The last confirmed version of each row that a pending operation changed. A rebase writes it back. */
import type { Database, Statement } from 'better-sqlite3';
import { isRecord } from '../../../shared/contract/index.ts';
import { parseJson } from '../../client/json.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitions } from '../../engine/store/schema.ts';
import { parseRowRef, rowRef } from '../outbox/operation.ts';

export class BeforeImages {
  #db: Database;
  #insert: Statement;
  #delete: Statement;
  /** The rows as JSON texts, by `rowRef`; null if the service has no such row. */
  #images = new Map<string, string | null>();

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare('INSERT OR IGNORE INTO "replica.image" VALUES (?, ?, ?)');
    this.#delete = db.prepare('DELETE FROM "replica.image" WHERE model = ? AND key = ?');
    this.reload();
  }

  /**
   * Reads the images from the cache file. Call it at start and after a rollback. @throws the error of a damaged cache,
   * which is then read anew from the service
   */
  reload(): void {
    const rows = this.#db.prepare('SELECT model, key, image FROM "replica.image"').all() as {
      model: string;
      key: string;
      image: string | null;
    }[];
    if (
      rows.some(({ model, image }) => !tableDefinitions.has(model) || !(image === null || isRecord(parseJson(image))))
    )
      throw Object.assign(new Error('A before-image cannot be read'), { code: 'SQLITE_CORRUPT' });
    this.#images = new Map(rows.map(({ model, key, image }) => [rowRef(model, key), image]));
  }

  has(name: string): boolean {
    return this.#images.has(name);
  }
  /** The rows of a model that have images, as `rowRef(model, key)`. */
  *ofModel(model: string): Generator<string> {
    for (const name of this.#images.keys()) if (name.startsWith(`${model}\t`)) yield name;
  }
  get size(): number {
    return this.#images.size;
  }

  /** Stores the row's values before its first pending change. Does nothing if the row has an image already. */
  keepFirst(model: string, key: string, before: AnyRow | undefined): void {
    const name = rowRef(model, key);
    if (this.#images.has(name)) return;
    const image = before ? JSON.stringify(before) : null;
    this.#images.set(name, image);
    this.#insert.run(model, key, image);
  }

  /** Deletes the image of a row, because the row in the table is confirmed now. */
  drop(name: string): void {
    if (!this.#images.delete(name)) return;
    const { model, key } = parseRowRef(name);
    this.#delete.run(model, key);
  }

  /** Returns the confirmed row: the row's image, or the row in the table if there is no image. */
  confirmed(rows: RowStore, model: StoredModelName, key: string): AnyRow | undefined {
    const image = this.#images.get(rowRef(model, key));
    if (image === undefined) return rows.get(model, key) as AnyRow | undefined;
    return image === null ? undefined : (JSON.parse(image) as AnyRow);
  }

  /** Writes the images of these rows back into the tables and deletes the images; all images without `names`. */
  restore(rows: RowStore, names?: Iterable<string>): void {
    for (const name of names ?? [...this.#images.keys()]) {
      const image = this.#images.get(name);
      if (image === undefined) continue;
      const { model, key } = parseRowRef(name);
      if (image === null) rows.remove(model, key);
      else rows.put(model, JSON.parse(image));
      this.drop(name);
    }
  }
}
