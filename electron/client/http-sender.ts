/** Sends requests with a token to one origin only, and without encryption only to this computer. */
import { type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import type { RequestSender } from './client.ts';

const maxAnswerBytes = 256 * 1024 * 1024;

/**
 * Returns the address without query, fragment and trailing slashes. Refuses text that is not a web address, addresses
 * with a name or a password, and those that make the app send a token without encryption.
 */
export function parseServiceAddress(text: string): Outcome<string> {
  const refusalOf = (message: string) => rejectedOutcome('invalid_address', message);
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return refusalOf(`'${trimmed}' is not a web address. Use one like https://api.example.com`);
  if (url.username || url.password) return refusalOf('The address must not contain a name or a password.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return refusalOf(
      'Use https://, or the token would be sent without encryption. http:// works for this computer only.',
    );
  return { ok: true, value: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/**
 * `network` must not follow redirects, because a redirect can send the token to another origin.
 * @throws Error for a request to another origin than that of `baseUrl`
 */
export function createHttpSender(baseUrl: string, network: RequestSender): RequestSender {
  const { origin } = new URL(baseUrl);
  return async (request, onWaiting) => {
    if (new URL(request.url).origin !== origin)
      throw new Error('The token is sent only to the origin that it belongs to.');
    return limitBodySize(await network(request, onWaiting), maxAnswerBytes, request.signal);
  };
}

/** `hostname` is `url.hostname`. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

export class BodyTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
  }
}

/** A faulty server can send without end. Above `maxBytes`, reading fails with `BodyTooLargeError`. */
export function limitBodySize(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onChunk: () => void = () => undefined,
): Response {
  if (!response.body) return response;
  let bytes = 0;
  const countedBody = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onChunk();
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new BodyTooLargeError(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
    { signal },
  );
  const { status, statusText, headers } = response;
  return new Response(countedBody, { status, statusText, headers });
}
