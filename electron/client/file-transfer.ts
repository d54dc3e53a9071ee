/**
 * Fetches files from and sends them to the addresses that a service names. These may lead anywhere, so each redirect is
 * checked as the first address was, sizes and times are bounded, and no token goes along.
 */
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import { BodyTooLarge, bounded } from './bounded.ts';
import type { Send } from './client.ts';
import type { Clock } from './clock.ts';
import { isLoopback } from './loopback.ts';

/** Bytes of one fetched file. It is held in memory while it is read. */
export const maxFileBytes = 256 * 1024 * 1024;
/** ms without a byte of the answer. An upload has its whole time instead: nothing tells of its progress. */
export const idleTimeoutMs = 30_000;
/** ms for one file, redirects included. */
export const totalTimeoutMs = 10 * 60_000;
const maxRedirects = 5;

export interface FileTransferOptions {
  readonly send: Send;
  readonly clock: Clock;
  /** Base URL of the service that names the addresses. */
  readonly serviceUrl: string;
  readonly maxBytes?: number;
}

export interface Upload {
  readonly method: 'PUT' | 'POST';
  readonly body: Uint8Array<ArrayBuffer> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FileTransfer {
  get(url: string): Promise<Outcome<Uint8Array<ArrayBuffer>>>;
  send(url: string, upload: Upload): Promise<Outcome<null>>;
}

const fail = (failure: Failure): Outcome<never> => ({ ok: false, failure });
const offline = (message: string) => fail({ kind: 'offline', message, answerLost: false });

export function createFileTransfer(options: FileTransferOptions): FileTransfer {
  const { clock, maxBytes = maxFileBytes } = options;
  const serviceIsHere = isLoopback(new URL(options.serviceUrl).hostname);

  /** Encrypted, and not to this computer's own programs, unless the service is one of them. */
  function refusalOf(url: URL | undefined): Failure | undefined {
    const isHere = url !== undefined && isLoopback(url.hostname);
    const isSafe = isHere ? serviceIsHere && /^https?:$/.test(url.protocol) : url?.protocol === 'https:';
    if (isSafe) return undefined;
    return { kind: 'rejected', code: 'unsafe_link', status: 0, message: 'The address of the file is not a safe one.' };
  }

  /** The first answer that is no redirect. */
  async function follow(address: string, upload: Upload | null, signal: AbortSignal): Promise<Outcome<Response>> {
    let url = URL.canParse(address) ? new URL(address) : undefined;
    let sent = upload;
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const refusal = refusalOf(url);
      if (refusal || !url) return fail(refusal as Failure);
      const response = await options.send(new Request(url.href, { redirect: 'manual', signal, ...sent }));
      const location = response.headers.get('location');
      if (!/^30[12378]$/.test(String(response.status)) || location === null) return { ok: true, value: response };
      await response.body?.cancel();
      // Only these two say that the same is to be sent again.
      if (response.status !== 307 && response.status !== 308) sent = null;
      url = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
    }
    const message = 'The address of the file leads from one to the next without end.';
    return fail({ kind: 'rejected', code: 'redirects', status: 0, message });
  }

  /** Runs the work with its two time limits; `heard` starts the shorter one anew. */
  async function withinTime<T>(
    work: (signal: AbortSignal, heard: () => void) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const stop = new AbortController();
    const give = () => stop.abort(new Error('It took too long.'));
    const cancelTotal = clock.after(totalTimeoutMs, give);
    let cancelIdle = () => {};
    const heard = () => {
      cancelIdle();
      cancelIdle = clock.after(idleTimeoutMs, give);
    };
    try {
      return await work(stop.signal, heard);
    } catch (error) {
      if (error instanceof BodyTooLarge)
        return fail({ kind: 'rejected', code: 'file_too_large', status: 0, message: tooLarge(maxBytes) });
      const reason = stop.signal.aborted ? stop.signal.reason : error;
      return offline(`The file cannot be transferred: ${reason instanceof Error ? reason.message : String(reason)}`);
    } finally {
      cancelTotal();
      cancelIdle();
    }
  }

  return {
    get: (url) =>
      withinTime<Uint8Array<ArrayBuffer>>(async (signal, heard) => {
        heard();
        const followed = await follow(url, null, signal);
        if (!followed.ok) return followed;
        const response = followed.value;
        if (!response.ok) {
          await response.body?.cancel();
          const message = `The file cannot be fetched (status ${response.status}).`;
          return fail({ kind: 'rejected', code: 'file', status: response.status, message });
        }
        return { ok: true, value: new Uint8Array(await bounded(response, maxBytes, heard).arrayBuffer()) };
      }),

    send: (url, upload) =>
      withinTime<null>(async (signal) => {
        const followed = await follow(url, upload, signal);
        if (!followed.ok) return followed;
        const { ok, status, body } = followed.value;
        await body?.cancel();
        if (ok) return { ok: true, value: null };
        if (status === 429 || status === 408 || status >= 500)
          return offline(`The store of files has trouble (status ${status}).`);
        const message = `The file was not taken (status ${status}).`;
        return fail({ kind: 'rejected', code: 'upload', status, message });
      }),
  };
}

const tooLarge = (maxBytes: number) =>
  `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB, the most that is fetched.`;
