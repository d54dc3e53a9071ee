/** Stored files: attached through the service's upload flow, read through a size-capped cache. No token goes along. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { byId, type Failure, type Outcome } from '../../shared/contract/index.ts';
import type { Send } from '../client/client.ts';
import type { Replica } from '../replica/replica.ts';
import type { StoredFile } from './messages.ts';

/** Bytes that the cache of one workspace may take. */
const cacheCeiling = 512 * 1024 * 1024;
/** Bytes of one file that is fetched for showing. */
const fileCeiling = 64 * 1024 * 1024;

const imageTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

const fail = (failure: Failure): Outcome<never> => ({ ok: false, failure });
const offline = (message: string) => fail({ kind: 'offline', message, answerLost: false });

export interface FilesOptions {
  readonly replica: Replica;
  readonly directory: string;
  /** Sends requests without a token, to wherever files are. */
  readonly transfer: Send;
}

export interface Files {
  read(fileId: string): Promise<Outcome<StoredFile>>;
  attach(cardId: string, name: string, bytes: Uint8Array): Promise<Outcome<{ attachmentId: string }>>;
}

export function createFiles({ replica, directory, transfer }: FilesOptions): Files {
  const folder = path.join(directory, 'files');

  async function rowOf(fileId: string): Promise<{ url: string; name: string } | undefined> {
    const known = replica.ledger.rows.get('file', fileId);
    if (known?.url) return known;
    const asked = await replica.client.query({ [byId('file', fileId)]: ['url', 'name'] }, { priority: 'screen' });
    const row = asked.ok ? asked.value.answer.file?.[fileId] : undefined;
    return row as { url: string; name: string } | undefined;
  }

  /** Least recently used files go first. */
  function trim(): void {
    const files = readdirSync(folder).map((name) => ({ name, ...pick(statSync(path.join(folder, name))) }));
    let size = files.reduce((sum, file) => sum + file.size, 0);
    for (const file of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (size <= cacheCeiling) return;
      rmSync(path.join(folder, file.name), { force: true });
      size -= file.size;
    }
  }

  return {
    async read(fileId) {
      // Ids are opaque text: never a path of their own.
      const stored = path.join(folder, Buffer.from(fileId).toString('base64url'));
      const row = await rowOf(fileId);
      const type = imageTypes[row?.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
      const kept = keptBytes(stored);
      if (kept) return { ok: true, value: { bytes: kept, type } };
      if (!row?.url) return offline('The file is not stored here and cannot be fetched now.');
      const refusal = unsafe(row.url);
      if (refusal) return fail(refusal);
      try {
        const response = await transfer(new Request(row.url));
        if (!response.ok) return offline(`The file cannot be fetched (status ${response.status}).`);
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (bytes.byteLength <= fileCeiling) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(`${stored}.new`, bytes);
          renameSync(`${stored}.new`, stored);
          trim();
        }
        return { ok: true, value: { bytes, type } };
      } catch (error) {
        return offline(`The file cannot be fetched: ${(error as Error).message}`);
      }
    },

    async attach(cardId, name, bytes) {
      const signed = await replica.client.sign(name);
      if (!signed.ok) return signed;
      const { signedUrl, fields, publicUrl } = signed.value;
      if (typeof signedUrl !== 'string' || typeof publicUrl !== 'string')
        return fail({
          kind: 'rejected',
          code: 'upload',
          status: 0,
          message: 'The service offers no place for uploads.',
        });
      const refusal = unsafe(signedUrl);
      if (refusal) return fail(refusal);
      try {
        const response = await transfer(uploadRequest(signedUrl, fields, name, bytes));
        if (!response.ok)
          return fail({
            kind: 'rejected',
            code: 'upload',
            status: response.status,
            message: `The file was not taken (status ${response.status}).`,
          });
      } catch (error) {
        return offline(`The file could not be sent: ${(error as Error).message}`);
      }
      const acted = replica.act({
        label: `Attach ${name}`.slice(0, 200),
        steps: [{ action: 'cards/addFile', params: { cardId, fileData: { fileName: name, url: publicUrl } } }],
      });
      if (!acted.ok) return acted;
      return { ok: true, value: { attachmentId: String(acted.value.answers[0]?.id ?? '') } };
    },
  };
}

const pick = ({ size, mtimeMs }: { size: number; mtimeMs: number }) => ({ size, mtimeMs });

function keptBytes(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = new Uint8Array(readFileSync(file));
    const now = new Date();
    utimesSync(file, now, now);
    return bytes;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Fields of a signed form go before the file (Amazon S3, "POST object"); without any the bytes are the body. */
function uploadRequest(url: string, fields: unknown, name: string, bytes: Uint8Array): Request {
  const body = bytes as Uint8Array<ArrayBuffer>;
  const entries = Object.entries((fields ?? {}) as Record<string, unknown>);
  if (entries.length === 0)
    return new Request(url, { method: 'PUT', body, headers: { 'content-type': 'application/octet-stream' } });
  const form = new FormData();
  for (const [key, value] of entries) form.append(key, String(value));
  form.append('file', new Blob([body]), name);
  return new Request(url, { method: 'POST', body: form });
}

function unsafe(url: string): Failure | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed?.hostname ?? '');
  if (parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback)) return undefined;
  return { kind: 'rejected', code: 'unsafe_link', status: 0, message: 'The address of the file is not a safe one.' };
}
