/**
 * Transfers files from and to the addresses that a service returns. These can be on any server, so every redirect is
 * checked like the first address, sizes and times are limited, and no token is sent.
 */
import {
  errorMessage,
  type Failure,
  type Outcome,
  offlineOutcome,
  rejectedOutcome,
} from '../../shared/contract/index.ts';
import type { RequestSender } from './client.ts';
import type { Clock } from './clock.ts';
import { BodyTooLargeError, isLoopback, limitBodySize } from './http-sender.ts';

/** In bytes. The whole file is in memory during the download. */
const maxDownloadBytes = 256 * 1024 * 1024;
/** Maximum time without a received byte. Uploads have only the total limit, because their progress is unknown. */
export const downloadIdleTimeoutMs = 30_000;
/** The limit of one download or upload, including redirects. */
export const fileTransferTimeoutMs = 10 * 60_000;
const maxRedirects = 5;

interface FileTransferOptions {
  readonly send: RequestSender;
  readonly clock: Clock;
  readonly serviceUrl: string;
  readonly maxBytes?: number;
}

export interface UploadRequest {
  readonly method: 'PUT' | 'POST';
  readonly body: Uint8Array<ArrayBuffer> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FileTransfer {
  get(url: string): Promise<Outcome<Uint8Array<ArrayBuffer>>>;
  send(url: string, upload: UploadRequest): Promise<Outcome<null>>;
}

const fail = (failure: Failure): Outcome<never> => ({ ok: false, failure });

export function createFileTransfer(options: FileTransferOptions): FileTransfer {
  const { clock, maxBytes = maxDownloadBytes } = options;
  const isServiceLocal = isLoopback(new URL(options.serviceUrl).hostname);

  /** False for an address without encryption, and for one of this computer if the service does not run on it. */
  function isSafe(url: URL): boolean {
    if (isLoopback(url.hostname)) return isServiceLocal && /^https?:$/.test(url.protocol);
    return url.protocol === 'https:';
  }

  async function follow(
    address: string,
    upload: UploadRequest | null,
    signal: AbortSignal,
  ): Promise<Outcome<Response>> {
    let url = URL.canParse(address) ? new URL(address) : undefined;
    let sent = upload;
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      if (!url || !isSafe(url)) return rejectedOutcome('unsafe_link', 'The address of the file is not safe.');
      const response = await options.send(new Request(url.href, { redirect: 'manual', signal, ...sent }));
      const location = response.headers.get('location');
      if (!/^30[12378]$/.test(String(response.status)) || location === null) return { ok: true, value: response };
      await response.body?.cancel();
      // Only 307 and 308 send the body again. Other redirects lead to a request without a body.
      if (response.status !== 307 && response.status !== 308) sent = null;
      url = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
    }
    const message = 'The address of the file redirects too often.';
    return rejectedOutcome('redirects', message);
  }

  /** Aborts after `fileTransferTimeoutMs`, or `downloadIdleTimeoutMs` without a call of `onProgress`. */
  async function withinTime<T>(
    work: (signal: AbortSignal, onProgress: () => void) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const stop = new AbortController();
    const abort = () => stop.abort(new Error('It took too long.'));
    const cancelTotal = clock.after(fileTransferTimeoutMs, abort);
    let cancelIdle = () => {};
    const onProgress = () => {
      cancelIdle();
      cancelIdle = clock.after(downloadIdleTimeoutMs, abort);
    };
    try {
      return await work(stop.signal, onProgress);
    } catch (error) {
      if (error instanceof BodyTooLargeError) return rejectedOutcome('file_too_large', tooLarge(maxBytes));
      const reason = stop.signal.aborted ? stop.signal.reason : error;
      return offlineOutcome(`The file cannot be transferred: ${errorMessage(reason)}`);
    } finally {
      cancelTotal();
      cancelIdle();
    }
  }

  return {
    get: (url) =>
      withinTime<Uint8Array<ArrayBuffer>>(async (signal, onProgress) => {
        onProgress();
        const followed = await follow(url, null, signal);
        if (!followed.ok) return followed;
        const response = followed.value;
        if (!response.ok) {
          await response.body?.cancel();
          const message = `The file cannot be downloaded (status ${response.status}).`;
          return fail({ kind: 'rejected', code: 'file', status: response.status, message });
        }
        return {
          ok: true,
          value: new Uint8Array(await limitBodySize(response, maxBytes, signal, onProgress).arrayBuffer()),
        };
      }),

    send: (url, upload) =>
      withinTime<null>(async (signal) => {
        const followed = await follow(url, upload, signal);
        if (!followed.ok) return followed;
        const { ok, status, body } = followed.value;
        await body?.cancel();
        if (ok) return { ok: true, value: null };
        if (status === 429 || status === 408 || status >= 500)
          return offlineOutcome(`The file server has a problem (status ${status}).`);
        const message = `The file server refused the file (status ${status}).`;
        return fail({ kind: 'rejected', code: 'upload', status, message });
      }),
  };
}

const tooLarge = (maxBytes: number) =>
  `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB, the maximum for downloads.`;
