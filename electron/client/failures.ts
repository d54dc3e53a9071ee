/** Converts error answers and missing answers to failures, with messages for people. */
import { type Failure, isTokenRefusal, type Outcome, tokenRefusals } from '../../shared/contract/index.ts';

export type RequestKind = 'query' | 'dispatch';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Errors of Node's network stack that occur before anything was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function codeOf(error: unknown): string | undefined {
  for (let cause: unknown = error; isRecord(cause) || cause instanceof Error; cause = (cause as Error).cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return code;
    const [first] = (cause as { errors?: unknown[] }).errors ?? [];
    if (first && typeof (first as { code?: unknown }).code === 'string') return (first as { code: string }).code;
  }
  return undefined;
}

const networkMessages: Record<string, string> = {
  ECONNREFUSED: 'No server answers at this address. Check the address and the port.',
  ENOTFOUND: 'The server was not found. Check the address and your connection.',
  EAI_AGAIN: 'The server was not found. Check your connection.',
  CERT_HAS_EXPIRED: "The server's certificate has expired. Ask the people who run it to renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for another name. Check the address.",
};

/** The failure of a request without an answer. */
export function failureOfSending(error: unknown, kind: RequestKind, timedOut: boolean): Failure {
  if (timedOut)
    return { kind: 'offline', message: 'The service did not answer in time.', answerLost: kind === 'dispatch' };
  const code = codeOf(error);
  const message =
    (code && networkMessages[code]) ??
    `The service cannot be reached${code ? ` (${code})` : ''}. Check its address and your connection.`;
  return { kind: 'offline', message, answerLost: kind === 'dispatch' && !(code && neverSent.has(code)) };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lost = (message: string, kind: RequestKind): Failure => ({
  kind: 'offline',
  message,
  answerLost: kind === 'dispatch',
});

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' && value ? value : otherwise);

/** Parses `retry-after`, which is a number of seconds or a date. */
function secondsToWait(header: string | null, now: number): number {
  if (header && /^\d+$/.test(header.trim())) return Math.max(Number(header), 1);
  const date = header ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? 5 : Math.max(Math.ceil((date - now) / 1000), 1);
}

/** The failure of an answer with a status other than 2xx. */
export function failureOfAnswer(response: Response, text: string, kind: RequestKind, now: number): Failure {
  const { status } = response;
  if (status === 429)
    return {
      kind: 'throttled',
      message: 'The service asks to slow down.',
      retryAfter: secondsToWait(response.headers.get('retry-after'), now),
    };
  if (status === 0 || (status >= 300 && status < 400))
    return lost('The server redirects to another address. This may be a login page of your network.', kind);
  const body = parsed(text);
  // Only this code guarantees that nothing was changed.
  if (status === 503 && isRecord(body) && body.error === 'busy')
    return {
      kind: 'throttled',
      message: 'The service is busy.',
      retryAfter: secondsToWait(response.headers.get('retry-after'), now),
    };
  if (status === 408 || status >= 500) return lost(`The service has a problem (status ${status}).`, kind);
  if (!isRecord(body)) return lost(`This answer is not from the service (status ${status}).`, kind);
  const message = textOf(body.message, `The service refused with status ${status}.`);
  const error = textOf(body.error, 'refused');
  const path = typeof body.path === 'string' ? { path: body.path } : {};
  if (status === 401 || (status === 400 && isTokenRefusal(message)))
    return { kind: 'auth', message: tokenRefusalText(message), code: message };
  const required = textOf(body.requiredScope, /requires ([\w:]+)/.exec(message)?.[1] ?? '');
  if (status === 403 && required)
    return {
      kind: 'scope',
      message: `The token has no permission for this: it lacks ${required}.`,
      requiredScope: required,
      ...path,
    };
  return { kind: 'rejected', message, code: error, status, ...path };
}

const tokenRefusalText = (code: string): string =>
  isTokenRefusal(code) ? tokenRefusals[code].text : `The service refused the token (${code}).`;

/**
 * Parses an action's answer: some services wrap it as `{payload, actionId, …}`, the embedded one answers the keys
 * themselves.
 */
export function dispatched(text: string): Outcome<Record<string, unknown>> {
  if (text.trim() === '') return { ok: true, value: {} };
  const body = parsed(text);
  if (body === null) return { ok: true, value: {} };
  if (!isRecord(body)) return { ok: false, failure: lost('This answer is not from the service.', 'dispatch') };
  const refused = refusalWithin(body);
  if (refused) return { ok: false, failure: refused };
  const { payload, actionId, ...rest } = body;
  if (payload === undefined || (payload !== null && !isRecord(payload))) return { ok: true, value: body };
  return { ok: true, value: { ...rest, ...payload, ...(payload === null && actionId === undefined ? body : {}) } };
}

/** The failure in a 2xx answer: some services refuse in the body. */
export function refusalWithin(body: Record<string, unknown>): Failure | undefined {
  const errors = Array.isArray(body.errors) ? body.errors : undefined;
  const inPayload = isRecord(body.payload) ? body.payload.error : undefined;
  const first = errors ? errors[0] : inPayload;
  if (!errors && (inPayload === undefined || inPayload === null)) return undefined;
  const detail = isRecord(first) ? first : {};
  return {
    kind: 'rejected',
    message: textOf(detail.message, textOf(first, 'The service refused.')),
    code: textOf(detail.error ?? detail.code, textOf(first, 'refused')),
    status: 200,
  };
}
