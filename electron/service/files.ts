/**
 * Stores uploaded files (rule `files.flow`). `GET /s3/sign` returns an address for the upload and one for reading, and
 * `cards/addFile` attaches the file to a card. The bytes are in the database, so that a workspace is a single file. They
 * are written and read in pieces: a file of 64 MB at once would keep everybody waiting, and many would fill the memory.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { embeddedServiceLimits, Refusal } from '../../shared/contract/index.ts';
import type { RowStore, StoredRow } from '../engine/store/rows.ts';
import {
  type BodyReceiver,
  busyRefusal,
  emptyAnswer,
  jsonAnswer,
  type ServiceAnswer,
  type ServiceRequest,
} from './message.ts';

/** How long a signed address accepts an upload. */
const signedAddressValidMs = 3_600_000;
/** In bytes. */
const pieceBytes = 1024 * 1024;
/** Of one person or token, so that nobody's uploads keep out those of others. */
const maxUploadsAtOnce = 16;
/** By file name extension. A browser shows stored files of these types, and downloads all others. */
const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};
const inlineTypes = new Set(Object.values(pictureTypes));
const unknownType = 'application/octet-stream';

/** The type that the uploader sent, or the type of the file name's extension if it is `unknownType`. */
function typeOf(fileName: string, given: string): string {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return given === unknownType && Object.hasOwn(pictureTypes, ending) ? (pictureTypes[ending] as string) : given;
}

const notFound = () => new Refusal(404, { error: 'not_found', message: 'there is no such file' });

export class FileStore {
  readonly #db: Database;
  readonly #rows: RowStore;
  readonly #baseUrl: () => string;
  readonly #maxStoredBytes: number;
  /** Uploads in progress, by id. */
  readonly #arriving = new Map<string, { readonly userId: string | null; size: number }>();

  constructor(
    db: Database,
    rows: RowStore,
    baseUrl: () => string,
    maxStoredBytes: number = embeddedServiceLimits.storedBytes,
  ) {
    this.#db = db;
    this.#rows = rows;
    this.#baseUrl = baseUrl;
    this.#maxStoredBytes = maxStoredBytes;
    // `bytes` is the first piece; `at` of the others is 1, 2 and so on.
    db.exec(`
      CREATE TABLE IF NOT EXISTS storedFile (uploadId TEXT PRIMARY KEY, type TEXT, bytes BLOB);
      CREATE TABLE IF NOT EXISTS storedFilePiece (uploadId TEXT, at INTEGER, bytes BLOB, PRIMARY KEY (uploadId, at));
      DELETE FROM storedFilePiece WHERE uploadId NOT IN (SELECT uploadId FROM storedFile);
    `);
  }

  /** The addresses of stored files contain the service's own address, which has changed. */
  replaceBaseUrl(before: string, after: string): void {
    for (const model of ['file', 'upload'] as const)
      for (const row of this.#rows.where(model, 'substr(url, 1, ?) = ?', before.length + 1, `${before}/`))
        this.#rows.update(model, row.id, { url: after + row.url.slice(before.length) });
  }

  createSignedAddress(objectName: string | null, userId: string, now: string): ServiceAnswer {
    if (objectName === null || objectName.trim() === '' || objectName.length > 500)
      throw new Refusal(400, {
        error: 'invalid_param',
        message: "query parameter 'objectName' must be a file name of at most 500 characters",
      });
    this.#checkSpace(1);
    // The name becomes part of the address, so it must not be a path.
    const fileName = objectName.split(/[\\/]/).at(-1) || 'file';
    const { id, url } = this.#db
      .transaction(() => {
        this.#deleteExpiredAddresses(now);
        return this.#insertUpload(fileName, userId, now);
      })
      .immediate();
    return jsonAnswer(200, {
      signedUrl: `${this.#baseUrl()}/s3/upload/${id}?signature=${this.#signature(id)}`,
      fields: {},
      publicUrl: url,
    });
  }

  /** Stores a file without an upload request. @returns the file's address, a parameter of `cards/addFile` */
  storeFile(fileName: string, type: string, bytes: Uint8Array, userId: string, now: string): string {
    const { id, url } = this.#insertUpload(fileName, userId, now);
    const file = this.#fileWriter(id);
    file.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    file.end(type);
    return url;
  }

  #deleteExpiredAddresses(now: string): void {
    const before = new Date(Date.parse(now) - signedAddressValidMs).toISOString();
    for (const { id } of this.#rows.where('upload', 'size IS NULL AND createdAt < ?', before))
      this.#rows.remove('upload', id);
  }

  #insertUpload(fileName: string, userId: string, now: string): { readonly id: string; readonly url: string } {
    const id = randomBytes(24).toString('hex');
    const url = `${this.#baseUrl()}/files/${id}/${encodeURIComponent(fileName)}`;
    this.#rows.insert('upload', { id, fileName, url, size: null, userId, createdAt: now });
    return { id, url };
  }

  /** Stores each full piece at once, and the file with its first piece at the end. */
  #fileWriter(id: string) {
    const insertPiece = this.#db.prepare('INSERT INTO storedFilePiece VALUES (?, ?, ?)');
    const limit = embeddedServiceLimits.uploadBytes;
    let chunks: Buffer[] = [];
    let length = 0;
    let size = 0;
    let first: Buffer | undefined;
    let pieces = 0;
    const storePiece = () => {
      this.#checkSpace(this.#arriving.has(id) ? 0 : size);
      const bytes = Buffer.concat(chunks);
      if (first) insertPiece.run(id, pieces, bytes);
      else first = bytes;
      pieces++;
      [chunks, length] = [[], 0];
    };
    return {
      /** @throws Refusal if the file is too long, or does not fit into the storage */
      write: (bytes: Buffer) => {
        size += bytes.length;
        if (size > limit)
          throw new Refusal(413, { error: 'body_too_large', message: `a file has at most ${limit} bytes` });
        const arriving = this.#arriving.get(id);
        if (arriving) arriving.size = size;
        for (let from = 0; from < bytes.length; ) {
          const part = bytes.subarray(from, from + pieceBytes - length);
          chunks.push(part);
          length += part.length;
          from += part.length;
          if (length === pieceBytes) storePiece();
        }
      },
      end: (type: string) => {
        if (length > 0 || !first) storePiece();
        this.#db.transaction(() => {
          this.#db.prepare('INSERT INTO storedFile VALUES (?, ?, ?)').run(id, type, first);
          this.#rows.update('upload', id, { size });
        })();
      },
    };
  }

  /**
   * @param now the service's clock in milliseconds
   * @throws Refusal if the signature is wrong, the address was used or has expired, or the storage is full
   */
  checkUpload(id: string, signature: string | null, now: number): StoredRow<'upload'> {
    const expected = Buffer.from(this.#signature(id));
    const givenSignature = Buffer.from(signature ?? '');
    if (givenSignature.length !== expected.length || !timingSafeEqual(givenSignature, expected))
      throw new Refusal(403, { error: 'invalid_signature', message: 'the signature does not fit the address' });
    const upload = this.#rows.get('upload', id);
    if (!upload) throw notFound();
    if (upload.size !== null || this.#arriving.has(id))
      throw new Refusal(409, { error: 'uploaded', message: 'the file has been uploaded' });
    if (now - Date.parse(upload.createdAt) > signedAddressValidMs)
      throw new Refusal(403, { error: 'expired', message: 'the signed address has expired; ask for another one' });
    this.#checkSpace(1);
    const ofThisPerson = [...this.#arriving.values()].filter(({ userId }) => userId === upload.userId);
    if (ofThisPerson.length >= maxUploadsAtOnce) throw busyRefusal(`${maxUploadsAtOnce} uploads are in progress`);
    return upload;
  }

  /**
   * Receives a `PUT` whose body is the file, or a `POST` of a form whose part `file` is the file.
   * @throws Refusal as `checkUpload`
   */
  receiveUpload(id: string, signature: string | null, headers: ServiceRequest['headers'], now: number): BodyReceiver {
    const upload = this.checkUpload(id, signature, now);
    const file = this.#fileWriter(id);
    const content = new UploadedContent(headers, file.write);
    this.#arriving.set(id, { userId: upload.userId, size: 0 });
    return {
      write: (chunk) => content.write(chunk),
      end: () => {
        file.end(typeOf(upload.fileName, content.end()));
        this.#arriving.delete(id);
        return emptyAnswer(204);
      },
      abort: () => {
        this.#arriving.delete(id);
        this.#db.prepare('DELETE FROM storedFilePiece WHERE uploadId = ?').run(id);
      },
    };
  }

  /** @throws Refusal if all files together, with `newBytes`, exceed the maximum size */
  #checkSpace(newBytes: number): void {
    let stored = this.#db.prepare('SELECT coalesce(sum(size), 0) FROM upload').pluck().get() as number;
    for (const { size } of this.#arriving.values()) stored += size;
    if (stored + newBytes > this.#maxStoredBytes)
      throw new Refusal(413, {
        error: 'storage_limit',
        message: `the files of the workspace take ${stored} of at most ${this.#maxStoredBytes} bytes; this one does not fit`,
      });
  }

  /** @throws Refusal if there is no such file */
  checkFile(id: string): void {
    if (!this.#db.prepare('SELECT 1 FROM storedFile WHERE uploadId = ?').get(id)) throw notFound();
  }

  answerFile(id: string): ServiceAnswer {
    const stored = this.#db.prepare('SELECT type, bytes FROM storedFile WHERE uploadId = ?').get(id) as
      | { type: string; bytes: Buffer }
      | undefined;
    if (!stored) throw notFound();
    const piece = this.#db.prepare('SELECT bytes FROM storedFilePiece WHERE uploadId = ? AND at = ?').pluck();
    const pieces = this.#db
      .prepare('SELECT count(*), sum(length(bytes)) FROM storedFilePiece WHERE uploadId = ?')
      .raw();
    const [count, bytes] = pieces.get(id) as [number, number | null];
    return {
      status: 200,
      headers: {
        'content-type': stored.type,
        'content-disposition': inlineTypes.has(stored.type) ? 'inline' : 'attachment',
        // Prevents scripts in a stored HTML file from running with the service's origin.
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      },
      body: stored.bytes,
      ...(bytes === null
        ? {}
        : { rest: { bytes, pieces: Array.from({ length: count }, (_, at) => () => piece.get(id, at + 1) as Buffer) } }),
    };
  }

  #signature(id: string): string {
    return createHmac('sha256', this.#secret()).update(id).digest('hex');
  }

  #secret(): string {
    const stored = this.#rows.get('setting', 'uploadSecret')?.value;
    if (typeof stored === 'string') return stored;
    const secret = randomBytes(32).toString('hex');
    this.#rows.insert('setting', { name: 'uploadSecret', value: secret });
    return secret;
  }
}

const validType = (type: string | undefined) =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type ?? '') ? (type as string) : unknownType;

/** The value is in quotes or bare (RFC 9110, 5.6.6). No two parts match the same text. */
const headerParameter = /\s*;\s*([^\s;="]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;"]*))/y;

/** The first parameter with this name in lower case, without its quotes. */
export function parameterOf(header: string, name: string): string | undefined {
  const firstAt = header.indexOf(';');
  if (firstAt < 0) return undefined;
  headerParameter.lastIndex = firstAt;
  for (;;) {
    const found = headerParameter.exec(header);
    if (!found || found[1]?.toLowerCase() === name) return found?.[2] ?? found?.[3];
  }
}

/** In characters (RFC 2046, 5.1.1). */
const maxBoundaryLength = 70;
/** In bytes. The heads that browsers send have a few hundred. */
const maxPartHeadBytes = 16 * 1024;

const formRefusal = (message: string) => new Refusal(400, { error: 'invalid_param', message });

/** Takes the file out of the body of an upload, in memory that does not grow with the body. */
export class UploadedContent {
  readonly #emit: (bytes: Buffer) => void;
  /** Null if the body is the file. */
  readonly #delimiter: Buffer | null;
  #type: string;
  #place: 'before a part' | 'in a head' | 'in the file' | 'behind the file' = 'before a part';
  /** What has arrived and not been taken: less than a head or a delimiter. */
  #rest: Buffer = Buffer.alloc(0);

  /** @throws Refusal if the boundary of a form is too long */
  constructor(headers: ServiceRequest['headers'], emit: (bytes: Buffer) => void) {
    this.#emit = emit;
    const contentType = headers['content-type'] ?? '';
    const type = contentType.split(';', 1)[0];
    const isForm = type?.trim().toLowerCase() === 'multipart/form-data';
    const boundary = isForm ? parameterOf(contentType, 'boundary') : undefined;
    if (boundary && boundary.length > maxBoundaryLength)
      throw formRefusal(`the boundary of a form has at most ${maxBoundaryLength} characters`);
    this.#delimiter = boundary ? Buffer.from(`--${boundary}`) : null;
    this.#type = validType(type);
  }

  /** @throws Refusal if the head of a part is too long */
  write(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (!this.#delimiter) {
      this.#emit(bytes);
      return;
    }
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#take(this.#delimiter));
    // A copy, since the part would keep its whole chunk in memory.
    this.#rest = Buffer.from(this.#rest);
  }

  /** Returns the type. @throws Refusal if the body is a form without a complete part `file` */
  end(): string {
    if (this.#delimiter && this.#place !== 'behind the file') throw formRefusal("the form has no part named 'file'");
    return this.#type;
  }

  /** Returns whether more can be taken. */
  #take(delimiter: Buffer): boolean {
    const rest = this.#rest;
    if (this.#place === 'behind the file') {
      this.#rest = Buffer.alloc(0);
      return false;
    }
    if (this.#place === 'in a head') {
      const end = rest.indexOf('\r\n\r\n');
      if ((end < 0 ? rest.length - 3 : end) > maxPartHeadBytes)
        throw formRefusal(`the head of a form part has at most ${maxPartHeadBytes} bytes`);
      if (end < 0) return false;
      this.#place = this.#readHead(rest.subarray(0, end)) ? 'in the file' : 'before a part';
      this.#rest = rest.subarray(end + 4);
      return true;
    }
    const at = rest.indexOf(delimiter);
    const isFile = this.#place === 'in the file';
    // The line end before the delimiter is no part of the file.
    const taken = Math.max(0, at < 0 ? rest.length - delimiter.length - 1 : at - (isFile ? 2 : 0));
    if (isFile && taken > 0) this.#emit(rest.subarray(0, taken));
    this.#rest = rest.subarray(at < 0 ? taken : at + delimiter.length);
    if (at >= 0) this.#place = isFile ? 'behind the file' : 'in a head';
    return at >= 0;
  }

  /** Returns whether the part is the file (RFC 7578). */
  #readHead(head: Buffer): boolean {
    // A header can go on in a line that begins with a space (RFC 5322, 2.2.3).
    const lines = head.toString('latin1').split(/\r\n(?![ \t])/);
    const header = (name: string) => lines.find((line) => line.slice(0, name.length).toLowerCase() === name) ?? '';
    if (parameterOf(header('content-disposition:'), 'name') !== 'file') return false;
    this.#type = validType(header('content-type:').slice('content-type:'.length).split(';', 1)[0]?.trim());
    return true;
  }
}
