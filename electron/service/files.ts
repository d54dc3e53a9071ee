/**
 * Stores uploaded files (rule `files.flow`). `GET /s3/sign` returns an address for the upload and one for reading, and
 * `cards/addFile` attaches the file to a card. The bytes are in the database, so that a workspace is a single file.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { embeddedServiceLimits, Refusal } from '../../shared/contract/index.ts';
import type { RowStore, StoredRow } from '../engine/store/rows.ts';
import { emptyAnswer, jsonAnswer, type ServiceAnswer, type ServiceRequest } from './message.ts';

/** How long a signed address accepts an upload. */
const signedAddressValidMs = 3_600_000;
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
    db.exec('CREATE TABLE IF NOT EXISTS storedFile (uploadId TEXT PRIMARY KEY, type TEXT, bytes BLOB)');
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
    this.#store(id, type, bytes);
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

  #store(id: string, type: string, bytes: Uint8Array): void {
    this.#db.transaction(() => {
      this.#db.prepare('INSERT INTO storedFile VALUES (?, ?, ?)').run(id, type, bytes);
      this.#rows.update('upload', id, { size: bytes.byteLength });
    })();
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
    if (upload.size !== null) throw new Refusal(409, { error: 'uploaded', message: 'the file has been uploaded' });
    if (now - Date.parse(upload.createdAt) > signedAddressValidMs)
      throw new Refusal(403, { error: 'expired', message: 'the signed address has expired; ask for another one' });
    this.#checkSpace(1);
    return upload;
  }

  /** A `PUT` whose body is the file, or a `POST` of a form whose part `file` is the file. */
  storeUpload(id: string, signature: string | null, request: ServiceRequest, now: number): ServiceAnswer {
    const upload = this.checkUpload(id, signature, now);
    const { type, bytes } = uploadedContent(request);
    if (bytes.byteLength > embeddedServiceLimits.uploadBytes)
      throw new Refusal(413, {
        error: 'body_too_large',
        message: `a file has at most ${embeddedServiceLimits.uploadBytes} bytes`,
      });
    this.#checkSpace(bytes.byteLength);
    this.#store(id, typeOf(upload.fileName, type), bytes);
    return emptyAnswer(204);
  }

  /** @throws Refusal if all files together, with `newBytes`, exceed the maximum size */
  #checkSpace(newBytes: number): void {
    const stored = this.#db.prepare('SELECT coalesce(sum(size), 0) FROM upload').pluck().get() as number;
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

/** Content and content type. @throws Refusal if a form is wrong or has no part `file` */
export function uploadedContent({ headers, body }: Pick<ServiceRequest, 'headers' | 'body'>): {
  readonly type: string;
  readonly bytes: Uint8Array;
} {
  // Shares the memory of the body: copying 64 MB takes a long turn.
  const shared = typeof body !== 'string' && body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : null;
  const bytes = shared ?? Buffer.from(typeof body === 'string' ? body : '');
  const contentType = headers['content-type'] ?? '';
  const type = contentType.split(';', 1)[0];
  const boundary =
    type?.trim().toLowerCase() === 'multipart/form-data' ? parameterOf(contentType, 'boundary') : undefined;
  return boundary ? filePart(bytes, boundary) : { type: validType(type), bytes };
}

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

/**
 * The part `file` of a multipart form (RFC 7578).
 * @throws Refusal if the form has no such part
 */
function filePart(form: Buffer, boundary: string): { type: string; bytes: Uint8Array } {
  if (boundary.length > maxBoundaryLength)
    throw formRefusal(`the boundary of a form has at most ${maxBoundaryLength} characters`);
  const delimiter = Buffer.from(`--${boundary}`);
  for (let start = form.indexOf(delimiter); start >= 0; ) {
    const headStart = start + delimiter.length;
    const end = form.indexOf(delimiter, headStart);
    const headEnd = form.indexOf('\r\n\r\n', start);
    if (end < 0 || headEnd < 0 || headEnd > end) break;
    if (headEnd - headStart > maxPartHeadBytes)
      throw formRefusal(`the head of a form part has at most ${maxPartHeadBytes} bytes`);
    // A header can go on in a line that begins with a space (RFC 5322, 2.2.3).
    const lines = form
      .subarray(headStart, headEnd)
      .toString('latin1')
      .split(/\r\n(?![ \t])/);
    const header = (name: string) => lines.find((line) => line.slice(0, name.length).toLowerCase() === name) ?? '';
    if (parameterOf(header('content-disposition:'), 'name') === 'file')
      return {
        type: validType(header('content-type:').slice('content-type:'.length).split(';', 1)[0]?.trim()),
        bytes: form.subarray(headEnd + 4, end - 2),
      };
    start = end;
  }
  throw formRefusal("the form has no part named 'file'");
}
