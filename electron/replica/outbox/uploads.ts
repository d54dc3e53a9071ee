/**
 * Files to attach that have not reached the service. The bytes are kept in the outbox file until they are attached or
 * the person discards them: a file attached offline may exist nowhere else.
 */
import type { Database } from 'better-sqlite3';
import type { Operation as ShownOperation } from '../../../shared/bridge/index.ts';
import { conflict, type Failure, type Outcome } from '../../../shared/contract/index.ts';
import type { LocalIds } from '../store/local-ids.ts';

/**
 * Bytes of one waiting file, and of all waiting files together, at most: the outbox file is synced to disk and backed
 * up as a whole.
 */
export const maxFileBytes = 64 * 1024 * 1024;
export const maxTotalBytes = 256 * 1024 * 1024;

export interface Upload {
  readonly id: number;
  /** The card's present id. */
  readonly cardId: string;
  readonly name: string;
  /** ISO time at which the person attached it. */
  readonly at: string;
  /** In bytes. */
  readonly size: number;
  readonly tries: number;
  /** Why the service refused it: it waits for the person. */
  readonly failure: Failure | null;
}

export class Uploads {
  #db: Database;
  #ids: LocalIds;
  #onChange: () => void;
  /** Rises with every change of the waiting files. */
  revision = 0;
  /** The id of the file that is being sent. */
  #sending: number | null = null;
  /** Why the last try failed; it is repeated without the person. */
  #trouble: { readonly id: number; readonly failure: Failure } | null = null;
  /** Called when a file may be sent. */
  wake: () => void = () => undefined;

  constructor(db: Database, ids: LocalIds, onChange: () => void) {
    this.#db = db;
    this.#ids = ids;
    this.#onChange = onChange;
  }

  #changed(): void {
    this.revision += 1;
    this.#onChange();
  }

  /** In the order in which they were attached. */
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

  /** Stores the bytes on disk. A failure where they are too many. */
  add(file: { cardId: string; name: string; at: string; bytes: Uint8Array }): Outcome<number> {
    const { cardId, name, at, bytes } = file;
    const size = bytes.byteLength;
    const storedBytes = this.#db.prepare('SELECT coalesce(sum(size), 0) FROM durable.upload').pluck().get() as number;
    if (size > maxFileBytes)
      return tooLarge(`“${name}” has ${mega(size)}; files of at most ${mega(maxFileBytes)} can wait here.`);
    if (storedBytes + size > maxTotalBytes)
      return tooLarge(
        `Files waiting to be attached take ${mega(storedBytes)} already, and “${name}” has ${mega(size)}; together at most ${mega(maxTotalBytes)} can wait here.`,
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

  /**
   * Runs `work`, which puts the operation into the outbox, and removes the waiting file in one transaction, so that a
   * crash leaves exactly one of them.
   */
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

  /** The files as entries of the outbox. Their ids are negative, unlike those of operations. */
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
  failure: conflict('too_large_to_wait', message),
});
