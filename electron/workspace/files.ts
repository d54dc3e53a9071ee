/** Uploads files of cards and reads them through the file cache. The token is never sent to the address of a file. */
import {
  type Failure,
  type Outcome,
  offlineOutcome,
  rejectedOutcome,
  rootKeyById,
} from '../../shared/contract/index.ts';
import type { FileTransfer, UploadRequest } from '../client/file-transfer.ts';
import type { Replica } from '../replica/replica.ts';
import { isLocalId } from '../replica/store/local-ids.ts';
import type { FileCache } from './file-cache.ts';
import type { FileContent } from './messages.ts';

const imageTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

const typeOf = (name: string): string =>
  imageTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

/** The ids by which windows request files that wait in the outbox. */
const waitingFileId = /^waiting-(\d+)$/;

interface FilesOptions {
  readonly replica: Replica;
  readonly cache: FileCache;
  readonly transfer: FileTransfer;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

export interface AttachmentFileAccess {
  /** Returns the stored file, or downloads and stores it. Succeeds even if the file cannot be stored. */
  read(fileId: string): Promise<Outcome<FileContent>>;
  /** Lets `read` find a new attachment before the service has the file's row. */
  storeAttached(attachmentId: string, bytes: Uint8Array): void;
  /** Like `read`, but fails if a disk error prevents the app from storing the file. */
  readAndStore(fileId: string): Promise<Outcome<FileContent>>;
  /** Returns the address that `cards/addFile` takes. */
  upload(name: string, bytes: Uint8Array): Promise<Outcome<string>>;
}

export function createAttachmentFileAccess({ replica, cache, transfer, log }: FilesOptions): AttachmentFileAccess {
  async function rowOf(fileId: string): Promise<{ url: string; name: string } | undefined> {
    const known = replica.store.rows.get('file', fileId);
    if (known?.url) return known;
    const answered = await replica.client.query(
      { [rootKeyById('file', fileId)]: ['url', 'name'] },
      { priority: 'screen' },
    );
    const row = answered.ok ? answered.value.answer.file?.[fileId] : undefined;
    return row as { url: string; name: string } | undefined;
  }

  /** The cache stores a file attached here under its attachment's local id until the service has assigned an id. */
  async function attachedHere(fileId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { ids, rows } = replica.store;
    const attachmentId = rows.find('attachment', { fileId })[0]?.id;
    const key = attachmentId && (isLocalId(attachmentId) ? attachmentId : ids.localOf(attachmentId));
    const bytes = key === undefined ? undefined : await cache.read(key);
    if (key !== undefined && bytes && !isLocalId(fileId)) cache.rename(key, fileId);
    return bytes;
  }

  /** By local file id, which windows may use even after the service has assigned another id. */
  const attachedThisSession = new Map<string, { readonly attachmentId: string; readonly name: string }>();

  async function attachedSinceStart(fileId: string): Promise<FileContent | undefined> {
    const localFile = attachedThisSession.get(fileId);
    if (!localFile) return undefined;
    const { ids, rows } = replica.store;
    const attachment = rows.get('attachment', ids.renamed(localFile.attachmentId));
    const bytes = (await cache.read(localFile.attachmentId)) ?? (attachment && (await cache.read(attachment.fileId)));
    return bytes && { bytes, type: typeOf(localFile.name) };
  }

  function waiting(fileId: string): FileContent | undefined {
    const [, id] = waitingFileId.exec(fileId) ?? [];
    const upload = id === undefined ? undefined : replica.uploads.get(Number(id));
    const bytes = upload && replica.uploads.bytes(upload.id);
    return bytes && { bytes, type: typeOf(upload.name) };
  }

  /** Reads or downloads the file. `notStored` is the failure if a downloaded file could not be stored. */
  async function load(fileId: string): Promise<Outcome<FileContent & { readonly notStored?: Failure }>> {
    const unsent = waiting(fileId) ?? (await attachedSinceStart(fileId));
    if (unsent) return { ok: true, value: unsent };
    const row = await rowOf(fileId);
    const type = typeOf(row?.name ?? '');
    const storedBytes = (await cache.read(fileId)) ?? (await attachedHere(fileId));
    if (storedBytes) return { ok: true, value: { bytes: storedBytes, type } };
    if (!row?.url) return offlineOutcome('The file is not stored here and cannot be fetched now.');
    const fetched = await transfer.get(row.url);
    if (!fetched.ok) return fetched;
    const bytes = fetched.value;
    try {
      await cache.write(fileId, bytes);
    } catch (error) {
      const notStored = replica.failureOf(error);
      if (!notStored) throw error;
      return { ok: true, value: { bytes, type, notStored } };
    }
    return { ok: true, value: { bytes, type } };
  }

  return {
    async read(fileId) {
      const loaded = await load(fileId);
      // The file can be shown even if the disk is full, so a failure to store it is only logged.
      if (loaded.ok && loaded.value.notStored)
        log('warn', 'A file could not be stored', { failure: loaded.value.notStored.message });
      return loaded;
    },

    storeAttached(attachmentId, bytes) {
      const { rows } = replica.store;
      const fileId = rows.get('attachment', attachmentId)?.fileId;
      if (fileId && isLocalId(fileId))
        attachedThisSession.set(fileId, { attachmentId, name: rows.get('file', fileId)?.name ?? '' });
      cache.write(attachmentId, bytes).catch((error: unknown) => {
        log('warn', 'A file could not be stored', { failure: replica.failureOf(error)?.message ?? String(error) });
      });
    },

    async readAndStore(fileId) {
      const loaded = await load(fileId);
      return loaded.ok && loaded.value.notStored ? { ok: false, failure: loaded.value.notStored } : loaded;
    },

    async upload(name, bytes) {
      const signed = await replica.client.sign(name);
      if (!signed.ok) return signed;
      const { signedUrl, fields, publicUrl } = signed.value;
      if (typeof signedUrl !== 'string' || typeof publicUrl !== 'string')
        return rejectedOutcome('upload', 'The service accepts no uploads.');
      const sent = await transfer.send(signedUrl, uploadOf(fields, name, bytes));
      return sent.ok ? { ok: true, value: publicUrl } : sent;
    },
  };
}

/** Form fields make a form with the file last, as Amazon S3 demands ("POST object"); else a PUT. */
function uploadOf(fields: unknown, name: string, bytes: Uint8Array): UploadRequest {
  const body = bytes as Uint8Array<ArrayBuffer>;
  const entries = Object.entries((fields ?? {}) as Record<string, unknown>);
  if (entries.length === 0) return { method: 'PUT', body, headers: { 'content-type': 'application/octet-stream' } };
  const form = new FormData();
  for (const [key, value] of entries) form.append(key, String(value));
  form.append('file', new Blob([body]), name);
  return { method: 'POST', body: form };
}
