/**
 * Files to attach whose bytes have not reached the service. They are kept with the outbox until they are attached, or the
 * person gives them up: a file attached on a plane may exist nowhere else by the time it lands.
 */
import type { Database } from 'better-sqlite3';
import type { Operation as ShownOperation } from '../../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../../shared/contract/index.ts';
import type { LocalIds } from '../store/local-ids.ts';

/** Bytes of one file that can wait, and of all that wait together: the outbox is written through and backed up whole. */
export const mostOfOne = 64 * 1024 * 1024;
export const mostOfAll = 256 * 1024 * 1024;

export interface Upload {
  readonly id: number;
  /** The id the card has now. */
  readonly cardId: string;
  readonly name: string;
  /** ISO time at which it was attached here. */
  readonly at: string;
  /** In bytes. */
  readonly size: number;
  readonly tries: number;
  /** Why it was refused: it waits for the person. */
  readonly failure: Failure | null;
}

export class Uploads {
  #db: Database;
  #ids: LocalIds;
  #told: () => void;
  /** Rises with every change of what waits. */
  revision = 0;
  /** The one on its way. */
  #sending: number | null = null;
  /** Why the last try of one came to nothing: it is tried again by itself. */
  #trouble: { readonly id: number; readonly failure: Failure } | null = null;
  /** Told that something may be sent. */
  wake: () => void = () => undefined;

  constructor(db: Database, ids: LocalIds, changed: () => void) {
    this.#db = db;
    this.#ids = ids;
    this.#told = changed;
  }

  #changed(): void {
    this.revision += 1;
    this.#told();
  }

  /** In the order they were attached. */
  list(): Upload[] {
    const rows = this.#db
      .prepare('SELECT id, cardId, name, at, size, tries, failure FROM durable.upload ORDER BY id')
      .all() as (Omit<Upload, 'failure'> & { failure: string | null })[];
    return rows.map((row) => ({
      ...row,
      cardId: this.#ids.renamed(row.cardId),
      failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
    }));
  }

  get(id: number): Upload | undefined {
    return this.list().find((upload) => upload.id === id);
  }

  bytes(id: number): Uint8Array<ArrayBuffer> | undefined {
    const found = this.#db.prepare('SELECT bytes FROM durable.upload WHERE id = ?').pluck().get(id);
    return found === undefined ? undefined : new Uint8Array(found as Buffer);
  }

  /** The bytes are on the disk when this answers; a failure where they are too many to keep. */
  add(file: { cardId: string; name: string; at: string; bytes: Uint8Array }): Outcome<number> {
    const { cardId, name, at, bytes } = file;
    const size = bytes.byteLength;
    const kept = this.#db.prepare('SELECT coalesce(sum(size), 0) FROM durable.upload').pluck().get() as number;
    if (size > mostOfOne)
      return tooLarge(`“${name}” has ${mega(size)}; files of at most ${mega(mostOfOne)} can wait here.`);
    if (kept + size > mostOfAll)
      return tooLarge(
        `Files waiting to be attached take ${mega(kept)} already, and “${name}” has ${mega(size)}; together at most ${mega(mostOfAll)} can wait here.`,
      );
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO durable.upload (cardId, name, at, size, bytes) VALUES (?, ?, ?, ?, ?)')
      .run(cardId, name, at, size, Buffer.from(bytes.buffer, bytes.byteOffset, size));
    this.#changed();
    return { ok: true, value: Number(lastInsertRowid) };
  }

  sending(id: number | null): void {
    this.#sending = id;
    if (id !== null) {
      this.#trouble = null;
      this.#db.prepare('UPDATE durable.upload SET tries = tries + 1 WHERE id = ?').run(id);
    }
    this.#changed();
  }

  waitOn(id: number, failure: Failure): void {
    this.#trouble = { id, failure };
    this.#changed();
  }

  refuse(id: number, failure: Failure): void {
    this.#db.prepare('UPDATE durable.upload SET failure = ? WHERE id = ?').run(JSON.stringify(failure), id);
    this.#changed();
  }

  retry(id: number): void {
    this.#db.prepare('UPDATE durable.upload SET failure = NULL WHERE id = ?').run(id);
    this.#changed();
    this.wake();
  }

  remove(id: number): void {
    this.#db.prepare('DELETE FROM durable.upload WHERE id = ?').run(id);
    this.#changed();
  }

  /** What `work` puts into the outbox and the end of the waiting are one step: no crash leaves both or neither. */
  settle<T>(id: number, work: () => Outcome<T>): Outcome<T> {
    const done = this.#db
      .transaction(() => {
        const outcome = work();
        if (outcome.ok) this.#db.prepare('DELETE FROM durable.upload WHERE id = ?').run(id);
        return outcome;
      })
      .immediate();
    this.#changed();
    return done;
  }

  counts(): { readonly waiting: number; readonly attention: number } {
    return this.#db.prepare('SELECT count(*) AS waiting, count(failure) AS attention FROM durable.upload').get() as {
      waiting: number;
      attention: number;
    };
  }

  /** As entries of the outbox; their ids are below zero, where no operation has one. */
  shown(titleOf: (cardId: string) => string | null): ShownOperation[] {
    return this.list().map(({ id, cardId, name, at, size, tries, failure }) => ({
      id: -id,
      action: 'cards/addFile',
      params: { cardId, fileData: { fileName: name } },
      label: `Attach ${name}`,
      state: failure ? 'rejected' : id === this.#sending ? 'sending' : 'queued',
      at,
      tries,
      failure: failure ?? (this.#trouble?.id === id ? this.#trouble.failure : null),
      waitsFor: [],
      touches: [{ model: 'card', id: cardId, title: titleOf(cardId) }],
      upload: { cardId, name, size },
    }));
  }
}

const mega = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
const tooLarge = (message: string): Outcome<never> => ({
  ok: false,
  failure: { kind: 'conflict', code: 'too_large_to_wait', message },
});
