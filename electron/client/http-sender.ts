/** Sends requests with a token to one origin only, and without encryption only to this computer. */
import { type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import { limitBodySize } from './body-limit.ts';
import type { RequestSender } from './client.ts';
import { isLoopback } from './loopback.ts';

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
