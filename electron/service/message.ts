/** Requests and answers of the service, independent of the transport: HTTP, a worker's port, a `Request`. */
import { type ErrorBody, Refusal } from '../../shared/contract/index.ts';

export interface ServiceRequest {
  readonly method: string;
  /** Path and query, from the first slash on. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** Address of the sender, for the limits per address. */
  readonly ip: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The head of a request: method, path and headers. */
export type RequestHead = Omit<ServiceRequest, 'body'>;

/** An admitted request. */
export interface Admitted {
  /** 0 if the body is not read. */
  readonly maxBodyBytes: number;
  answer(body: ServiceRequest['body']): ServiceAnswer;
}

/** Admits or refuses a request by its head, so that a refused body takes no memory. */
export type Admit = (head: RequestHead) => ServiceAnswer | Admitted;

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) {
  return jsonTextAnswer(status, JSON.stringify(value), headers);
}

/** `text` is JSON already. */
export function jsonTextAnswer(
  status: number,
  text: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  return { status, headers: { ...jsonHeaders, ...headers }, body: text };
}

/** An answer without a body, as for most actions. */
export function emptyAnswer(status = 200): ServiceAnswer {
  return { status, headers: { 'cache-control': 'no-store' }, body: '' };
}

export function errorAnswer(status: number, error: string, message: string): ServiceAnswer {
  return jsonAnswer(status, { error, message, statusCode: status } satisfies ErrorBody);
}

/** Refuses a request without any change; the same request may work a second later. */
export function busy(reason: string): Refusal {
  return new Refusal(503, { error: 'busy', message: `${reason}; nothing was changed, try again` }, 1);
}

export function refusalAnswer(refusal: Refusal): ServiceAnswer {
  const headers: Record<string, string> =
    refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) };
  return jsonAnswer(refusal.status, refusal.body, headers);
}
