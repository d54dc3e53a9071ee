/** Parses the answers of a service. Converts errors to failures with messages that windows show. */
import { type Failure, isRecord, isTokenRefusal, type Outcome, tokenRefusals } from '../../shared/contract/index.ts';
import { parseJson } from './json.ts';

export type RequestKind = 'query' | 'dispatch';

const checkAddress = 'Check the address and your connection.';
const noTls = 'The server does not answer with https at this port. Check the address and the port.';
const unknownCertificate =
  "This computer does not trust the server's certificate. If your organization issued it, install the organization's root certificate in the system's certificate store and start Decktop again.";
/** By error code, for errors before a request is sent. Codes with `ERR_` are from Chromium, all others from Node. */
const neverSent: Readonly<Record<string, string>> = {
  ERR_CONNECTION_REFUSED: 'No server answers at this address. Check the address and the port.',
  ERR_UNSAFE_PORT:
    'Decktop cannot use this port, because it belongs to another kind of service. Let the service listen on another port, such as 8080.',
  ERR_ADDRESS_INVALID: 'No server can have this address. Check the address.',
  ERR_NETWORK_ACCESS_DENIED:
    'A firewall or security program on this computer blocks the connection. Allow Decktop to use the network.',
  ERR_SSL_PROTOCOL_ERROR: noTls,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH:
    'The server and Decktop have no way of encryption in common. Ask the people who run the server to renew it.',
  ERR_NAME_NOT_RESOLVED: `The server was not found. ${checkAddress}`,
  ERR_INTERNET_DISCONNECTED: 'This computer is not connected to a network.',
  ERR_ADDRESS_UNREACHABLE: `The server cannot be reached. ${checkAddress}`,
  ERR_CONNECTION_TIMED_OUT: `The server cannot be reached. ${checkAddress}`,
  ERR_CERT_AUTHORITY_INVALID: unknownCertificate,
  ERR_CERT_DATE_INVALID:
    "The server's certificate is not valid on this date. Check the date of this computer, or ask the people who run the server to renew it.",
  ERR_CERT_COMMON_NAME_INVALID: "The server's certificate is for another name. Check the address.",
  ERR_CERT_REVOKED: "The server's certificate was revoked. Ask the people who run the server for a new one.",
  ERR_CERT_INVALID: "The server's certificate is not valid. Ask the people who run the server.",
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: "The server's certificate is not safe. Ask the people who run the server.",
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED:
    'The server asks for a certificate of this computer. If your organization has installed one, start Decktop again and choose it.',
  ERR_BAD_SSL_CLIENT_AUTH_CERT:
    'The server refused the certificate of this computer. Start Decktop again to choose another, or ask the people who run the server.',
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED:
    "The script that chooses the proxy of your network cannot be loaded. Check the proxy in the system's network settings.",
  ECONNREFUSED: 'No server answers at this address. Check the address and the port.',
  ENOTFOUND: `The server was not found. ${checkAddress}`,
  EAI_AGAIN: 'The server was not found. Check your connection.',
};

const closedConnection =
  'The server closed the connection without an answer. Check the address and the port: a server for https closes http.';
/** By error code, for errors after which the request may have arrived. */
const perhapsSent: Readonly<Record<string, string>> = {
  ERR_INVALID_HTTP_RESPONSE: 'What answers at this address is no web server. Check the address and the port.',
  ERR_EMPTY_RESPONSE: closedConnection,
  ERR_CONNECTION_CLOSED: closedConnection,
  UND_ERR_SOCKET: closedConnection,
};

const checkProxy = 'Check the proxy in Settings → Network.';
const proxyWithoutAnswer = `cannot be reached. ${checkProxy}`;
/** Errors of a proxy before a request reaches the service, by code. Continues a sentence with its name. */
const refusedByProxy: Readonly<Record<string, string>> = {
  ERR_PROXY_CONNECTION_FAILED: proxyWithoutAnswer,
  // Chromium does not support logins for SOCKS proxies.
  ERR_SOCKS_CONNECTION_FAILED: `cannot be reached, or asks for a login, which socks5:// does not support here. ${checkProxy}`,
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: `does not reach the server. ${checkAddress}`,
  ERR_TUNNEL_CONNECTION_FAILED: `refused the connection to the server. Check the address, and the proxy in Settings → Network.`,
  ERR_PROXY_CERTIFICATE_INVALID: `has a certificate that this computer does not trust. ${checkProxy}`,
  ERR_PROXY_AUTH_UNSUPPORTED: `asks for a kind of login that is not supported. ${checkProxy}`,
  ERR_PROXY_AUTH_REQUESTED: 'asks for a name and a password. Decktop asks you for them when you sync or try again.',
};

/** Host and port of the proxy that caused a network error; undefined if the error contains no proxy. */
export function proxyOfError(error: unknown): string | undefined {
  const proxy = isRecord(error) || error instanceof Error ? (error as { proxy?: unknown }).proxy : undefined;
  return typeof proxy === 'string' ? proxy : undefined;
}

/** Such as `ERR_CERT_DATE_INVALID`. Without its own, the first code in its `errors` or its `cause`. */
export function errorCodeOf(error: unknown): string | undefined {
  for (let cause: unknown = error; isRecord(cause) || cause instanceof Error; cause = (cause as Error).cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    if (typeof code === 'string') return code;
    // Node has no code for the ports that the Fetch standard blocks.
    if (message === 'bad port') return 'ERR_UNSAFE_PORT';
    const [first] = (cause as { errors?: unknown[] }).errors ?? [];
    if (first && typeof (first as { code?: unknown }).code === 'string') return (first as { code: string }).code;
  }
  return undefined;
}

function proxyText(code: string, proxy: string | undefined): string | undefined {
  const text = refusedByProxy[code];
  return text && `The proxy ${proxy ?? 'of your network'} ${text}`;
}

/** `answerLost` is true for an action that may have reached the service, so that its effect is unknown. */
export function failureOfUnansweredRequest(error: unknown, kind: RequestKind, timedOut: boolean): Failure {
  if (timedOut) return lost('The service did not answer in time.', kind);
  const code = errorCodeOf(error);
  const known = code === undefined ? undefined : (neverSent[code] ?? proxyText(code, proxyOfError(error)));
  const message =
    known ?? perhapsSent[code ?? ''] ?? `The service cannot be reached${code ? ` (${code})` : ''}. ${checkAddress}`;
  return { kind: 'offline', message, answerLost: kind === 'dispatch' && known === undefined };
}

const lost = (message: string, kind: RequestKind): Failure => ({
  kind: 'offline',
  message,
  answerLost: kind === 'dispatch',
});

/** In UTF-16 units. Each refused change is stored with these texts, and windows show them. */
const maxTextLength = 1_000;
/** Of queries with some hundred ids. */
const maxPathLength = 20_000;
const textOf = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value ? value.slice(0, maxTextLength) : otherwise;

/**
 * Longest accepted wait, in seconds. The rate limit's window is shorter (rule `limit.rate`), so a service that asks for
 * more has probably made a mistake, such as sending milliseconds.
 */
const maxWaitSeconds = 300;

/** Takes seconds or a date. At least 1, at most `maxWaitSeconds`, and 5 without a valid header. */
function secondsToWait(header: string | null, now: number): number {
  const isNumber = header !== null && /^\d+$/.test(header.trim());
  const seconds = isNumber ? Number(header) : Math.ceil((Date.parse(header ?? '') - now) / 1000);
  return Number.isNaN(seconds) ? 5 : Math.min(Math.max(seconds, 1), maxWaitSeconds);
}

/** The answer has a status other than 2xx. */
export function failureOfErrorAnswer(response: Response, text: string, kind: RequestKind, now: number): Failure {
  const { status } = response;
  if (status === 429)
    return {
      kind: 'throttled',
      message: 'The service asks to slow down.',
      retryAfter: secondsToWait(response.headers.get('retry-after'), now),
    };
  if (status === 0 || (status >= 300 && status < 400))
    return lost('The server redirects to another address. This may be a login page of your network.', kind);
  const body = parseJson(text);
  // `busy` guarantees that the service changed nothing. After other 5xx answers, the effect is unknown.
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
  const path = typeof body.path === 'string' && body.path.length <= maxPathLength ? { path: body.path } : {};
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
 * Parses the body of a 2xx answer; empty or `null` gives an empty object. Some services wrap the answer as `{payload,
 * actionId, …}`; the keys of `payload` then move to the top level, as in answers of the embedded service.
 */
export function parseActionAnswer(text: string): Outcome<Record<string, unknown>> {
  if (text.trim() === '') return { ok: true, value: {} };
  const body = parseJson(text);
  if (body === null) return { ok: true, value: {} };
  if (!isRecord(body)) return { ok: false, failure: lost('This answer is not from the service.', 'dispatch') };
  const refused = failureInBody(body);
  if (refused) return { ok: false, failure: refused };
  const { payload, actionId, ...rest } = body;
  if (payload === undefined || (payload !== null && !isRecord(payload))) return { ok: true, value: body };
  return { ok: true, value: { ...rest, ...payload, ...(payload === null && actionId === undefined ? body : {}) } };
}

/** Some services send refusals with a 2xx status. Undefined if the body contains no failure. */
export function failureInBody(body: Record<string, unknown>): Failure | undefined {
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
