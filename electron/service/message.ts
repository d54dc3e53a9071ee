/** Requests and answers of the service, for HTTP, MessagePorts and fetch `Request`s. */
import type { ServicePortAnswer, ServicePortRequest } from '../../shared/bridge/service-port.ts';
import { type ErrorBody, Refusal } from '../../shared/contract/index.ts';

/** A request with its whole body. Header names are in lower case. */
export interface ServiceRequest extends ServicePortRequest {
  /** IP address, for the limits per address; `local` for a request over a MessagePort. */
  readonly ip: string;
}

export interface ServiceAnswer extends ServicePortAnswer {
  /** What follows `body`, each piece read when the one before has been sent. */
  readonly rest?: { readonly bytes: number; readonly pieces: readonly (() => Uint8Array)[] };
}

/** Takes a body as it arrives. Whoever gets no answer from `end` calls `abort`. */
export interface BodyReceiver {
  /** @throws Refusal */
  write(chunk: Uint8Array): void;
  /** @throws Refusal */
  end(): ServiceAnswer;
  /** Forgets what has arrived. */
  abort(): void;
}

/** The body can arrive later. */
export type RequestHead = Omit<ServiceRequest, 'body'>;

/** The head was accepted. `answer` takes the whole body, unless the request has `receive`. */
export interface AuthorizedRequest {
  /** 0 if the body is not read. */
  readonly maxBodyBytes: number;
  /** The token's user, or the address without a token. Senders take turns (turns.ts). */
  readonly sender: string;
  answer(body: ServiceRequest['body']): ServiceAnswer;
  /** Takes a body as it arrives, so that it does not have to fit into memory. Rejects if the chunks do. */
  readonly receive?: (chunks: AsyncIterable<Uint8Array>) => Promise<ServiceAnswer>;
}

/** Decides by the head alone, so that the body of a refused request is never read into memory. */
export type RequestAuthorizer = (head: RequestHead) => ServiceAnswer | AuthorizedRequest;

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) {
  return jsonTextAnswer(status, JSON.stringify(value), headers);
}

/** `text` must be JSON. */
export function jsonTextAnswer(
  status: number,
  text: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  return { status, headers: { ...jsonHeaders, ...headers }, body: text };
}

/** Most actions are answered like this. */
export function emptyAnswer(status = 200): ServiceAnswer {
  return { status, headers: { 'cache-control': 'no-store' }, body: '' };
}

/** The body is an `ErrorBody`, as in all error answers of the service API. */
export function errorAnswer(status: number, error: string, message: string): ServiceAnswer {
  return jsonAnswer(status, { error, message, statusCode: status } satisfies ErrorBody);
}

/** A 503 that says that nothing was changed, and asks to repeat the request after a second. */
export function busyRefusal(reason: string): Refusal {
  return new Refusal(503, { error: 'busy', message: `${reason}; nothing was changed, try again` }, 1);
}

/** With a `retry-after` header. */
export function refusalAnswer(refusal: Refusal): ServiceAnswer {
  const headers: Record<string, string> =
    refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) };
  return jsonAnswer(refusal.status, refusal.body, headers);
}

/** With its whole body, for a MessagePort. */
export const wholeAnswer = ({ rest, ...answer }: ServiceAnswer): ServiceAnswer =>
  rest
    ? { ...answer, body: Buffer.concat([answer.body as Uint8Array, ...rest.pieces.map((piece) => piece())]) }
    : answer;
