/** A file's bytes may exist nowhere else, so they stay until it is attached or discarded. */
import type { Database } from 'better-sqlite3';
import type { OutboxOperation } from '../../../shared/bridge/index.ts';
import { conflictFailure, type Failure, type Outcome } from '../../../shared/contract/index.ts';
import { parseJson } from '../../client/json.ts';
import type { LocalIdMap } from '../store/local-ids.ts';

/** In bytes, limited because each backup copies the whole outbox file. */
export const maxBytesPerWaitingUpload = 64 * 1024 * 1024;
export const maxBytesOfAllWaitingUploads = 256 * 1024 * 1024;

export interface FileToUpload {
  readonly id: number;
  /** A local id until the service's id is known. */
  readonly cardId: string;
  readonly name: string;
  /** ISO time at which the person attached the file. */
  readonly at: string;
  /** In bytes. */
  readonly size: number;
  readonly tries: number;
  /** Why the person must decide: it was refused, or may be attached already. Null for no decision. */
  readonly failure: Failure | null;
}

export class WaitingUploads {
  #db: Database;
  #ids: LocalIdMap;
  #onChange: () => void;
  /** Increases with every change to a waiting file. */
  revision = 0;
  #sending: number | null = null;
  /** A failure that needs no decision of the person, such as a lost connection. The file is sent again. */
  #temporaryFailure: { readonly id: number; readonly failure: Failure } | null = null;
  /** Makes the uploader, which sets this function, send waiting files now. */
  wake: () => void = () => undefined;

  constructor(db: Database, ids: LocalIdMap, onChange: () => void) {
    this.#db = db;
    this.#ids = ids;
    this.#onChange = onChange;
  }

  #noteChange(): void {
    this.revision += 1;
    this.#onChange();
  }

  /** In the order in which the person attached them. */
  list(): FileToUpload[] {
    const rows = this.#db
      .prepare('SELECT id, cardId, name, at, size, tries, failure FROM durable.upload ORDER BY id')
      .all() as (Omit<FileToUpload, 'failure'> & { failure: string | null })[];
    return rows.map((row) => ({
      ...row,
      cardId: this.#ids.renamed(row.cardId),
      failure:
        row.failure === null
          ? null
          : ((parseJson(String(row.failure)) as Failure | undefined) ??
            conflictFailure('unreadable', 'Why it was refused cannot be read. Retry sends it again.')),
    }));
  }

  get(id: number): FileToUpload | undefined {
    return this.list().find((upload) => upload.id === id);
  }

  bytes(id: number): Uint8Array<ArrayBuffer> | undefined {
    const found = this.#db.prepare('SELECT bytes FROM durable.upload WHERE id = ?').pluck().get(id);
    return found === undefined ? undefined : new Uint8Array(found as Buffer);
  }

  /** Returns the file's id. Fails if it, or all waiting files together, become too large. */
  add(file: { cardId: string; name: string; at: string; bytes: Uint8Array }): Outcome<number> {
    const { cardId, name, at, bytes } = file;
    const size = bytes.byteLength;
    const storedBytes = this.#db.prepare('SELECT coalesce(sum(size), 0) FROM durable.upload').pluck().get() as number;
    if (size > maxBytesPerWaitingUpload)
      return tooLarge(
        `“${name}” has ${megabytes(size)}; files of at most ${megabytes(maxBytesPerWaitingUpload)} can wait here.`,
      );
    if (storedBytes + size > maxBytesOfAllWaitingUploads)
      return tooLarge(
        `Files waiting to be attached take ${megabytes(storedBytes)} already, and “${name}” has ${megabytes(size)}; together at most ${megabytes(maxBytesOfAllWaitingUploads)} can wait here.`,
      );
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO durable.upload (cardId, name, at, size, bytes) VALUES (?, ?, ?, ?, ?)')
      .run(cardId, name, at, size, Buffer.from(bytes.buffer, bytes.byteOffset, size));
    this.#noteChange();
    return { ok: true, value: Number(lastInsertRowid) };
  }

  /** Counts the attempt in the outbox file. Null means that no file is being sent. */
  setSending(id: number | null): void {
    this.#sending = id;
    if (id !== null) {
      this.#temporaryFailure = null;
      this.#db.prepare('UPDATE durable.upload SET tries = tries + 1 WHERE id = ?').run(id);
    }
    this.#noteChange();
  }

  noteTemporaryFailure(id: number, failure: Failure): void {
    this.#temporaryFailure = { id, failure };
    this.#noteChange();
  }

  refuse(id: number, failure: Failure): void {
    this.#db.prepare('UPDATE durable.upload SET failure = ? WHERE id = ?').run(JSON.stringify(failure), id);
    this.#noteChange();
  }

  retry(id: number): void {
    this.#db.prepare('UPDATE durable.upload SET failure = NULL WHERE id = ?').run(id);
    this.#noteChange();
    this.wake();
  }

  remove(id: number): void {
    this.#db.prepare('DELETE FROM durable.upload WHERE id = ?').run(id);
    this.#noteChange();
  }

  /**
   * `act` adds the operation that attaches the file, and must call `removeFile` in the same transaction: so either the
   * file or the operation exists, even after a crash or with a full disk.
   */
  replaceByOperation<T>(id: number, act: (removeFile: () => void) => Outcome<T>): Outcome<T> {
    const done = act(() => void this.#db.prepare('DELETE FROM durable.upload WHERE id = ?').run(id));
    this.#noteChange();
    return done;
  }

  counts(): { readonly waiting: number; readonly attention: number } {
    return this.#db.prepare('SELECT count(*) AS waiting, count(failure) AS attention FROM durable.upload').get() as {
      waiting: number;
      attention: number;
    };
  }

  /** Ids are negative; ids of real operations are positive. */
  operations(titleOf: (cardId: string) => string | null): OutboxOperation[] {
    return this.list().map(({ id, cardId, name, at, size, tries, failure }) => ({
      id: -id,
      action: 'cards/addFile',
      params: { cardId, fileData: { fileName: name } },
      label: `Attach ${name}`,
      state: failure ? 'rejected' : id === this.#sending ? 'sending' : 'queued',
      at,
      tries,
      failure: failure ?? (this.#temporaryFailure?.id === id ? this.#temporaryFailure.failure : null),
      waitsFor: [],
      before: {},
      touches: [{ model: 'card', id: cardId, title: titleOf(cardId) }],
      upload: { cardId, name, size },
    }));
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
const tooLarge = (message: string): Outcome<never> => ({
  ok: false,
  failure: conflictFailure('too_large_to_wait', message),
});
