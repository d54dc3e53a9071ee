/** Types and helpers for requests and answers of the service. HTTP, MessagePorts and fetch `Request`s all use them. */
import type { ServiceAnswerMessage, ServiceRequestMessage } from '../../shared/bridge/service-port.ts';
import { type ErrorBody, Refusal } from '../../shared/contract/index.ts';

/** A request with its whole body. Header names are in lower case. */
export interface ServiceRequest extends Omit<ServiceRequestMessage, 'id'> {
  /** IP address of the sender, for the limits per address; `local` for a request over a MessagePort. */
  readonly ip: string;
}

/** The service's answer to a request. */
export type ServiceAnswer = Omit<ServiceAnswerMessage, 'id'>;

/** A request without its body, which can arrive later. */
export type RequestHead = Omit<ServiceRequest, 'body'>;

/** A request whose head was accepted. `answer` takes the body once the whole body has arrived. */
export interface AuthorizedRequest {
  /** Maximum size of the body; 0 if the body is not read. */
  readonly maxBodyBytes: number;
  /** The user whose token it has, or the address without a token. Senders take turns (turns.ts). */
  readonly sender: string;
  answer(body: ServiceRequest['body']): ServiceAnswer;
}

/** Accepts or refuses a request by its head alone, so that the body of a refused request is never read into memory. */
export type RequestAuthorizer = (head: RequestHead) => ServiceAnswer | AuthorizedRequest;

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Returns an answer whose body is the value as JSON. */
export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) {
  return jsonTextAnswer(status, JSON.stringify(value), headers);
}

/** Returns an answer whose body is `text`, which must be JSON. */
export function jsonTextAnswer(
  status: number,
  text: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  return { status, headers: { ...jsonHeaders, ...headers }, body: text };
}

/** Returns an answer without a body. Most actions are answered like this. */
export function emptyAnswer(status = 200): ServiceAnswer {
  return { status, headers: { 'cache-control': 'no-store' }, body: '' };
}

/** Returns an answer whose body is an `ErrorBody`, as in all error answers of the service API. */
export function errorAnswer(status: number, error: string, message: string): ServiceAnswer {
  return jsonAnswer(status, { error, message, statusCode: status } satisfies ErrorBody);
}

/**
 * Returns a 503 refusal. It says that nothing was changed, and asks the client to repeat the request after a second.
 */
export function busyRefusal(reason: string): Refusal {
  return new Refusal(503, { error: 'busy', message: `${reason}; nothing was changed, try again` }, 1);
}

/** Returns the answer with the refusal's status, body and `retry-after` header. */
export function refusalAnswer(refusal: Refusal): ServiceAnswer {
  const headers: Record<string, string> =
    refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) };
  return jsonAnswer(refusal.status, refusal.body, headers);
}
